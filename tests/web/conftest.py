from collections.abc import Callable, Iterator

import pytest

from arena.storage import memory_database

from .serving import Reader, Site, served
from .world import World

SignIn = Callable[[str], Reader]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    database = memory_database()
    yield World(database)
    database.close()


@pytest.fixture(scope="module")
def site(world: World) -> Iterator[Site]:
    with served(world.application()) as running:
        yield running


@pytest.fixture
def reader(site: Site) -> Reader:
    """Somebody who is not signed in."""
    return Reader(site.url)


@pytest.fixture
def sign_in(world: World, site: Site) -> SignIn:
    """Returns a reader who is signed in, unless the name is empty."""

    def signed_in(name: str) -> Reader:
        reader = Reader(site.url)
        if name:
            answer = reader.submit("/sign-in", "/sign-in", key=world.secrets[name])
            assert answer.status == 200, answer.text
        return reader

    return signed_in
