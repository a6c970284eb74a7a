"""A real Redis for tests: import `redis_url` into a room's conftest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.relay.embedded import embedded_server


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for the whole run; tests use ids of their own and never flush it."""
    directory: Path = tmp_path_factory.mktemp("redis")
    with embedded_server(directory) as url:
        yield url
