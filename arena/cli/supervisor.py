"""Runs the processes of one machine, starts again those that die, and leaves none behind."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from arena.relay.embedded import EmbeddedServer

_PR_SET_PDEATHSIG = 1
_BACKOFF_S = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Pauses before a process starts again, by how often in a row it died young."""
LOG_BYTES = 64 << 20
"""A log that has grown so long begins anew; the one before it is kept beside it."""
_STABLE_S = 10.0
"""A process that lived so long starts anew without delay."""


def die_with_parent() -> None:
    """Asks Linux to end this process when its parent is gone, even if that was killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass(slots=True)
class Child:
    """One process that is kept running."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    log: IO[bytes]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    due: float = 0.0

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass(slots=True)
class Supervisor:
    """Keeps processes running until it is told to stop."""

    environment: Mapping[str, str]
    log_dir: Path
    redis: EmbeddedServer | None = None
    """The server that is kept running along with them; it is not started or stopped here."""
    children: list[Child] = field(default_factory=list)

    def start(self, name: str, *arguments: str, **environment: str) -> Child:
        """Starts `arena ARGUMENTS...`; its output goes to the file `NAME.log`."""
        return self.run(name, sys.executable, "-m", "arena.cli.entry", *arguments, **environment)

    def run(self, name: str, *command: str, **environment: str) -> Child:
        """Starts any other command likewise; `environment` goes before everybody's."""
        self.log_dir.mkdir(parents=True, exist_ok=True)
        log = (self.log_dir / f"{name}.log").open("ab")
        child = Child(name, command, {**self.environment, **environment}, log)
        self.children.append(child)
        self._spawn(child)
        return child

    def _spawn(self, child: Child) -> None:
        child.started = time.monotonic()
        child.process = subprocess.Popen(
            child.command,
            env=dict(child.environment),
            stdin=subprocess.DEVNULL,
            stdout=child.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_dying_with(os.getpid()),
        )

    def tend(self) -> list[str]:
        """Starts again what has died, after a pause that grows; returns the names of the dead."""
        dead, now = [], time.monotonic()
        if self.redis is not None and self.redis.tend():
            dead.append("redis")
        for child in self.children:
            _turn_over(self.log_dir / f"{child.name}.log", child.log)
            if child.process is not None and child.process.poll() is not None:
                dead.append(child.name)
                child.deaths = 0 if now - child.started > _STABLE_S else child.deaths + 1
                child.due = now + _BACKOFF_S[min(child.deaths, len(_BACKOFF_S) - 1)]
                child.process = None
            if child.process is None and now >= child.due:
                self._spawn(child)
        return dead

    def stop(self, patience_s: float) -> None:
        """Ends all processes: the youngest first, politely, then by force."""
        deadline = time.monotonic() + patience_s
        for child in reversed(self.children):
            if child.process is not None:
                child.process.send_signal(signal.SIGTERM)
        for child in reversed(self.children):
            if child.process is not None:
                try:
                    child.process.wait(max(0.1, deadline - time.monotonic()))
                except subprocess.TimeoutExpired:
                    child.process.kill()
                    child.process.wait()
            child.log.close()


def _turn_over(path: Path, log: IO[bytes]) -> None:
    """Copies a log that is too long aside and empties it: its writers append, and go on."""
    if os.fstat(log.fileno()).st_size > LOG_BYTES:
        shutil.copyfile(path, path.with_suffix(".log.1"))
        log.truncate(0)


def _dying_with(parent: int) -> Callable[[], None]:
    def ask() -> None:
        die_with_parent()
        if os.getppid() != parent:  # it was gone before it could matter
            os._exit(1)

    return ask
