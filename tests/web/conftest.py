from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from arena.storage import memory_database

from .chromium import chromium, window
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with window(browser, site.url) as opened:
        yield opened
