from collections.abc import Iterator

import pytest

from tests.hosting.arena import HostingArena, hosting_arena
from tests.hosting.bubblewrap import engine, hosting_home

__all__ = ["engine", "hosting_home"]


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostingArena]:
    """A whole arena that runs uploaded bots."""
    with hosting_arena(tmp_path_factory.mktemp("hosting") / "data") as running:
        yield running
