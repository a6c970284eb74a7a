"""One tick of the scheduler over a ladder of many submissions, all of them online."""

import math
import time
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any

from arena.games.registry import Registry
from arena.service.ladders import create_ladder
from arena.service.records import (
    AttemptEnd,
    Author,
    BlockState,
    Bot,
    MatchFilter,
    Role,
    Standing,
    Submission,
    SubmissionKind,
)
from arena.service.relay_ports import Presence
from arena.service.scheduling import schedule_ladder
from arena.storage import Database, memory_database, tables
from arena.storage.layouts import AUTHORS, BOTS, STANDINGS, SUBMISSIONS, Layout
from tests.bench.figures import Figure, beside

SIZES = (1_000, 3_000, 10_000)
BACKLOG = 100
ROUNDS = 5
MOST_MS = 200.0


def figures() -> Iterator[Figure]:
    """Yields the processor time of a tick; the baseline is what it may take, n log n or 200 ms."""
    first: tuple[int, float] | None = None
    for size in SIZES:
        spent_ms = _tick_ms(size)
        name = f"tick of a ladder, {size:,} submissions online"
        if first is None:
            first = size, spent_ms
            yield Figure(name, spent_ms, "ms")
        else:
            steps = size * math.log(size) / (first[0] * math.log(first[0]))
            yield beside(f"{name} v n log n", spent_ms, "ms", first[1] * steps)
    yield beside(f"tick of a ladder, {SIZES[-1]:,} submissions v bound", spent_ms, "ms", MOST_MS)


def _tick_ms(size: int) -> float:
    """Returns milliseconds of processor time, storage in memory included, the best of a few."""
    database = memory_database()
    ladder_id = _ladder(database, size)
    best = math.inf
    for _ in range(ROUNDS):
        before = time.process_time()
        schedule_ladder(ladder_id, open_unit=database.unit, online=_online, now=_now)
        best = min(best, 1_000 * (time.process_time() - before))
        opened = _give_up_all(database, ladder_id)
        assert opened == BACKLOG, "a tick that opens nothing is none"
    database.close()
    return best


def _ladder(database: Database, size: int) -> str:
    """Returns a ladder of bots that have played different numbers of blocks."""
    random = Random(size)
    ladder = create_ladder(
        "long",
        "scout",
        {},
        4,
        backlog=BACKLOG,
        open_unit=database.unit,
        games=Registry.installed(),
        now=_now,
    )
    names = [f"s{number:05}" for number in range(size)]
    submissions = [Submission(n, n, 1, SubmissionKind.REMOTE, _now()) for n in names]
    joined = [
        Standing(ladder.ladder_id, n, random.gauss(1_500, 200), _now(), random.randint(1, 50))
        for n in names
    ]
    with database.engine.begin() as connection:
        for table, rows in (
            (tables.authors, [_named(AUTHORS, Author(n, n, Role.AUTHOR, _now())) for n in names]),
            (tables.bots, [_named(BOTS, Bot(n, n, "scout", n, _now())) for n in names]),
            (tables.submissions, list(map(SUBMISSIONS.values, submissions))),
            (tables.standings, list(map(STANDINGS.values, joined))),
        ):
            connection.execute(table.insert(), rows)
    return ladder.ladder_id


def _named(layout: Layout[Any], record: Any) -> dict[str, Any]:
    return layout.values(record) | {"name_key": record.name}


def _give_up_all(database: Database, ladder_id: str) -> int:
    """Voids what was opened, so that the next tick has as much to do; returns how much it was."""
    with database.unit() as unit:
        lineups = unit.blocks.open_lineups(ladder_id)
        blocks = set()
        for match in unit.matches.page(500, "", MatchFilter(ladder_id=ladder_id)).items:
            if not match.state.final:
                unit.matches.void(match.match_id, AttemptEnd.OPERATOR, "", _now())
                blocks.add(match.block_id)
        for block_id in blocks:
            unit.blocks.close(block_id or "", BlockState.VOID, _now(), None)
    return len(lineups)


def _online(submission_ids: Collection[str]) -> Mapping[str, Presence]:
    return {one: Presence(one, "gateway", 1, 8) for one in submission_ids}


def _now() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)
