"""Decisions through gateway, Redis relay and a worker process, beside a raw gRPC stream."""

import asyncio
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from arena.bootstrap import Wiring, wire
from arena.cli.processes import running
from arena.config import Settings
from arena.match.events import Decided
from arena.service import authors, bots, matches
from arena.service.records import Author, Match, Role
from tests.bench.figures import Figure, beside, percentile
from tests.bench.pingpong import round_trips

GAME, SEATS, AT_ONCE = "carrera", 3, 50
PROMPT_BYTES = 700
"""About the size of a prompt of this game, with its observation and legal actions."""


def figures() -> Iterator[Figure]:
    """Yields throughput with many matches, and the overhead per decision with a single one."""
    single = asyncio.run(round_trips(PROMPT_BYTES, 1, 2.0))
    many = asyncio.run(round_trips(PROMPT_BYTES, AT_ONCE, 2.0))
    yield Figure("raw gRPC, 1 stream, p50 round trip", percentile(single, 0.5) * 1e3, "ms")
    yield Figure(f"raw gRPC, {AT_ONCE} streams, round trips", len(many) / 2.0, "1/s")
    with tempfile.TemporaryDirectory() as scratch:
        settings = replace(
            Settings.from_environment(),
            data_dir=Path(scratch),
            gateway_port=0,
            web_port=0,
            drain_s=1.0,
        )
        with running(settings) as (_, settings):
            wiring = wire(settings)
            try:
                yield from _measured(wiring, settings, percentile(single, 0.5), len(many) / 2.0)
            finally:
                wiring.close()


def _measured(wiring: Wiring, settings: Settings, trip_s: float, trips: float) -> Iterator[Figure]:
    author, _, key = authors.create_author(
        "bench", Role.OPERATOR, open_unit=wiring.open_unit, now=wiring.now
    )
    submissions = [_submission(wiring, author, seat) for seat in range(SEATS)]
    address = f"{settings.gateway_host}:{settings.gateway_port}"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.bots", address, key, *submissions],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(3)
        alone = [_played(wiring, author, submissions, 1)[0] for _ in range(5)]
        crowd = _played(wiring, author, submissions, 4 * AT_ONCE, AT_ONCE)
    finally:
        process.send_signal(signal.SIGTERM)
        noted = json.loads(process.communicate()[0])
    waits = [w for one in alone for w in noted[one.match_id]]
    yield beside(
        "1 match, p50 overhead of a decision v raw round trip",
        percentile(waits, 0.5) * 1e3,
        "ms",
        trip_s * 1e3,
    )
    yield Figure("1 match, p99 overhead of a decision", percentile(waits, 0.99) * 1e3, "ms")
    yield beside(
        f"{AT_ONCE} matches at once, decisions v raw round trips",
        _decisions(wiring, crowd) / _span_s(crowd),
        "1/s",
        trips,
    )
    waits = [w for one in crowd for w in noted[one.match_id]]
    yield Figure(
        f"{AT_ONCE} matches flat out, p50 from choice to next prompt",
        percentile(waits, 0.5) * 1e3,
        "ms",
    )
    yield Figure(
        f"{AT_ONCE} matches flat out, p99 from choice to next prompt",
        percentile(waits, 0.99) * 1e3,
        "ms",
    )


def _submission(wiring: Wiring, author: Author, seat: int) -> str:
    bot = bots.create_bot(
        author,
        f"bench {seat}",
        GAME,
        open_unit=wiring.open_unit,
        games=wiring.games,
        now=wiring.now,
    )
    return bots.create_submission(
        author, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now
    ).submission_id


def _played(
    wiring: Wiring, author: Author, submissions: Sequence[str], count: int, at_once: int = 1
) -> list[Match]:
    """Plays `count` matches, `at_once` of them at a time, and returns them."""
    waiting, running, done = count, set[str](), list[Match]()
    while len(done) < count:
        while waiting and len(running) < at_once:
            made = matches.create_match(
                author,
                GAME,
                {},
                submissions,
                open_unit=wiring.open_unit,
                games=wiring.games,
                now=wiring.now,
            )
            running.add(made.match_id)
            waiting -= 1
        time.sleep(0.05)
        for match_id in list(running):
            with wiring.open_unit() as unit:
                match = unit.matches.get(match_id)
            if match.state.final:
                running.discard(match_id)
                done.append(match)
    return done


def _decisions(wiring: Wiring, played: Sequence[Match]) -> int:
    with wiring.open_unit() as unit:
        return sum(
            len(event.choices)
            for match in played
            for event in unit.matches.log(match.match_id)
            if isinstance(event, Decided)
        )


def _span_s(played: Sequence[Match]) -> float:
    started = min(match.started for match in played if match.started)
    ended = max(match.ended for match in played if match.ended)
    return (ended - started).total_seconds()
