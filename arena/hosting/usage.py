"""What a contained program uses now, as the kernel tells it from outside."""

import os
from dataclasses import dataclass
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Usage:
    """Everything that a program and its children hold."""

    processes: int
    memory: int
    """Bytes that are in memory; what processes share is divided among them."""
    scratch: int
    """Bytes in its `/tmp` and `/dev/shm`."""
    scratch_files: int


def usage(first: int, enough: int) -> Usage:
    """Returns what the process and all that come from it use; nothing if it is gone.

    Up to `enough` bytes of memory it is told roughly, as that takes a tenth of the time.
    """
    tree = descendants(first)
    memory = sum(_resident(pid) for pid in tree)
    if memory > enough:
        memory = sum(_proportional(pid) for pid in tree)
    scratch = [_scratch(first, place) for place in ("tmp", "dev/shm")]
    return Usage(len(tree), memory, sum(s for s, _ in scratch), sum(n for _, n in scratch))


def descendants(first: int) -> list[int]:
    """Returns the processes below the first; whoever loses its parent there becomes its child."""
    found, todo = list[int](), [first]
    while todo:
        children = _children(todo.pop())
        found += children
        todo += children
    return found


def _children(pid: int) -> list[int]:
    children = []
    try:
        for thread in (_PROC / str(pid) / "task").iterdir():
            children += [int(child) for child in (thread / "children").read_text().split()]
    except OSError:
        pass  # it ended meanwhile
    return children


def _resident(pid: int) -> int:
    try:
        return int((_PROC / str(pid) / "statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _proportional(pid: int) -> int:
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def _scratch(pid: int, place: str) -> tuple[int, int]:
    """Returns bytes and files of a file system that the program may fill."""
    try:
        found = os.statvfs(_PROC / str(pid) / "root" / place)
    except OSError:
        return 0, 0
    return (found.f_blocks - found.f_bfree) * found.f_frsize, found.f_files - found.f_ffree
