"""One worker process plays many matches at a time: they mostly wait for their bots."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bootstrap import Wiring, wire
from arena.cli.processes import running
from arena.config import Settings
from arena.match.clock import Clock
from arena.service import authors, bots, matches
from arena.service.records import Author, MatchState, Role
from arena_sdk import Bot, Prompt, Table, run_async

pytestmark = pytest.mark.e2e

AT_ONCE, SEATS, PATIENCE_S = 50, 3, 120.0
CLOCK = Clock(limit_ms=60_000, bank_ms=60_000, join_ms=60_000)


class Gathering(Bot):
    """Chooses nothing before `AT_ONCE` matches wait for a choice at the same time."""

    asked: set[str]
    enough: asyncio.Event

    def seated(self, table: Table) -> None:
        self.match_id = table.match_id

    async def choose(self, prompt: Prompt) -> str:
        self.asked.add(self.match_id)
        if len(self.asked) == AT_ONCE:
            self.enough.set()
        await self.enough.wait()
        return prompt.legal_actions[-1]


def _submissions(wiring: Wiring, author: Author) -> list[str]:
    made = []
    for name in ("Ada", "Blaise", "Claude"):
        bot = bots.create_bot(
            author,
            name,
            "carrera",
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )
        submission = bots.create_submission(
            author, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now
        )
        made.append(submission.submission_id)
    return made


async def _played(settings: Settings, key: str, submissions: list[str]) -> None:
    """Plays for all submissions until every match has an outcome."""
    Gathering.asked, Gathering.enough = set(), asyncio.Event()
    drain = asyncio.Event()
    playing = [
        asyncio.create_task(
            run_async(
                Gathering,
                address=f"{settings.gateway_host}:{settings.gateway_port}",
                key=key,
                submission=submission,
                matches=2 * AT_ONCE,
                drain=drain,
            )
        )
        for submission in submissions
    ]
    async with asyncio.timeout(PATIENCE_S):
        await Gathering.enough.wait()
        drain.set()
        await asyncio.gather(*playing)


def test_one_worker_plays_fifty_matches_at_a_time(tmp_path: Path) -> None:
    settings = replace(
        Settings.from_environment({}), data_dir=tmp_path, gateway_port=0, web_port=0, hosting="off"
    )
    with running(settings) as (_, settings):
        wiring = wire(settings)
        author, _, key = authors.create_author(
            "bench", Role.OPERATOR, open_unit=wiring.open_unit, now=wiring.now
        )
        submissions = _submissions(wiring, author)
        made = [
            matches.create_match(
                author,
                "carrera",
                {},
                submissions,
                CLOCK,
                open_unit=wiring.open_unit,
                games=wiring.games,
                now=wiring.now,
            )
            for _ in range(AT_ONCE)
        ]

        asyncio.run(_played(settings, key, submissions))

        with wiring.open_unit() as unit:
            played = [unit.matches.get(match.match_id) for match in made]
        wiring.close()
    assert {match.state for match in played} == {MatchState.FINISHED}
    assert {match.attempt for match in played} == {1}
    assert {match.faults for match in played} == {(0, 0, 0)}
    assert len({match.worker for match in played}) == 1
