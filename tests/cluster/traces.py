"""What a run leaves on the machine, the names of its hosts, and how they go whatever ends it.

A run that is told to stop takes them away itself. One that was killed cannot: it holds a lock as
long as it lives, so the next run knows which names nobody needs.
"""

import fcntl
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = f"arena-{os.getpid()}-"
NOTES = Path("/run/arena-cluster")


@contextmanager
def noted() -> Iterator[None]:
    """Notes for the length of the block that this process has hosts."""
    NOTES.mkdir(exist_ok=True)
    new, note = NOTES / f".{PREFIX}", NOTES / PREFIX
    with new.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        new.rename(note)  # nobody ever sees it without its lock
        try:
            yield
        finally:
            note.unlink()


def tidy() -> list[str]:
    """Removes the hosts of runs that are dead; returns their names."""
    removed = []
    for note in NOTES.glob("arena-*"):
        with note.open() as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue  # that run is alive
            for name in _names():
                if name.startswith(note.name):
                    remove(name)
                    removed.append(name)
            note.unlink(missing_ok=True)
    return removed


def remove(name: str) -> None:
    """Kills what runs on a host, and takes it away."""
    kill_all_on(name)
    subprocess.run(["ip", "netns", "delete", name], capture_output=True)


def kill_all_on(name: str) -> None:
    found = subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True)
    for pid in map(int, found.stdout.split()):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def end_when_told() -> None:
    """Lets a signal end this process as an exception does: through every block that tidies up."""
    told = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

    def end(number: int, _: object) -> None:
        for each in told:
            signal.signal(each, signal.SIG_IGN)  # once is enough; tidying up is not to be disturbed
        raise SystemExit(128 + number)

    for each in told:
        signal.signal(each, end)


def _names() -> list[str]:
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line]
