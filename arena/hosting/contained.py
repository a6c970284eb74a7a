"""A program that runs in its sandbox: its output, its watchdog, its end."""

import asyncio
import os
import signal
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress

from arena.hosting.cgroups import Cgroup
from arena.hosting.usage import Usage, descendants, usage
from arena.service.hosting_ports import Exit, Limits

_LOOK_S = 0.2
_PART = 64 << 10
_BREATH_BYTES, _BREATH_S = 1 << 20, 0.02
"""After every mebibyte of output its reader takes a breath, so that a program that prints without
end costs us next to nothing."""
_GOODBYE_S = 2.0


class Contained:
    """Implements `Sandbox`."""

    def __init__(
        self,
        process: Process,
        limits: Limits,
        heard: Callable[[bytes], None],
        made: Callable[[bytes], None] | None,
    ) -> None:
        self._process = process
        self._limits = limits
        self._first: int | None = None
        self._handle: int | None = None
        self._group: Cgroup | None = None
        self._why = ""
        outputs = [(process.stdout, made or heard), (process.stderr, heard)]
        self._readers = [
            asyncio.create_task(_read(stream, take)) for stream, take in outputs if stream
        ]
        self._watchdog: asyncio.Task[None] | None = None
        self._end = asyncio.create_task(self._reaped())

    def watch(self, first: int, group: Cgroup | None = None) -> None:
        """Tells which process is the first inside; it still waits to begin."""
        self._first, self._group = first, group
        # Unlike a number, this never comes to mean another process.
        with suppress(ProcessLookupError):
            self._handle = os.pidfd_open(first)
        self._watchdog = asyncio.create_task(self._watch(first))

    async def ended(self) -> Exit:
        """Implements `Sandbox.ended`."""
        return await asyncio.shield(self._end)

    async def stop(self, grace_s: float = 0.0, why: str = "") -> Exit:
        """Implements `Sandbox.stop`."""
        self._why = self._why or why
        if grace_s and self._first is not None:
            for pid in descendants(self._first):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            await asyncio.wait({self._end}, timeout=grace_s)
        self._kill()
        return await self.ended()

    def _kill(self) -> None:
        """Kills the first process; the kernel then kills all others of its namespace."""
        if self._end.done():
            return
        if self._handle is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
        else:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def _reaped(self) -> Exit:
        code = await self._process.wait()
        if self._watchdog is not None:
            self._watchdog.cancel()
        # What it printed is still in the pipe; nobody is left who could hold the other end.
        _, late = await asyncio.wait(self._readers, timeout=_GOODBYE_S)
        for reader in late:
            reader.cancel()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        if self._group is not None:
            self._why = self._why or self._killed_for_memory(self._group)
            await asyncio.to_thread(self._group.remove)
        return Exit(code if code >= 0 else 128 - code, self._why)

    async def _watch(self, first: int) -> None:
        """Ends the program when it uses what no limit of the kernel's can forbid."""
        while True:
            await asyncio.sleep(_LOOK_S)
            if why := self._excess(usage(first, self._limits.memory_mb << 20)):
                self._why = self._why or why
                self._kill()
                return

    @property
    def _too_much_memory(self) -> str:
        return f"used more than {self._limits.memory_mb} MB of memory"

    def _killed_for_memory(self, group: Cgroup) -> str:
        return self._too_much_memory if group.ran_out_of_memory() else ""

    def _excess(self, now: Usage) -> str:
        limits = self._limits
        if self._group is not None and (why := self._killed_for_memory(self._group)):
            return why
        if now.memory + now.scratch > (limits.memory_mb + limits.scratch_mb) << 20:
            return self._too_much_memory
        if now.scratch_files > limits.scratch_files:
            return f"made more than {limits.scratch_files:,} files"
        if now.processes > 2 * limits.processes:
            return f"ran more than {limits.processes} processes"
        return ""


async def _read(stream: asyncio.StreamReader, take: Callable[[bytes], None]) -> None:
    heard = 0
    while part := await stream.read(_PART):
        heard += len(part)
        take(part)
        if heard > _BREATH_BYTES:
            heard = 0
            await asyncio.sleep(_BREATH_S)
