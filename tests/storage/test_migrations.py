"""Migrations make the tables that the adapters know, once, whoever runs them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import IntegrityError

from arena.storage.engines import engine_for
from arena.storage.migrating import migrate, migrate_to
from arena.storage.tables import metadata
from tests.postgres import fresh_database


@pytest.fixture(params=["sqlite://", "sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database without a table."""
    if request.param == "postgres":
        with fresh_database(request.getfixturevalue("postgres_url")) as url:
            yield from _opened(url)
    else:
        file = f"sqlite:///{tmp_path / 'new.db'}"
        yield from _opened(file if request.param == "sqlite" else request.param)


def _opened(url: str) -> Iterator[Engine]:
    engine = engine_for(url)
    yield engine
    engine.dispose()


def test_models_and_migrations_agree(engine: Engine) -> None:
    migrate(engine)

    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_migrations_make_the_very_tables_that_the_models_would(engine: Engine) -> None:
    """Finds what the comparison above overlooks, such as collations and predicates."""
    migrate(engine)
    with engine.connect() as connection:
        migrated = _catalogue(connection)
        connection.rollback()
    with engine.begin() as connection:
        metadata.drop_all(connection)
        metadata.create_all(connection)
        modelled = _catalogue(connection)

    assert len(migrated) > 20
    assert migrated == modelled


def test_migrating_twice_changes_nothing(engine: Engine) -> None:
    migrate(engine)
    with engine.connect() as connection:
        once = _catalogue(connection)
    migrate(engine)

    with engine.connect() as connection:
        assert _catalogue(connection) == once
        assert MigrationContext.configure(connection).get_current_revision() == _newest()


def test_migrations_are_one_line_of_descent() -> None:
    config = Config()
    config.set_main_option("script_location", "arena.storage:migrations")

    assert len(ScriptDirectory.from_config(config).get_heads()) == 1


def test_what_was_there_before_the_tournaments_stays(engine: Engine) -> None:
    """Their migration puts a new table of blocks in the place of the old one."""
    migrate_to(engine, "0002")
    with engine.begin() as connection:
        for statement in _OLD_ROWS:
            connection.execute(text(statement))

    migrate(engine)

    with engine.begin() as connection:
        (row,) = connection.execute(text("SELECT * FROM blocks")).mappings()
        assert (row["block_id"], row["ladder_id"], row["sequence"]) == ("k1", "l1", 1)
        assert (row["tournament_id"], row["round_number"], row["table_number"]) == (None, 0, 0)
        assert connection.execute(text("SELECT block_id FROM rating_changes")).all() == [("k1",)]
    stray = text("INSERT INTO rating_changes SELECT 'l1', 2, 's1', 'gone', 0, 0, 0")
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(stray)


_OLD_ROWS = (
    "INSERT INTO authors VALUES ('a1', 'Ann', 'ann', 'author', 0)",
    "INSERT INTO bots VALUES ('b1', 'Ada', 'ada', 'scout', 'a1', 0)",
    "INSERT INTO submissions VALUES ('s1', 'b1', 1, 'remote', 0, false, NULL)",
    "INSERT INTO ladders VALUES ('l1', 'Open', 'open', 'scout', 1, '{}', 3, '{}', 3, 32, 1500,"
    " false, 4, 0, false, 1, NULL)",
    "INSERT INTO blocks VALUES ('k1', 'l1', '[]', 0, 'rated', 1, 1)",
    "INSERT INTO rating_changes VALUES ('l1', 1, 's1', 'k1', 1500, 1508, 1)",
)


def test_a_migration_that_fails_leaves_nothing(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE standings (stray INTEGER)"))

    with pytest.raises(Exception, match="standings"):
        migrate(engine)

    assert set(inspect(engine).get_table_names()) == {"standings"}


def _newest() -> str | None:
    config = Config()
    config.set_main_option("script_location", "arena.storage:migrations")
    return ScriptDirectory.from_config(config).get_current_head()


def _catalogue(connection: Connection) -> set[tuple[object, ...]]:
    """Returns all that the database knows about the shape of its tables but Alembic's own."""
    if connection.dialect.name == "sqlite":
        made = connection.execute(
            text("SELECT name, sql FROM sqlite_master WHERE tbl_name <> 'alembic_version'")
        )
        # Clauses may come in any order.
        return {(row.name, *sorted(_clauses(row.sql))) for row in made}
    columns = connection.execute(
        text(
            "SELECT table_name, column_name, data_type, character_maximum_length, collation_name, "
            "is_nullable, column_default FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name <> 'alembic_version'"
        )
    )
    indexes = connection.execute(
        text(
            "SELECT indexname, indexdef FROM pg_indexes "
            "WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
        )
    )
    constraints = connection.execute(
        text(
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
            "FROM pg_constraint WHERE connamespace = 'public'::regnamespace "
            "AND conrelid <> 'alembic_version'::regclass"
        )
    )
    return {tuple(row) for found in (columns, indexes, constraints) for row in found}


def _clauses(sql: str | None) -> list[str]:
    """SQLite quotes the name of a table that was renamed, and adds columns to the last line."""
    plain = re.sub(r'^CREATE TABLE "(\w+)"', r"CREATE TABLE \1", sql or "")
    plain = re.sub(r", (?=\w+ [A-Z]+(?:,|$| DEFAULT))", ",\n", plain, flags=re.MULTILINE)
    return [line.strip().rstrip(",") for line in plain.splitlines()]
