"""A connection that died without a word is noticed at both ends, and play goes on after it.

Bots are frozen, and the cable to their network namespace is cut: nothing says that they are gone.
"""

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from arena.cli.supervisor import Child
from arena.match.clock import Clock
from arena.match.events import MatchEvent
from arena.relay import RedisRelay
from tests.promises.bots import Crew
from tests.promises.cable import cable
from tests.promises.grounds import PATIENCE_S, Grounds, grounds, send
from tests.promises.measuring import as_they_come
from tests.promises.refereed import Terms, all_online, choices, online, refereed
from tests.simulation.figure import Figure

CLOCK = Clock(limit_ms=2_000, bank_ms=200_000, lag_ms=100, join_ms=60_000)
"""A bot has time to come back."""
WINDOW_S = 30.0
"""The keepalive window of the transport, here and in the SDK."""
HEARTBEAT_S = 5.0
"""As the settings have it."""
SHORT_HEARTBEAT_S = 0.4
TIMES = 3
TABLES = 2
THINK_MS = 20
CREW = "crew"
BEFORE = 6
"""So many events a match has before the connection dies."""


@dataclass(frozen=True, slots=True)
class Spell:
    """What was seen of one connection that died and came back."""

    noticed_s: Sequence[float]
    """By the arena, for every bot: from the death of the connection on."""
    silences_s: Sequence[float]
    """By the bots, where they lived: likewise."""
    back_s: float
    """From the connection's coming back until the first match went on."""
    faults: int


def figures(quick: bool = False) -> Iterator[Figure]:
    """Yields how long it takes to notice that bots are frozen."""
    return as_they_come(_frozen(*((1, SHORT_HEARTBEAT_S) if quick else (TIMES, HEARTBEAT_S))))


def figures_of_a_cut_cable(quick: bool = False) -> Iterator[Figure]:
    """Yields how long it takes to notice that a cable is cut; raises `NoCable`."""
    return as_they_come(_cut(*((1, SHORT_HEARTBEAT_S) if quick else (TIMES, HEARTBEAT_S))))


async def _frozen(times: int, heartbeat_s: float) -> AsyncIterator[Figure]:
    with grounds(heartbeat_s=heartbeat_s) as arena:
        lineups, child = _tables(arena)
        die, live = partial(send, child, signal.SIGSTOP), partial(send, child, signal.SIGCONT)
        for figure in await _measured("frozen bots", arena, lineups, die, live, times):
            yield figure


async def _cut(times: int, heartbeat_s: float) -> AsyncIterator[Figure]:
    with cable() as wire, grounds(1, wire.host, heartbeat_s=heartbeat_s) as arena:
        lineups, _ = _tables(arena, *wire.inside)
        for figure in await _measured("a cut cable", arena, lineups, wire.cut, wire.mend, times):
            yield figure


def _tables(arena: Grounds, *prefix: str) -> tuple[Sequence[Sequence[str]], Child]:
    lineups = [arena.submissions("carrera", 3) for _ in range(TABLES)]
    bots = [submission for lineup in lineups for submission in lineup]
    return lineups, arena.crew(CREW, Crew(arena.addresses[0], bots, THINK_MS), *prefix)


async def _measured(
    death: str,
    arena: Grounds,
    lineups: Sequence[Sequence[str]],
    die: Callable[[], None],
    live: Callable[[], None],
    times: int,
) -> Sequence[Figure]:
    log = arena.supervisor.log_dir / f"{CREW}.log"
    async with asyncio.timeout(PATIENCE_S), arena.relay() as relay:
        spells = []
        for _ in range(times):
            await all_online(relay, [submission for lineup in lineups for submission in lineup])
            spells.append(await _spell(relay, lineups, die, live, log))
    return list(_figures(death, spells))


def _figures(death: str, spells: Sequence[Spell]) -> Iterator[Figure]:
    noticed = [seconds for spell in spells for seconds in spell.noticed_s]
    silences = [seconds for spell in spells for seconds in spell.silences_s]
    yield Figure(f"{death}: noticed by the arena, median, s", median(noticed))
    yield Figure("  max, s", max(noticed), high=WINDOW_S)
    if silences:
        yield Figure("  noticed by the bots, median, s", median(silences))
        yield Figure("  max, s", max(silences), high=WINDOW_S)
    yield Figure("  from its end to play going on, max, s", max(spell.back_s for spell in spells))
    yield Figure("  faults of the bots that came back", sum(s.faults for s in spells), high=0)


async def _spell(
    relay: RedisRelay,
    lineups: Sequence[Sequence[str]],
    die: Callable[[], None],
    live: Callable[[], None],
    log: Path,
) -> Spell:
    """Plays matches to their end, and lets their connections die in the middle."""
    events: list[float] = []

    async def kept(_: MatchEvent) -> None:
        events.append(time.time())

    terms = [Terms("carrera", lineup, CLOCK) for lineup in lineups]
    playing = [asyncio.create_task(refereed(relay, one, kept)) for one in terms]
    while len(events) < BEFORE:
        await asyncio.sleep(0.02)
    died = time.time()
    die()
    gone: dict[str, float] = {}
    missing = {submission for lineup in lineups for submission in lineup}
    while missing:
        here = await online(relay, missing)
        gone |= {submission: time.time() - died for submission in missing - here.keys()}
        missing &= here.keys()
        await asyncio.sleep(0.02)
    await asyncio.sleep(max(gone.values()) / 2)  # so that bots that live notice as well
    silences = [s for s in silences_s(log) if s >= died]
    lived = time.time()
    live()
    logs = await asyncio.gather(*playing)
    faults = sum(choice.fault is not None for log in logs for choice in choices(log))
    back = min(instant for instant in events if instant > lived)
    return Spell(list(gone.values()), [s - died for s in silences], back - lived, faults)


def silences_s(log: Path) -> list[float]:
    """Returns when bots found that they had heard nothing for too long."""
    found = re.findall(r"^([0-9.]+) no session \(silence", log.read_text(), re.MULTILINE)
    return [float(instant) for instant in found]
