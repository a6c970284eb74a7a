"""`arena compare` waits for an arena to play its blocks; here the test plays them."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import arena as command
from arena.service import tournaments
from arena.service.bots import submission_names
from arena.service.comparing import comparison_of, settle_comparison
from arena.service.tournament_records import Tournament, TournamentState
from arena.storage import open_database
from tests.service import contests
from tests.service.world import World

PATIENCE_S = 60.0


def _begun(world: World) -> Tournament:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        page = tournaments.list_tournaments(1, "", open_unit=world.open_unit)
        if page.items and page.items[0].state is TournamentState.RUNNING:
            return page.items[0]
        time.sleep(0.05)
    raise AssertionError("no comparison begins")


def _settled(world: World, one: Tournament) -> bool:
    """Settles what is played so far, so that the command cancels nothing that is being played."""
    settle_comparison(one.tournament_id, open_unit=world.open_unit, now=world.now)
    found = comparison_of(one.tournament_id, open_unit=world.open_unit)
    return found.comparison.over is not None


@pytest.mark.parametrize(("turned", "exit_code"), [(1, 0), (-1, 1)])
def test_a_comparison_is_shown_when_it_is_settled(
    turned: int, exit_code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path))
    database = open_database(f"sqlite:///{tmp_path / 'arena.db'}")
    database.migrate()
    world = World(database)
    lineup = world.connected(3)
    order = lineup[::turned]
    settings = ("--elo1", "100", "--blocks", "50", "--json")

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(CliRunner().invoke, command, ("compare", *lineup, *settings))
        one = _begun(world)
        world.void(contests.open_matches(world, one)[0].match_id)
        contests.play_round(world, one, lambda seated: [0] * len(seated))
        while not (waiting.done() or _settled(world, one)):
            if not contests.open_matches(world, one):
                continue  # the void table is still to be opened again
            contests.play_round(world, one, lambda seated: [-order.index(s) for s in seated])
            contests.tick(world)
        done = waiting.result(PATIENCE_S)

    assert done.exit_code == exit_code, done.output
    assert "waiting: nothing runs here" in done.stderr
    shown = json.loads(done.stdout)
    assert shown["verdict"] == ("ahead by more than 0" if turned == 1 else "not ahead by 100")
    assert (shown["new_id"], shown["old_id"], shown["ahead"]) == (*lineup[:2], turned == 1)
    assert 0 < shown["blocks"] < 50
    assert contests.found(world, one).state.final
    database.close()


def test_house_bots_join_no_table_where_nobody_runs_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("ARENA_HOSTING", "off")
    database = open_database(f"sqlite:///{tmp_path / 'arena.db'}")
    database.migrate()
    world = World(database)

    done = CliRunner().invoke(command, ("compare", *world.connected(3), "--seats", "5"))

    assert done.exit_code == 2
    assert "hosting is off" in done.stderr
    assert not tournaments.list_tournaments(9, "", open_unit=world.open_unit).items
    database.close()


def test_a_comparison_of_another_game_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path))
    database = open_database(f"sqlite:///{tmp_path / 'arena.db'}")
    database.migrate()
    world = World(database)

    done = CliRunner().invoke(command, ("compare", *world.connected(3), "--game", "scout"))

    assert done.exit_code == 2
    assert "they play odd-lots, not scout" in done.stderr
    assert not tournaments.list_tournaments(9, "", open_unit=world.open_unit).items
    database.close()


def test_who_is_offline_is_said_before_the_waiting_begins(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("ARENA_REDIS_URL", redis_url)
    database = open_database(f"sqlite:///{tmp_path / 'arena.db'}")
    database.migrate()
    world = World(database)
    lineup = world.connected(3)
    names = submission_names(lineup, open_unit=world.open_unit)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(CliRunner().invoke, command, ("compare", *lineup))
        one = _begun(world)
        tournaments.cancel_tournament(one.tournament_id, open_unit=world.open_unit, now=world.now)
        done = waiting.result(PATIENCE_S)

    assert done.exit_code == 1, done.output
    assert sorted(done.stderr.splitlines()) == sorted(
        f"waiting for {name}: it has no session; start the bot" for name in names.values()
    )
    database.close()
