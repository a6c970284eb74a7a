"""Migrations make the tables that the adapters know, once, whoever runs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from arena.storage.engines import engine_for
from arena.storage.migrating import migrate
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
    return [line.strip().rstrip(",") for line in (sql or "").splitlines()]
