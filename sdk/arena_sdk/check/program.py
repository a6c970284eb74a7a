"""The program under check, if the check starts it itself."""

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

TAIL = 12
"""So many lines of output tell why a program ended."""


class Program(Protocol):
    """Something that can be started and stopped, again and again."""

    async def start(self, environment: Mapping[str, str]) -> None:
        """Raises `OSError` if it cannot be started."""

    @property
    def code(self) -> int | None:
        """With which code it has ended, as a shell would say; `None` while it runs."""

    def terminate(self) -> None:
        """Sends it SIGTERM, so that it ends in good order."""

    async def stop(self) -> None:
        """Ends it at once."""

    def output(self) -> str:
        """Returns the end of what it has printed."""


class Command:
    """A program of the author, whose output goes to a file."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        self._command = command
        self._log = log
        self._process: Process | None = None

    async def start(self, environment: Mapping[str, str]) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                env={**os.environ, **environment},
                stdin=DEVNULL,
                stdout=log,
                stderr=STDOUT,
                start_new_session=True,
            )

    @property
    def code(self) -> int | None:
        code = self._process.returncode if self._process else 0
        return 128 - code if code is not None and code < 0 else code

    def terminate(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()

    async def stop(self) -> None:
        """Ends it together with what it has started."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()

    def output(self) -> str:
        lines = self._log.read_text(errors="replace").splitlines()
        return "\n".join(lines[-TAIL:])
