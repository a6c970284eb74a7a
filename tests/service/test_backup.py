"""A backup restores the same arena, on either database, and nothing at all if it is not whole."""

import gzip
import hashlib
import json
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select, text

from arena.cli.main import arena as command
from arena.service.errors import InvalidArgument, WrongState
from arena.service.hosting_records import Hosted, HostedState
from arena.service.ladders import every_ladder
from arena.service.records import Submission, SubmissionKind
from arena.storage import Database, open_database
from arena.storage.looking import newest
from arena.storage.migrating import migrate_to
from arena.storage.rows import reflected
from tests.postgres import fresh_database

from .test_audit import audited, played
from .world import World

__all__ = ["played"]


@pytest.fixture(params=["sqlite", "postgresql"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database in which there is nothing yet."""
    if request.param == "sqlite":
        with closing(open_database(f"sqlite:///{tmp_path}/fresh.db")) as database:
            yield database
        return
    with (
        fresh_database(request.getfixturevalue("postgres_url")) as url,
        closing(open_database(url)) as database,
    ):
        yield database


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    path = tmp_path / "arena.backup"
    with closing(open_database(f"sqlite:///{played}")) as database:
        assert database.back_up(path) > 100
    return path


def contents(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    with database.engine.connect() as connection:
        return {
            name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for name, table in reflected(connection).items()
        }


def rounded(tables: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[list[Any]]]:
    """Databases divide differently in the last digit."""
    return {
        name: [[round(v, 9) if isinstance(v, float) else v for v in row] for row in rows]
        for name, rows in tables.items()
    }


def test_what_is_restored_is_what_was_backed_up(
    played: Path, file: Path, fresh: Database, tmp_path: Path
) -> None:
    restored = fresh.restore(file)

    with closing(open_database(f"sqlite:///{played}")) as original:
        assert contents(fresh) == contents(original)
    world = World(fresh)
    assert restored.rows == sum(map(len, contents(fresh).values()))
    assert len(world.all_matches()) == 13
    again = tmp_path / "again.backup"
    fresh.back_up(again)
    with closing(open_database(f"sqlite:///{tmp_path}/third.db")) as third:
        third.restore(again)
    assert audited(tmp_path / "third.db") == audited(played)


def test_a_database_that_holds_something_is_left_alone(file: Path, fresh: Database) -> None:
    fresh.restore(file)
    before = contents(fresh)

    with pytest.raises(WrongState, match="is not empty"):
        fresh.restore(file)

    assert contents(fresh) == before


def test_a_database_that_was_only_migrated_is_empty(file: Path, fresh: Database) -> None:
    fresh.migrate()

    assert fresh.restore(file).rows > 100


def older(played: Path, revision: str, path: Path) -> Database:
    """Returns the same arena as an older release would have it."""
    old = open_database(f"sqlite:///{path}")
    migrate_to(old.engine, revision)
    with (
        closing(open_database(f"sqlite:///{played}")) as new,
        new.engine.connect() as ours,
        old.engine.connect() as theirs,
    ):
        now = reflected(ours)
        for name, table in reflected(theirs).items():
            rows = ours.execute(select(*(now[name].c[column.name] for column in table.columns)))
            if found := [dict(row._mapping) for row in rows]:
                theirs.execute(table.insert(), found)
    return old


@pytest.fixture(params=["0003", "0004", "0006", "0008"])
def old_file(request: pytest.FixtureRequest, played: Path, tmp_path: Path) -> Path:
    """A backup by an older release."""
    path = tmp_path / "old.backup"
    with closing(older(played, request.param, tmp_path / "old.db")) as old:
        old.back_up(path)
    return path


def test_an_old_backup_fills_a_database_that_a_new_release_has_migrated(
    old_file: Path, fresh: Database, tmp_path: Path
) -> None:
    fresh.migrate()

    fresh.restore(old_file)

    with closing(open_database(f"sqlite:///{tmp_path}/bare.db")) as bare:
        bare.restore(old_file)
        assert rounded(contents(fresh)) == rounded(contents(bare))
        assert fresh.look().revision == bare.look().revision == newest()
    world = World(fresh)
    (ladder,) = every_ladder(world.open_unit)
    with world.open_unit() as unit:
        found = unit.ladders.rows(ladder.ladder_id, 10, "", search="bot").items
    assert len(found) == 3, "their names are as the migrations make them"


def test_an_old_backup_leaves_a_database_that_holds_something_alone(
    old_file: Path, fresh: Database
) -> None:
    fresh.migrate()
    World(fresh).author()
    before = contents(fresh)

    with pytest.raises(WrongState, match="is not empty"):
        fresh.restore(old_file)

    assert contents(fresh) == before
    assert fresh.look().revision == newest()


def test_tables_of_others_stay_when_those_of_the_arena_are_made_anew(
    old_file: Path, fresh: Database
) -> None:
    fresh.migrate()
    with fresh.engine.begin() as connection:
        connection.execute(text("CREATE TABLE strangers (name TEXT)"))

    fresh.restore(old_file)

    assert contents(fresh)["strangers"] == []


def test_a_backup_of_a_newer_release_is_refused_by_name(file: Path, fresh: Database) -> None:
    head, *lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    newer = json.dumps(json.loads(head) | {"revision": "9999", "botarena": "99.0"}).encode()
    body = b"".join([newer + b"\n", *lines[:-1]])
    foot = json.loads(lines[-1]) | {"sha256": hashlib.sha256(body).hexdigest()}
    file.write_bytes(gzip.compress(body + json.dumps(foot).encode() + b"\n"))

    with pytest.raises(InvalidArgument, match=r"botarena 99\.0"):
        fresh.restore(file)


def _shortened(lines: list[bytes]) -> list[bytes]:
    return lines[:-20]


def _without_a_row(lines: list[bytes]) -> list[bytes]:
    return lines[:3] + lines[4:]


def _with_another_rating(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b"1500.0", b"1999.0") for line in lines]


def _of_something_else(lines: list[bytes]) -> list[bytes]:
    return [b'{"format":"shopping list"}\n', *lines[1:]]


@pytest.mark.parametrize(
    "damage", [_shortened, _without_a_row, _with_another_rating, _of_something_else]
)
def test_a_file_that_was_damaged_restores_nothing(  # type: ignore[no-untyped-def]
    file: Path, fresh: Database, damage
) -> None:
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    damaged = damage(lines)
    assert damaged != lines
    file.write_bytes(gzip.compress(b"".join(damaged)))

    with pytest.raises(InvalidArgument):
        fresh.restore(file)

    fresh.migrate()
    assert not any(contents(fresh).values())


def test_large_archives_are_not_held_all_at_once(fresh: Database, tmp_path: Path) -> None:
    fresh.migrate()
    world, size, count, path = World(fresh), 1 << 20, 32, tmp_path / "large.backup"
    first = world.submission()
    with world.open_unit() as unit:
        bot_id = unit.submissions.get(first).bot_id
    for number in range(count):
        with world.open_unit() as unit:
            made = Submission(f"sub-{number}", bot_id, 0, SubmissionKind.HOSTED, world.now())
            unit.submissions.add(made)
            hosted = Hosted(made.submission_id, HostedState.ACTIVE, (3,), 64, "")
            unit.hosted.add(hosted, bytes(size))

    held = peak(lambda: fresh.back_up(path))
    with fresh.engine.begin() as connection:
        for table in reversed(list(reflected(connection).values())):
            connection.execute(table.delete())
    held = max(held, peak(lambda: fresh.restore(path)))

    assert held < count * size / 2
    with world.open_unit() as unit:
        assert all(unit.hosted.archive(f"sub-{n}") == bytes(size) for n in range(count))


def peak(work: Callable[[], object]) -> int:
    """Returns how many bytes Python held beyond what it held before."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_only_its_owner_may_read_a_backup(file: Path) -> None:
    assert file.stat().st_mode & 0o077 == 0


def test_the_commands_move_an_arena_to_a_fresh_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(place: str, *arguments: str) -> Result:
        monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path / place))
        return CliRunner().invoke(command, arguments)

    path = str(tmp_path / "file.backup")
    key = json.loads(run("here", "author", "create", "Ada", "--json").stdout)["key"]
    assert run("here", "backup", path).exit_code == 0

    restored = run("there", "restore", path, "--json")

    assert restored.exit_code == 0, restored.output
    assert json.loads(restored.stdout)["complaints"] == []
    assert run("there", "audit").exit_code == 0
    assert run("there", "restore", path).exit_code == 4
    assert key.startswith("arena_")
    listed = json.loads(run("there", "bot", "list", "--json").stdout)
    assert listed == json.loads(run("here", "bot", "list", "--json").stdout)
