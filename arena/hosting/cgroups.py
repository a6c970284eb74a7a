"""Limits that the kernel keeps for a program as a whole: control groups, version 2 or 1.

They are used where this process may make groups below its own: as root, or where the service
manager delegates. Everywhere else rlimits and the watchdog do without them.
"""

import itertools
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from arena.service.errors import Unavailable
from arena.service.hosting_ports import Limits

CONTROLLERS = ("memory", "pids", "cpu")
_PREFIX = "arena-bot-"
_OWN_PROCESSES = 2
"""What bubblewrap needs beside the program."""
_PERIOD_US = 100_000
_ALL_GONE_S = 0.5
_DELEGATED = ("user.delegate", "trusted.delegate")
"""How systemd marks groups that it leaves to others."""
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Cgroup:
    """The group of one program."""

    places: Mapping[str, Path]
    """Its directory for each controller; of version 2 they are all the same."""
    version: int

    def add(self, pid: int) -> None:
        """Takes a process in; its children will be here as well."""
        for place in set(self.places.values()):
            (place / "cgroup.procs").write_text(str(pid))

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel killed a process of the group for lack of memory."""
        file = "memory.events" if self.version == 2 else "memory.oom_control"
        with suppress(OSError):
            words = (self.places["memory"] / file).read_text().split()
            return words[words.index("oom_kill") + 1] != "0"
        return False

    def remove(self) -> None:
        """Forgets the group, as soon as the last of its processes is gone."""
        deadline = time.monotonic() + _ALL_GONE_S
        for place in set(self.places.values()):
            while place.exists() and time.monotonic() < deadline:
                with suppress(OSError):
                    place.rmdir()
                    break
                time.sleep(0.01)


@dataclass(frozen=True, slots=True)
class Cgroups:
    """Where groups can be made."""

    places: Mapping[str, Path]
    """A directory for each controller."""
    version: int

    def group(self, limits: Limits) -> Cgroup:
        """Makes a group for a program. Raises `OSError` where that is not allowed."""
        name = f"{_PREFIX}{os.getpid()}-{next(_numbers)}"
        places = {controller: place / name for controller, place in self.places.items()}
        made = Cgroup(places, self.version)
        try:
            for place in set(places.values()):
                place.mkdir()
            for (controller, file), value in _values(limits, self.version).items():
                (places[controller] / file).write_text(value)
            with suppress(OSError):  # a kernel without swap has no such file
                if self.version == 2:
                    (places["memory"] / "memory.swap.max").write_text("0")
        except OSError:
            made.remove()
            raise
        return made


def _values(limits: Limits, version: int) -> Mapping[tuple[str, str], str]:
    """Returns what is to be written, by controller and file."""
    memory = str(limits.memory_mb + limits.scratch_mb << 20)  # what lies in its /tmp counts as well
    processes = str(limits.processes + _OWN_PROCESSES)
    if version == 2:
        return {
            ("memory", "memory.max"): memory,
            ("memory", "memory.oom.group"): "1",
            ("pids", "pids.max"): processes,
            ("cpu", "cpu.max"): f"{_PERIOD_US} {_PERIOD_US}",
        }
    return {
        ("memory", "memory.limit_in_bytes"): memory,
        ("pids", "pids.max"): processes,
        ("cpu", "cpu.cfs_period_us"): str(_PERIOD_US),
        ("cpu", "cpu.cfs_quota_us"): str(_PERIOD_US),
    }


def cgroups(proc: Path = Path("/proc/self")) -> Cgroups:
    """Returns where this process may make groups; raises `Unavailable` that says why nowhere."""
    mine = _own_groups(proc)
    problems = []
    for version, places in _candidates(mine):
        found = Cgroups(places, version)
        try:
            with _trial(found):
                _remove_stale(places.values())
                return found
        except OSError as error:
            problems.append(f"version {version}: {error}")
    why = "; ".join(problems) or f"no {', '.join(CONTROLLERS)} controllers are mounted"
    raise Unavailable(f"control groups cannot be used here: {why}")


def _candidates(mine: Mapping[str, Path]) -> Iterator[tuple[int, Mapping[str, Path]]]:
    """Yields what is worth a try, the best first."""
    if (own := mine.get("")) is not None:
        yield from ((2, dict.fromkeys(CONTROLLERS, own)) for own in (own, *_delegated(own.parent)))
    if all(controller in mine for controller in CONTROLLERS):
        yield 1, {controller: mine[controller] for controller in CONTROLLERS}


def _delegated(place: Path) -> Sequence[Path]:
    """Returns the place if systemd says that it is ours: `Delegate=` with a `DelegateSubgroup=`."""
    for name in _DELEGATED:
        with suppress(OSError):
            if os.getxattr(place, name) == b"1":
                return (place,)
    return ()


@contextmanager
def _trial(found: Cgroups) -> Iterator[None]:
    """Makes a group and removes it again. Raises `OSError` where that is not allowed."""
    if found.version == 2:
        control = found.places["memory"] / "cgroup.subtree_control"
        if not set(CONTROLLERS) <= set(control.read_text().split()):
            control.write_text(" ".join(f"+{controller}" for controller in CONTROLLERS))
    made = found.group(Limits())
    try:
        yield
    finally:
        made.remove()


def _remove_stale(places: Iterable[Path]) -> None:
    """Removes the groups that processes left behind which were killed."""
    for place in set(places):
        for old in place.glob(f"{_PREFIX}*"):
            pid = old.name.removeprefix(_PREFIX).split("-")[0]
            if not Path("/proc", pid).exists():
                with suppress(OSError):
                    old.rmdir()


def _own_groups(proc: Path) -> Mapping[str, Path]:
    """Returns the directory of this process's group by controller; of version 2 under ""."""
    paths: dict[str, str] = {}
    for line in _lines(proc / "cgroup"):
        _, names, path = line.split(":", 2)
        paths |= dict.fromkeys(names.split(","), path)
    found: dict[str, Path] = {}
    for line in _lines(proc / "mountinfo"):
        where, _, what = line.partition(" - ")
        root, mounted = where.split()[3:5]
        kind, _, options = what.split()[:3]
        controllers = [""] if kind == "cgroup2" else options.split(",")
        for controller in controllers if kind in ("cgroup", "cgroup2") else ():
            below = paths.get(controller, "")
            if below.startswith(root):
                found[controller] = Path(mounted, below.removeprefix(root).lstrip("/"))
    return found


def _lines(path: Path) -> Sequence[str]:
    with suppress(OSError):
        return path.read_text().splitlines()
    return ()
