"""Ratings of good bots move by play alone: what a bad one at their table does, it pays for."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import pytest

from arena.service.ratings import TOLERANCE, recompute
from arena.service.records import Ladder
from tests.zoo.animals import ANIMALS
from tests.zoo.enclosure import GAMES, PATIENCE_S, Enclosure, enclosure
from tests.zoo.stream import GONE

pytestmark = pytest.mark.e2e

BAD = "plays what is illegal"
"""Forfeits every match."""


def test_only_the_bad_bot_pays(tmp_path: Path) -> None:
    with enclosure(tmp_path) as opened:
        for game in GAMES:
            bad, *good = [*opened.submissions(game, "bad", 1), *opened.good(game, 2)]
            ladder = opened.ladder(game, [bad, *good])
            asyncio.run(_rated(opened, ladder, bad, game))

            proof = recompute(ladder.ladder_id, open_unit=opened.wiring.open_unit)
            moved = {submission: rating - 1500 for submission, rating in proof.ratings.items()}
            assert proof.complaints == ()
            assert abs(proof.drift) <= TOLERANCE
            assert moved[bad] == pytest.approx(-16), "lost against both, in every match"
            assert all(0 <= moved[one] <= 16 for one in good), "won against the bad one, at least"


async def _rated(opened: Enclosure, ladder: Ladder, bad: str, game: str) -> None:
    """Lets the bad bot play until a block is rated; at most one is open at a time."""

    async def live() -> None:
        while not over:
            with suppress(*GONE):  # also of its own cancellation: hence `over`
                await ANIMALS[BAD].live(opened.den(bad, "", game, 3))

    over: list[bool] = []
    living, deadline = asyncio.create_task(live()), time.monotonic() + PATIENCE_S
    try:
        while not _blocks(opened, ladder):
            assert time.monotonic() < deadline, "no block is rated"
            await asyncio.sleep(0.1)
    finally:
        over.append(True)
        living.cancel()


def _blocks(opened: Enclosure, ladder: Ladder) -> int:
    with opened.wiring.open_unit() as unit:
        return unit.ladders.get(ladder.ladder_id).rated_blocks
