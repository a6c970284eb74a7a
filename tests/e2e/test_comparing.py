"""A comparison and a ladder with everything that is rated, on real processes."""

import time
from pathlib import Path

import pytest

from arena.bootstrap import Wiring, wire
from arena.cli.processes import free_port, running
from arena.config import Settings
from arena.service import authors, bots, ladders
from arena.service.audit import audit
from arena.service.comparing import comparison_of
from arena.service.records import Author, Role
from arena.service.second_rating import SecondRating
from arena.service.standing_views import Standings, view_standings
from arena_sdk.command.main import main
from tests.e2e.test_tournaments import house

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

GAME, SEATS, SHORT = "carrera", 3, {"max_rounds": 2}
HOUSE = ("greedy", "random", "first")
PATIENCE_S = 100.0


def test_a_comparison_ends_by_itself_and_a_ladder_is_estimated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(
        data_dir=tmp_path,
        gateway_port=free_port("127.0.0.1"),
        web_port=free_port("127.0.0.1"),
        drain_s=0.5,
        hosting="off",
        log_level="warning",
    )
    wiring = wire(settings)
    author, _, key = authors.create_author(
        "Ada", Role.AUTHOR, open_unit=wiring.open_unit, now=wiring.now
    )
    submissions = [_submission(wiring, author, name) for name in HOUSE]
    _open_ladder(wiring, author, submissions)
    seats = {
        name: [(GAME, key, submission_id)]
        for name, submission_id in zip(HOUSE, submissions, strict=True)
    }

    with house(settings, seats), running(settings):
        code = main(
            [
                *("compare", "--arena", "greedy", "random v1", "first"),
                *("--elo1", "300", "--blocks", "60", "--option", "max_rounds=2"),
                *("--address", f"127.0.0.1:{settings.gateway_port}", "--key", key),
            ]
        )
        said = capsys.readouterr().out
        standings = _estimated(wiring)

    comparison = comparison_of(said.split()[-1], open_unit=wiring.open_unit)
    assert code == 0, said
    assert "greedy v1 is ahead by more than 0" in said
    assert comparison.comparison.over is not None
    assert 0 < comparison.comparison.blocks < 60
    assert [view.anchor for view in standings.page.items].count(True) == 1
    assert {view.row.standing.mu is None for view in standings.page.items} == {False}
    found = audit(open_unit=wiring.open_unit, games=wiring.games, now=wiring.now)
    assert found.complaints == ()
    wiring.close()


def _submission(wiring: Wiring, author: Author, name: str) -> str:
    bot = bots.create_bot(
        author, name, GAME, open_unit=wiring.open_unit, games=wiring.games, now=wiring.now
    )
    made = bots.create_submission(author, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now)
    return made.submission_id


def _open_ladder(wiring: Wiring, author: Author, submissions: list[str]) -> None:
    ladder = ladders.create_ladder(
        "open",
        GAME,
        SHORT,
        SEATS,
        same_author_allowed=True,
        second_rating=SecondRating.OPENSKILL,
        open_unit=wiring.open_unit,
        games=wiring.games,
        now=wiring.now,
    )
    ladders.set_anchor(ladder.ladder_id, submissions[1], 1200.0, open_unit=wiring.open_unit)
    for submission_id in submissions:
        ladders.join_ladder(
            author,
            ladder.ladder_id,
            submission_id,
            open_unit=wiring.open_unit,
            now=wiring.now,
        )


def _estimated(wiring: Wiring) -> Standings:
    """Waits until the arena has kept an estimate of the ladder."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        found = view_standings("open", 9, "", open_unit=wiring.open_unit)
        if found.covered and all(view.estimate for view in found.page.items):
            return found
        assert time.monotonic() < deadline, "no estimate is kept"
        time.sleep(0.2)
