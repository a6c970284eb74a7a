from collections.abc import Iterator

import pytest

from .world import Loop, World, world


@pytest.fixture(scope="session")
def loop() -> Iterator[Loop]:
    running = Loop()
    yield running
    running.close()


@pytest.fixture
def arena(loop: Loop) -> Iterator[World]:
    with world(loop) as served:
        yield served
