"""Forms that come too often, or too slowly, are refused."""

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from arena.service.limits import Limit, Limits, Rate

from .serving import Reader, Site, served
from .world import World

MOST = 2


@pytest.fixture
def site(world: World) -> Iterator[Site]:
    limits = Limits({limit: Rate(MOST, 600, "in ten minutes") for limit in Limit})
    with served(world.application(limits=limits)) as running:
        yield running


def test_forms_of_an_author_are_counted_and_those_of_operators_are_not(
    world: World, site: Site
) -> None:
    ada, olga = Reader(site.url), Reader(site.url)
    for reader, name in ((ada, "Ada"), (olga, "Olga")):
        assert reader.submit("/sign-in", "/sign-in", key=world.secrets[name]).status == 200

    answers = [
        [reader.submit("/account", "/keys", label="one more") for _ in range(MOST + 1)]
        for reader in (ada, olga)
    ]

    assert [[answer.status for answer in some] for some in answers] == [
        [200] * MOST + [429],
        [200] * (MOST + 1),
    ]
    last = answers[0][-1]
    assert 0 < int(last.headers["retry-after"]) <= 300
    assert "try again in" in last.text


def test_keys_are_not_guessed_by_the_thousand(site: Site) -> None:
    reader = Reader(site.url)

    statuses = [reader.submit("/sign-in", "/sign-in", key="a").status for _ in range(MOST + 1)]

    assert statuses == [401] * MOST + [429]


def test_uploads_are_counted(world: World, site: Site) -> None:
    ada = Reader(site.url)
    ada.submit("/sign-in", "/sign-in", key=world.secrets["Ada"])

    answers = [ada.upload("/account", "/uploads", "archive", b"none") for _ in range(MOST + 1)]

    assert [answer.status for answer in answers] == [400] * MOST + [429]


@pytest.mark.parametrize("promised", [1_000, 10_000_000])
def test_who_stalls_a_form_is_let_go(world: World, promised: int) -> None:
    with served(world.application(upload_idle_s=0.2)) as site:
        parts = urlsplit(site.url)
        with socket.create_connection((parts.hostname, parts.port), timeout=10) as line:
            line.sendall(
                b"POST /sign-in HTTP/1.1\r\nhost: x\r\n"
                b"content-type: application/x-www-form-urlencoded\r\n"
                b"content-length: %d\r\n\r\nkey=" % promised
            )
            answer = b""
            while part := line.recv(4_096):
                answer += part

    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"That took too long" in answer
