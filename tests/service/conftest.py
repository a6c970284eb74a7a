"""Logs of these tests are plain: the default shows every local variable of a traceback."""

import pytest

from arena.bootstrap import configure_logging
from arena.config import Settings
from tests.postgres import postgres_url

from .world import World

__all__ = ["postgres_url", "world"]


@pytest.fixture(autouse=True, scope="session")
def _plain_logs() -> None:
    configure_logging(Settings())


@pytest.fixture
def world() -> World:
    return World()
