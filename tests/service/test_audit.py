"""An audit finds every kind of tampering, and nothing where nobody tampered."""

import asyncio
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena.service.audit import SLACK, Audit, audit
from arena.service.leases import LEASE
from arena.service.matches import DEADLINE
from arena.service.ratings import recompute
from arena.storage import open_database

from .world import World, last_action

Tamper = Callable[[sqlite3.Connection], object]


async def _play_everything(world: World) -> None:
    for match in world.all_matches():
        if not match.state.final:
            await world.play(match.match_id)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with three rated blocks and a void one, a retried match and an open one."""
    path = tmp_path_factory.mktemp("audit") / "played.db"
    with closing(open_database(f"sqlite:///{path}")) as database:
        database.migrate()
        world = World(database)
        trio = world.connected(3)
        world.relay.connect(trio[0], last_action, capacity=8)
        world.ladder(trio)
        for _ in range(3):
            world.schedule()
            first = next(m for m in world.all_matches() if not m.state.final)
            world.claim(first.match_id, "lost")
            world.later(LEASE)
            asyncio.run(_play_everything(world))
            assert first.block_id is not None
            world.rate(first.block_id)
            world.later(timedelta(0))
        world.schedule()
        void = next(m for m in world.all_matches() if not m.state.final)
        world.void(void.match_id)
        asyncio.run(_play_everything(world))
        assert void.block_id is not None
        world.rate(void.block_id)
        world.match(trio)
    return path


def audited(path: Path, later: timedelta = timedelta(0), games: Registry | None = None) -> Audit:
    """Returns what an audit says, some time after the last match."""
    with closing(open_database(f"sqlite:///{path}")) as database:
        world = World(database)
        world.later(timedelta(minutes=10) + later)
        return audit(open_unit=world.open_unit, games=games or world.games, now=world.now)


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "copy.db"))


def test_an_arena_in_order_gives_no_complaint(played: Path) -> None:
    found = audited(played)

    assert found == Audit(
        matches=13,
        finished=11,
        void=1,
        blocks=3,
        ladders=1,
        tournaments=0,
        retried=3,
        unverified=0,
        overdue=0,
        miscounted=0,
        complaints=(),
    )


def _sql(*statements: str) -> Tamper:
    def tamper(database: sqlite3.Connection) -> None:
        for statement in statements:
            assert database.execute(statement).rowcount == 1, statement

    return tamper


def _log(old: bytes, new: bytes) -> Tamper:
    """Changes the log of the first rated match."""

    def tamper(database: sqlite3.Connection) -> None:
        match_id, log = database.execute(
            f"SELECT match_id, log FROM match_logs WHERE match_id = ({RATED})"
        ).fetchone()
        text = zlib.decompress(log)
        assert old in text
        changed = zlib.compress(text.replace(old, new, 1))
        database.execute("UPDATE match_logs SET log = ? WHERE match_id = ?", (changed, match_id))

    return tamper


BLOCK = "SELECT block_id FROM blocks WHERE sequence = 1"
RATED = f"SELECT match_id FROM matches WHERE block_id = ({BLOCK}) AND place = 0"
ANOTHER = f"SELECT match_id FROM matches WHERE block_id = ({BLOCK}) AND place = 1"
OPEN = "SELECT match_id FROM matches WHERE state = 'queued'"
VOID = "SELECT block_id FROM blocks WHERE state = 'void'"
SOMEBODY = "SELECT min(submission_id) FROM standings"
CHANGE = f"WHERE sequence = 2 AND submission_id = ({SOMEBODY})"

TAMPERINGS: dict[str, tuple[Tamper, str]] = {
    "an attempt disappears": (
        _sql(f"DELETE FROM attempts WHERE match_id = ({RATED}) AND number = 1"),
        "has other attempts on record than 1 to 2",
    ),
    "a lost attempt is opened again": (
        _sql(f"UPDATE attempts SET end = NULL WHERE match_id = ({RATED}) AND number = 1"),
        "has an open attempt before the last",
    ),
    "the winning attempt is opened again": (
        _sql(f"UPDATE attempts SET end = NULL WHERE match_id = ({RATED}) AND number = 2"),
        "is finished but an attempt is still open",
    ),
    "two attempts win": (
        _sql(f"UPDATE attempts SET end = 'finished' WHERE match_id = ({RATED}) AND number = 1"),
        "is finished and has 2 finished attempts",
    ),
    "a match starts again": (
        _sql(f"UPDATE matches SET state = 'queued' WHERE match_id = ({RATED})"),
        "is queued and has 1 finished attempts",
    ),
    "a log disappears": (
        _sql(f"DELETE FROM match_logs WHERE match_id = ({RATED})"),
        "is finished without a log",
    ),
    "a log appears": (
        _sql(f"UPDATE match_logs SET match_id = ({OPEN}) WHERE match_id = ({RATED})"),
        "is queued but has a log",
    ),
    "a log is no log": (
        _sql(f"UPDATE match_logs SET log = x'00' WHERE match_id = ({RATED})"),
        "has a log that cannot be read",
    ),
    "a log has a line that is no event": (
        _log(b'"event":"decided"', b'"event":"decade"'),
        "has a log that cannot be read",
    ),
    "an action is changed": (_log(b'"action":"', b'"action":"x'), "has a log that is not true"),
    "a ply is changed": (_log(b'"ply":', b'"ply":1'), "has a log that is not true"),
    "a score is changed in the log": (_log(b'"scores":[', b'"scores":[7,'), "is not true"),
    "the commitment is changed": (_log(b'"commitment":"', b'"commitment":"0'), "is not true"),
    "an outcome is changed on record": (
        _sql(
            "UPDATE matches SET outcome = json_set(outcome, '$.scores[0]', 1000)"
            f" WHERE match_id = ({RATED})"
        ),
        "has another outcome than its log",
    ),
    "faults are changed on record": (
        _sql(f"UPDATE matches SET faults = '[0, 7, 0]' WHERE match_id = ({RATED})"),
        "has other faults than its log",
    ),
    "a seed is changed": (
        _sql(f"UPDATE matches SET seed = x'00' WHERE match_id = ({RATED})"),
        "was not played on its seed",
    ),
    "a block has two seeds": (
        _sql(f"UPDATE matches SET seed = x'00' WHERE match_id = ({RATED})"),
        "is played on several seeds",
    ),
    "seats are changed": (
        _sql(
            f"UPDATE matches SET lineup = (SELECT lineup FROM matches"
            f" WHERE match_id = ({ANOTHER})) WHERE match_id = ({RATED})"
        ),
        "does not seat everybody everywhere",
    ),
    "a match leaves its block": (
        _sql(f"UPDATE matches SET block_id = NULL WHERE match_id = ({RATED})"),
        "cannot be rated again",
    ),
    "a rated match is made void": (
        _sql(f"UPDATE matches SET state = 'void' WHERE match_id = ({RATED})"),
        "is rated without the outcomes of all of its matches",
    ),
    "a void match is made good": (
        _sql("UPDATE matches SET state = 'finished' WHERE state = 'void'"),
        "is void for no reason",
    ),
    "a void block is opened again": (
        _sql(f"UPDATE blocks SET state = 'open' WHERE block_id = ({VOID})"),
        "waits to be rated",
    ),
    "the order of blocks is changed": (
        _sql("UPDATE blocks SET sequence = 7 WHERE sequence = 3"),
        "is number 7, not 3",
    ),
    "a change is changed": (
        _sql(f'UPDATE rating_changes SET "after" = "after" + 0.001 {CHANGE}'),
        "on record",
    ),
    "a change becomes no number": (
        _sql(f'UPDATE rating_changes SET "before" = 9e999 {CHANGE}'),
        "went from inf",
    ),
    "a change disappears": (
        _sql(f"DELETE FROM rating_changes {CHANGE}"),
        "has no change on record",
    ),
    "a change is moved": (
        _sql(f"UPDATE rating_changes SET sequence = 9 {CHANGE}"),
        "changed with block 9, not 2",
    ),
    "a change is added": (
        _sql(
            "INSERT INTO rating_changes SELECT ladder_id, 9, submission_id, block_id, before,"
            f' "after", rated FROM rating_changes {CHANGE}'
        ),
        "has a change too many on record",
    ),
    "a rating is changed": (
        _sql(f"UPDATE standings SET rating = rating + 0.001 WHERE submission_id = ({SOMEBODY})"),
        "stands at",
    ),
    "the sum of ratings drifts": (
        _sql(f"UPDATE standings SET rating = rating + 0.001 WHERE submission_id = ({SOMEBODY})"),
        "the sum of ratings drifted by 0.00",
    ),
    "a count is changed": (
        _sql(f"UPDATE standings SET matches = 8 WHERE submission_id = ({SOMEBODY})"),
        "has counted (3, 8,",
    ),
    "a standing disappears": (
        _sql(f"DELETE FROM standings WHERE submission_id = ({SOMEBODY})"),
        "has played but has no standing",
    ),
    "blocks are miscounted": (_sql("UPDATE ladders SET rated_blocks = 4"), "has counted 4 blocks"),
}


@pytest.mark.parametrize(("tamper", "complaint"), TAMPERINGS.values(), ids=TAMPERINGS)
def test_tampering_is_found(copy: Path, tamper: Tamper, complaint: str) -> None:
    with sqlite3.connect(copy) as database:
        tamper(database)
    database.close()

    complaints = audited(copy).complaints

    assert any(complaint in one for one in complaints), complaints


@pytest.mark.parametrize(
    ("tampering", "miscounted"),
    [
        ("two attempts win", 1),
        ("a match starts again", 1),
        ("a log disappears", 1),
        ("a log appears", 2),
        ("faults are changed on record", 0),
    ],
)
def test_what_is_missing_or_double_is_counted(copy: Path, tampering: str, miscounted: int) -> None:
    tamper, _ = TAMPERINGS[tampering]
    with sqlite3.connect(copy) as database:
        tamper(database)
    database.close()

    assert audited(copy).miscounted == miscounted


def test_a_match_that_never_ends_is_found(played: Path) -> None:
    found = audited(played, later=DEADLINE + SLACK)

    (complaint,) = found.complaints
    assert complaint.endswith("is queued past its deadline")
    assert found.overdue == 1


def test_logs_by_other_rules_are_taken_on_trust(copy: Path) -> None:
    found = audited(copy, games=Registry())

    assert found.unverified == found.finished == 11
    assert found.complaints == ()


def test_recomputing_names_what_is_off_and_by_how_much(copy: Path) -> None:
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE standings SET rating = rating + 0.25 WHERE rating < 1500")
    connection.close()

    with closing(open_database(f"sqlite:///{copy}")) as database:
        world = World(database)
        with world.open_unit() as unit:
            (ladder,) = unit.ladders.page(9, "").items
        found = recompute(ladder.ladder_id, open_unit=world.open_unit)

    assert found.complaints
    assert found.largest_difference == pytest.approx(0.25)
    assert found.drift == pytest.approx(0.25 * len(found.complaints))
