"""What the arena itself takes is charged to nobody: relay, worker, gateway, database.

Each of them stands still, again and again, for far longer than a bot may think, or is slow all the
time, while a real worker plays real matches.
"""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from urllib.parse import urlsplit

from arena.cli.supervisor import Child
from arena.match.clock import Clock
from arena.match.events import Choice
from arena.service.matches import create_match
from arena.service.records import Match, MatchState
from tests.promises.bots import Crew
from tests.promises.grounds import Grounds, grounds, send
from tests.promises.jitter import Jitter
from tests.promises.measuring import as_they_come
from tests.promises.refereed import choices
from tests.simulation.figure import Figure

CLOCK = Clock(limit_ms=200, bank_ms=0, lag_ms=400, join_ms=60_000)
"""All is over in 0.6 s."""
PATIENT = Clock(limit_ms=200, bank_ms=0, lag_ms=1_000, join_ms=60_000)
"""In the short form: the machine may have more to do than this."""
THINK_MS = 50
WELL_S = 0.5
"""Between two spells in which a part stands still."""
SLOW_MS = (350.0, 500.0)
"""So much later all arrives at Valkey that a worker sends, and every reply at the worker."""
PARTS = ("worker", "gateway", "Valkey", "database")
SHORT = ((PARTS, 1.8),)
"""Which parts stand still in turn in one match, and for how long."""
LONG = (*(((part,), 2.0) for part in PARTS), (PARTS, 7.0))

StandStill = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Played:
    """What became of the matches, and how often a part stood still meanwhile."""

    void: int
    choices: Sequence[Choice]
    spells: int


def figures(quick: bool = False) -> Iterator[Figure]:
    """Yields the faults of bots that think for 50 ms of 0.6 s while the arena takes longer."""
    return as_they_come(_measured(quick))


async def _measured(quick: bool) -> AsyncIterator[Figure]:
    clock = PATIENT if quick else CLOCK
    with grounds() as arena:
        lineups = [arena.submissions("carrera", 3) for _ in range(1 if quick else 4)]
        bots = [submission for lineup in lineups for submission in lineup]
        arena.crew("crew", Crew(arena.addresses[0], bots, THINK_MS))
        url = urlsplit(arena.redis.url)
        way = Jitter(f"{url.hostname}:{url.port}", (0.0, 0.0))
        async with way.listening() as address:
            login = url.netloc.rpartition("@")[0]
            worker = _worker(arena, url._replace(netloc=f"{login}@{address}").geturl())
            for parts, length_s in SHORT if quick else LONG:
                spells = (partial(_stand_still, arena, worker, p, length_s) for p in cycle(parts))
                played = await _played(arena, lineups, clock, 3, spells)
                names = ", ".join(parts)
                for figure in _figures(f"{names} standing still for {length_s:g} s", played):
                    yield figure
                yield Figure("  times this happened", played.spells, low=1)
            if not quick:
                way.late_ms = SLOW_MS
                played = await _played(arena, lineups, clock, 1, iter(()))
                for figure in _figures("relay 0.35-0.5 s away, each way", played):
                    yield figure


def _figures(trouble: str, played: Played) -> Iterator[Figure]:
    faults = sum(choice.fault is not None for choice in played.choices)
    yield Figure(f"faults, {trouble}", faults, high=0)
    yield Figure("  void matches", played.void, high=0)
    yield Figure("  decisions", len(played.choices), low=1)
    yield Figure("  longest charged, ms", max((c.elapsed_ms for c in played.choices), default=0))


def _worker(arena: Grounds, redis_url: str) -> Child:
    """Starts a worker, and what brings it its work; returns the worker."""
    arena.supervisor.start("ledger", "worker", "--queue", "ledger")
    arena.supervisor.start("beat", "beat")
    return arena.supervisor.start(
        "worker", "worker", "--queue", "matches", ARENA_REDIS_URL=redis_url
    )


async def _played(
    arena: Grounds,
    lineups: Sequence[Sequence[str]],
    clock: Clock,
    rounds: int,
    spells: Iterator[StandStill],
) -> Played:
    """Plays a match of every lineup; while all are under way, something stands still in turn."""
    made = [_made(arena, lineup, clock, rounds).match_id for lineup in lineups]
    count = 0
    while True:
        await asyncio.sleep(WELL_S)
        with arena.wiring.open_unit() as unit:
            matches = [unit.matches.get(match_id) for match_id in made]
        if all(match.state.final for match in matches):
            break
        if any(match.state is MatchState.QUEUED for match in matches):
            continue
        if (stand_still := next(spells, None)) is not None:
            count += 1
            await stand_still()
    with arena.wiring.open_unit() as unit:
        logs = [unit.matches.log(match_id) for match_id in made]
    void = sum(match.state is MatchState.VOID for match in matches)
    return Played(void, [choice for log in logs for choice in choices(log)], count)


def _made(arena: Grounds, lineup: Sequence[str], clock: Clock, rounds: int) -> Match:
    wiring = arena.wiring
    return create_match(
        arena.author,
        "carrera",
        {"max_rounds": rounds},
        lineup,
        clock,
        open_unit=wiring.open_unit,
        games=wiring.games,
        now=wiring.now,
    )


async def _stand_still(arena: Grounds, worker: Child, part: str, length_s: float) -> None:
    match part:
        case "database":
            path = arena.wiring.settings.database.partition("///")[2]
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(length_s)
        case "Valkey":
            os.kill(arena.redis.pid, signal.SIGSTOP)
            await asyncio.sleep(length_s)
            os.kill(arena.redis.pid, signal.SIGCONT)
        case _:
            child = worker if part == "worker" else arena.supervisor.children[0]
            send(child, signal.SIGSTOP)
            await asyncio.sleep(length_s)
            send(child, signal.SIGCONT)
