"""What an added worker is worth where it has a core of its own.

A machine with two cores has none to spare for three workers. So each worker gets a slow core: a
control group lets it have `SHARE` of one, all of them on one core, and everything else runs on the
others. Workers are then what the arena lacks, as they are where somebody adds one; gateways, stores
and bots are not. What each kind of process spends on a decision tells whether they would be: what
stays the same, or falls, as workers are added is no bottleneck but by its sum.
"""

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from arena.cli.supervisor import Child
from tests.chaos.house import House, Programme
from tests.chaos.run import let_pass
from tests.cluster.arena import WORKERS, Spread

SHARE = 0.08
"""Of a core, for each worker."""
AT_ONCE = 8
"""Matches that each worker plays at a time."""
PROGRAMME = Programme(backlog=12, tables=(("scout", 3), ("scout", 4)), capacity=24, narrow=24)
"""One game, so that one decision is like the other, and more matches than the workers can play."""
WARM_S, SETTLE_S, MEASURE_S = 25.0, 10.0, 25.0
ROOT = Path("/sys/fs/cgroup")
PERIOD_US = 20_000
KINDS = ("worker", "gateway", "redis", "sql", "ledger", "beat", "bots")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Pace:
    """What so many workers did."""

    workers: int
    decisions_s: float
    busy: float
    """The share that they had of what they could have."""
    cost_us: Mapping[str, float]
    """Time of a core for each decision, by kind of process."""


def pace(house: House, workers: int) -> Pace:
    """Returns what so many workers do in an arena that has just begun, with one of them.

    They play at full speed first, as a worker is slow until it has seen most hands.
    """
    supervisor = house.supervisor
    assert isinstance(supervisor, Spread)
    for name in WORKERS[1:workers]:
        supervisor.start_worker(name)
    let_pass(house, seconds=WARM_S)
    *others, own = sorted(os.sched_getaffinity(0))
    for child in supervisor.children:
        _keep(_pid(child), {own} if child.name in WORKERS else set(others) or {own})
    with ExitStack() as groups:
        for name in WORKERS[:workers]:
            groups.enter_context(_slowed(_pid(supervisor.child(name)), name))
        let_pass(house, seconds=SETTLE_S)
        return _measured(house, workers)


def is_possible() -> bool:
    """Whether control groups can be made here."""
    try:
        return os.access(_place(), os.W_OK)
    except OSError:
        return False


def shown(found: Sequence[Pace]) -> Iterator[tuple[str, str]]:
    """Yields the figures, each with its name."""
    first = found[0].decisions_s
    for before, each in zip([0.0, *(each.decisions_s for each in found)], found, strict=False):
        slow = f"{each.workers} workers at {SHARE:.0%} of a core"
        worth = f"the last one adds {(each.decisions_s - before) / first:.2f} of the first"
        rate = f"{each.decisions_s:.0f}"
        yield f"decisions a second, {slow}", f"{rate}, {worth}; {each.busy:.0%} busy"
        cost = ", ".join(f"{kind} {each.cost_us[kind]:.0f}" for kind in KINDS)
        yield f"microseconds of a core for each, {each.workers} workers", cost


def _measured(house: House, workers: int) -> Pace:
    begun, decided, spent = time.monotonic(), decisions(house), _spent(house)
    let_pass(house, seconds=MEASURE_S)
    lasted, made = time.monotonic() - begun, decisions(house) - decided
    used = {kind: now - spent[kind] for kind, now in _spent(house).items()}
    cost = {kind: 1e6 * seconds / made for kind, seconds in used.items()}
    return Pace(workers, made / lasted, used["worker"] / (workers * SHARE * lasted), cost)


def decisions(house: House) -> int:
    """Returns how many prompts bots have seen so far."""
    return sum(path.read_bytes().count(b"\n") for path in house.notes.glob("*.notes"))


def _spent(house: House) -> Mapping[str, float]:
    """Returns the seconds of a core that processes have had so far, by their kind."""
    spent: Counter[str] = Counter()
    for child in house.supervisor.children:
        kind = child.name.split("-")[0]
        spent["bots" if kind in ("steady", "bot") else kind] += _spent_by(_pid(child))
    return spent


def _spent_by(pid: int) -> float:
    """Counts its children, too, also those that have ended."""
    process = Path(f"/proc/{pid}")
    try:
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        children = (process / "task" / str(pid) / "children").read_text().split()
    except OSError:  # it ended just now; its parent counts it the next time
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(map(_spent_by, map(int, children)))


def _pid(child: Child) -> int:
    assert child.process is not None, f"{child.name} is not there"
    return child.process.pid


def _keep(pid: int, cores: set[int]) -> None:
    """Has all threads of a process, and those of its children, run on these cores alone."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(ProcessLookupError):  # it ended just now
            os.sched_setaffinity(int(thread.name), cores)
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        _keep(int(child), cores)


def _place() -> Path:
    """Returns where groups for time of the processor are made: below our own, or the topmost."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, own = line.split(":", 2)
        if "cpu" in controllers.split(","):
            return ROOT / "cpu" / own.strip("/")
    (ROOT / "cgroup.subtree_control").write_text("+cpu")
    return ROOT


@contextmanager
def _slowed(pid: int, name: str) -> Iterator[None]:
    """Gives a process `SHARE` of a core at most; it has ended when the block ends, or is let go."""
    place = _place()
    group = place / f"arena-{os.getpid()}-{name}"
    group.mkdir()
    quota = str(int(SHARE * PERIOD_US))
    if (group / "cpu.max").exists():
        (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
    else:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(quota)
    (group / "cgroup.procs").write_text(str(pid))
    try:
        yield
    finally:
        for inside in (group / "cgroup.procs").read_text().split():
            (place / "cgroup.procs").write_text(inside)
        group.rmdir()
