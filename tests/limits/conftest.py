"""One place for all tests of limits."""

from collections.abc import Iterator

import pytest

from .place import Place, place


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with place(tmp_path_factory.mktemp("limits")) as running:
        yield running
