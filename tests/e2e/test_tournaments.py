"""A Swiss and a knockout of each game at once, on real processes that are stopped in between.

`STOPPED_ROUNDS=23` (`make stop`) is the long form: one gauntlet of 207 matches.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.bootstrap import Wiring, wire
from arena.cli.main import arena
from arena.cli.processes import free_port, running
from arena.cli.supervisor import Supervisor, die_with_parent
from arena.config import Settings
from arena.service import authors, bots, ladders, tournament_views, tournaments
from arena.service.audit import audit
from arena.service.records import Author, Ladder, Match, MatchFilter, MatchState, Role
from arena.service.tournament_records import TournamentState

LONG = int(os.environ.get("STOPPED_ROUNDS", "0"))
pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240 + 30 * LONG)]

GAMES: dict[str, tuple[str, ...]] = {"scout": (), "carrera": ("--option", "max_rounds=4")}
"""And what makes their matches short enough."""
FORMATS: Mapping[str, tuple[str, ...]] = {"swiss": ("--rounds", "3"), "knockout": ()}
TABLES = {"swiss": 3 * 2, "knockout": 2 + 1}
if LONG:
    del GAMES["carrera"]
    FORMATS = {"gauntlet": ("--rounds", str(LONG))}
    TABLES = {"gauntlet": LONG * 3}
SEATS = 3
HOUSE = ("first", "random", "greedy")
"""What the processes of bots play; each plays for two authors."""
PATIENCE_S = 100.0 + 15.0 * LONG


def test_tournaments_outlive_the_arena_and_lose_no_match(tmp_path: Path) -> None:
    settings = Settings(
        data_dir=tmp_path,
        gateway_port=free_port("127.0.0.1"),
        web_port=free_port("127.0.0.1"),
        drain_s=0.5,
        hosting="off",
        log_level="warning",
    )
    wiring = wire(settings)
    seats = _entered(wiring)
    expected = len(GAMES) * SEATS * sum(TABLES.values())

    with house(settings, seats):
        with running(settings) as (supervisor, _):
            _start_all(settings)
            _await(
                lambda: len(_matches(wiring, MatchState.FINISHED)) >= 0.37 * expected, supervisor
            )
        before = {m.match_id: m for m in _matches(wiring, MatchState.FINISHED)}
        assert len(before) < expected, "there is something left to go on with"
        with running(settings) as (supervisor, _):
            _await(lambda: _finished(wiring) == len(GAMES) * len(FORMATS), supervisor)

    played = _matches(wiring)
    assert len(played) == expected
    assert {match.state for match in played} == {MatchState.FINISHED}
    kept = {m.match_id: m for m in played if m.match_id in before}
    assert kept == before, "what was played before the stop is as it was"
    for game in GAMES:
        for form, tables in TABLES.items():
            _check(wiring, f"{game} {form}", tables)
    found = audit(open_unit=wiring.open_unit, games=wiring.games, now=wiring.now)
    assert found.complaints == ()
    assert (found.tournaments, found.blocks, found.finished) == (
        len(GAMES) * len(FORMATS),
        0,
        expected,
    )
    wiring.close()


def _entered(wiring: Wiring) -> dict[str, list[tuple[str, str, str]]]:
    """Puts two authors for each house bot on a paused ladder of every game.

    Returns game, key and submission of everybody, by house bot.
    """
    opened = {game: _ladder(wiring, game) for game in GAMES}
    seats: dict[str, list[tuple[str, str, str]]] = {name: [] for name in HOUSE}
    for name in HOUSE:
        for number in (1, 2):
            author, _, key = authors.create_author(
                f"{name} {number}", Role.AUTHOR, open_unit=wiring.open_unit, now=wiring.now
            )
            for game, ladder in opened.items():
                submission_id = _submission(wiring, author, game)
                ladders.join_ladder(
                    author,
                    ladder.ladder_id,
                    submission_id,
                    open_unit=wiring.open_unit,
                    now=wiring.now,
                )
                seats[name].append((game, key, submission_id))
    return seats


def _ladder(wiring: Wiring, game: str) -> Ladder:
    opened = ladders.create_ladder(
        f"{game} open",
        game,
        {},
        SEATS,
        open_unit=wiring.open_unit,
        games=wiring.games,
        now=wiring.now,
    )
    return ladders.pause_ladder(opened.ladder_id, True, open_unit=wiring.open_unit)


def _submission(wiring: Wiring, author: Author, game: str) -> str:
    bot = bots.create_bot(
        author,
        f"{author.name} {game}",
        game,
        open_unit=wiring.open_unit,
        games=wiring.games,
        now=wiring.now,
    )
    made = bots.create_submission(author, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now)
    return made.submission_id


@contextmanager
def house(settings: Settings, seats: Mapping[str, object]) -> Iterator[None]:
    """Runs the bots, which outlive the arena."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.house_bots"],
            env={
                **os.environ,
                "ARENA_ADDRESS": f"127.0.0.1:{settings.gateway_port}",
                "HOUSE_NAME": name,
                "HOUSE_SEATS": json.dumps(given),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent,
        )
        for name, given in seats.items()
    ]
    try:
        yield
        assert [process.poll() for process in processes] == [None] * len(processes)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _start_all(settings: Settings) -> None:
    """Starts each tournament with one command, as the README says."""
    for game, options in GAMES.items():
        for form, more in FORMATS.items():
            terms = (game, form, "--seats", str(SEATS), *options, *more)
            entering = ("--from-ladder", f"{game} open", "--start", "--json")
            done = CliRunner().invoke(
                arena,
                ("tournament", "create", f"{game} {form}", *terms, *entering),
                env=settings.environment(),
            )
            assert done.exit_code == 0, done.output
            assert json.loads(done.stdout)["entries"] == len(HOUSE) * 2


def _await(done: Callable[[], bool], supervisor: Supervisor) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < deadline, "the tournaments do not get on"
        assert supervisor.tend() == []
        time.sleep(0.2)


def _matches(wiring: Wiring, state: MatchState | None = None) -> tuple[Match, ...]:
    with wiring.open_unit() as unit:
        return unit.matches.page(500, "", MatchFilter(state=state)).items


def _finished(wiring: Wiring) -> int:
    page = tournaments.list_tournaments(9, "", open_unit=wiring.open_unit)
    return sum(one.state is TournamentState.FINISHED for one in page.items)


def _check(wiring: Wiring, name: str, tables: int) -> None:
    """Every table was played once, and everybody has a place."""
    rounds = tournament_views.list_rounds(name, 99, "", open_unit=wiring.open_unit).items
    assert [table.plays for view in rounds for table in view.tables] == [1] * tables
    placings = tournament_views.list_placings(name, 99, "", open_unit=wiring.open_unit).items
    assert [placing.place for placing in placings] == list(range(1, 2 * len(HOUSE) + 1))
