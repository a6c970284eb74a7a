"""Who dies when: a plan that follows from a seed, and the kills that were carried out."""

import os
import random
import signal
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from tests.chaos.house import House
from tests.redis_server import drop_connections

WEIGHTS = {
    "worker": 4,
    "gateway": 3,
    "bot": 3,
    "redis": 2,
    "ledger": 2,
    "beat": 1,
    "outage": 1,
    "amnesia": 1,
    "dropped": 1,
    "frozen": 1,
    "stopped": 2,
}
"""How often each kind of process dies.

An `outage` is a Redis that stays away for a while, `amnesia` one that dies together with a worker,
`dropped` are all of its connections, `frozen` is a worker that goes on too late, `stopped` a worker
or gateway that is asked to end.
"""
OUTAGE_S = 8.0
"""How long an outage lasts at most."""
FROZEN_S = 16.0
"""Longer than a lease."""


@dataclass(frozen=True, slots=True)
class Kill:
    """One process killed, or frozen."""

    kind: str
    name: str
    at: float
    """In the time of `time.time`."""


@dataclass(slots=True)
class Killer:
    """Kills by the plan whenever its time has come."""

    seed: int
    mean_pause_s: float
    kinds: Collection[str] = tuple(WEIGHTS)
    most: int | None = None
    """How many it kills at most."""
    kills: list[Kill] = field(default_factory=list)
    _plan: Iterator[tuple[float, str, float]] | None = None
    _next: tuple[float, str, float] = (0.0, "", 0.0)
    _thaws: list[tuple[float, int]] = field(default_factory=list)
    _outage_until: float = 0.0

    @property
    def is_at_it(self) -> bool:
        """Whether it has a number of kills to reach, and has not reached it."""
        return self.most is not None and len(self.kills) < self.most

    def step(self, house: House) -> None:
        """Does what is due by now."""
        now = time.time()
        for due, pid in list(self._thaws):
            if now >= due:
                self._thaws.remove((due, pid))
                _signal(pid, signal.SIGCONT)
        house.supervisor.redis = house.redis if now >= self._outage_until else None
        if self._plan is None:
            self._plan = plan(self.seed, self.mean_pause_s, self.kinds)
            self._draw(now)
        due, kind, which = self._next
        if now >= due and (self.most is None or self.is_at_it):
            self._kill(house, kind, which)
            self._draw(now)

    def rest(self, house: House) -> None:
        """Lets everybody live from now on."""
        house.supervisor.redis = house.redis
        for _, pid in self._thaws:
            _signal(pid, signal.SIGCONT)
        self._thaws.clear()

    def _draw(self, now: float) -> None:
        assert self._plan is not None
        pause_s, kind, which = next(self._plan)
        self._next = (now + pause_s, kind, which)

    def _kill(self, house: House, kind: str, which: float) -> None:
        now = time.time()
        name, pid = _victim(house, kind, which)
        if not pid:
            return  # it has not started again yet
        self.kills.append(Kill(kind, name, now))
        match kind:
            case "frozen":
                _signal(pid, signal.SIGSTOP)
                self._thaws.append((now + FROZEN_S, pid))
            case "stopped":
                _signal(pid, signal.SIGTERM)
            case "amnesia":
                _signal(house.redis.pid, signal.SIGKILL)
                _signal(pid, signal.SIGKILL)
            case "dropped":
                drop_connections(house.redis.url)
            case _:
                _signal(pid, signal.SIGKILL)
        if kind == "outage":
            self._outage_until = now + which * OUTAGE_S


def plan(
    seed: int, mean_pause_s: float, kinds: Collection[str]
) -> Iterator[tuple[float, str, float]]:
    """Yields for ever: a pause, a kind of process, and which one of its kind, from 0 to 1."""
    chance = random.Random(seed)
    weights = [WEIGHTS[kind] for kind in kinds]
    while True:
        pause_s = chance.uniform(0.3, 1.7) * mean_pause_s
        yield pause_s, chance.choices(list(kinds), weights)[0], chance.random()


def _victim(house: House, kind: str, which: float) -> tuple[str, int]:
    match kind:
        case "redis" | "outage" | "dropped":
            return kind, house.redis.pid
        case "frozen" | "amnesia":
            children = house.named("worker")
        case "stopped":
            children = [*house.named("worker"), *house.named("gateway")]
        case _:
            children = house.named(kind)
    child = children[int(which * len(children))]
    return child.name, child.process.pid if child.process is not None else 0


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
