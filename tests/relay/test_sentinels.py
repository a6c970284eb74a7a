"""A Redis that fails over is found again, by everything that speaks to it."""

from pathlib import Path

import pytest
import redis

from arena.relay.connection import close, connect
from arena.relay.sentinels import Watched, broker, client, watched
from tests.asynchronous import asynchronous
from tests.sentinels import Guarded


def test_a_url_names_sentinels_service_database_and_password() -> None:
    found = watched("sentinel://ada:pass%40word@one:1,two/3?service=arena")

    assert found == Watched((("one", 1), ("two", 26_379)), "arena", 3, "ada", "pass@word")
    assert found.url_of("three", 6379) == "redis://ada:pass%40word@three:6379/3"
    assert found.broker() == (
        "sentinel://ada:pass%40word@one:1/3;sentinel://ada:pass%40word@two:26379/3",
        {"master_name": "arena"},
    )


def test_a_url_of_a_server_is_left_as_it_is() -> None:
    assert watched("redis://one:6379/0") is None
    assert broker("redis://one:6379/0") == ("redis://one:6379/0", {})


@pytest.mark.parametrize("url", ["sentinel://one:1/0", "sentinel:///0?service=a"])
def test_a_url_that_says_too_little_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="a sentinel:// URL"):
        watched(url)


@asynchronous
async def test_the_new_primary_is_found_when_the_old_one_is_dead(tmp_path: Path) -> None:
    with Guarded(tmp_path) as guarded:
        before = await connect(guarded.url, lambda _: None)
        assert (await before.ask("SET", "a", "1")) == b"OK"
        await close(before)

        guarded.kill_primary()
        with pytest.raises(OSError):
            await connect(guarded.url, lambda _: None)
        guarded.await_failover()
        after = await connect(guarded.url, lambda _: None)
        assert (await after.ask("SET", "a", "2")) == b"OK"
        await close(after)

        with client(guarded.url, socket_timeout=1.0, decode_responses=True) as found:
            assert found.get("a") == "2"


@asynchronous
async def test_sentinels_that_are_away_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConnectionRefusedError, match="no Sentinel knows the primary of arena"):
        await connect("sentinel://127.0.0.1:1/0?service=arena", lambda _: None)
    with (
        client("sentinel://127.0.0.1:1/0?service=arena", socket_timeout=0.5) as away,
        pytest.raises(redis.RedisError),
    ):
        away.ping()
