"""Every port test runs against every adapter: memory, SQLite on disk, PostgreSQL."""

from collections.abc import Iterator

import pytest

from arena.service.ports import OpenUnit
from arena.storage import Database, memory_database, open_database
from arena.storage.tables import metadata
from tests.postgres import fresh_database, postgres_url

__all__ = ["postgres_url"]


@pytest.fixture(scope="session")
def memory_opened() -> Iterator[Database]:
    database = memory_database()
    yield database
    database.close()


@pytest.fixture(scope="session")
def sqlite_opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    yield from _migrated(f"sqlite:///{tmp_path_factory.mktemp('sqlite') / 'arena.db'}")


@pytest.fixture(scope="session")
def postgres_opened(postgres_url: str) -> Iterator[Database]:
    with fresh_database(postgres_url) as url:
        yield from _migrated(url)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """An empty database."""
    yield from _emptied(request.getfixturevalue(f"{request.param}_opened"))


@pytest.fixture(params=["sqlite", "postgres"])
def shared_database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """An empty database in which units of work go on side by side."""
    yield from _emptied(request.getfixturevalue(f"{request.param}_opened"))


@pytest.fixture
def unit(database: Database) -> OpenUnit:
    return database.unit


def _migrated(url: str) -> Iterator[Database]:
    database = open_database(url)
    database.migrate()
    yield database
    database.close()


def _emptied(database: Database) -> Iterator[Database]:
    """Deletes all rows afterwards: quicker than a new database for every test."""
    yield database
    with database.engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
