"""Logs of these tests are plain: the default shows every local variable of a traceback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bootstrap import configure_logging
from arena.config import Settings
from arena.storage import Database, open_database
from tests.postgres import fresh_database, postgres_url
from tests.redis_server import mortal_redis

from .world import World

__all__ = ["mortal_redis", "postgres_url", "world"]


@pytest.fixture(autouse=True, scope="session")
def _plain_logs() -> None:
    configure_logging(Settings())


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture(params=["sqlite", "postgres"])
def shared_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database in which units of work go on side by side."""
    if request.param == "sqlite":
        yield from _migrated(f"sqlite:///{tmp_path / 'arena.db'}")
    else:
        with fresh_database(request.getfixturevalue("postgres_url")) as url:
            yield from _migrated(url)


def _migrated(url: str) -> Iterator[Database]:
    database = open_database(url)
    database.migrate()
    yield database
    database.close()
