import asyncio
from pathlib import Path

import grpc
import pytest

from arena_sdk.client import Patience
from arena_sdk.settings import CHANNEL_OPTIONS, settings
from tests.sdk.bots import told
from tests.sdk.fake_arena import fake_arena

TLS = Path(__file__).parent / "tls"

ENVIRONMENT = {
    "ARENA_ADDRESS": "arena.example:7700",
    "ARENA_KEY": " k-env\n",
    "ARENA_SUBMISSION": "s-env",
    "ARENA_MATCHES": "9",
}


def test_the_environment_fills_in_what_is_not_given():
    found = settings(environment=ENVIRONMENT)

    assert (found.address, found.key, found.submission) == ("arena.example:7700", "k-env", "s-env")
    assert (found.matches, found.tls, found.roots) == (9, False, None)


def test_what_is_given_goes_before_the_environment():
    found = settings(
        address="unix:/run/arena.sock",
        key="k",
        submission="s",
        matches=2,
        tls=False,
        environment={**ENVIRONMENT, "ARENA_TLS": "1"},
    )

    assert (found.address, found.key, found.submission) == ("unix:/run/arena.sock", "k", "s")
    assert (found.matches, found.tls) == (2, False)


def test_without_an_address_it_is_the_arena_of_this_machine():
    found = settings(key="k", submission="s", environment={})

    assert (found.address, found.matches) == ("127.0.0.1:7700", 1)


@pytest.mark.parametrize(
    ("given", "environment", "tls", "roots"),
    [
        ({"tls": True}, {}, True, None),
        ({}, {"ARENA_TLS": "1"}, True, None),
        ({}, {"ARENA_TLS": "0"}, False, None),
        ({}, {"ARENA_TLS_ROOTS": "/etc/roots.pem"}, True, Path("/etc/roots.pem")),
        ({"roots": Path("mine.pem")}, {}, True, Path("mine.pem")),
    ],
)
def test_tls_is_there_when_asked_for(given, environment, tls, roots):
    found = settings(key="k", submission="s", environment=environment, **given)

    assert (found.tls, found.roots) == (tls, roots)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"key": ""}, "ARENA_KEY"),
        ({"submission": " "}, "ARENA_SUBMISSION"),
        ({"key": "sécret"}, "all of it copied"),
        ({"key": "two\nlines"}, "all of it copied"),
        ({"matches": 0}, "ARENA_MATCHES"),
        ({"matches": -1}, "ARENA_MATCHES"),
    ],
)
def test_what_is_missing_or_odd_is_named(given, why):
    with pytest.raises(ValueError, match=why):
        settings(environment={}, **{"key": "k", "submission": "s", **given})


def test_a_key_is_not_shown():
    assert "k-env" not in repr(settings(environment=ENVIRONMENT))


def test_a_dead_connection_is_noticed():
    """The spelling with `recv` is silently ignored by grpc."""
    options = dict(CHANNEL_OPTIONS)

    assert options["grpc.http2.ping_timeout_ms"] == 10_000
    assert options["grpc.keepalive_time_ms"] == 20_000
    assert options["grpc.http2.min_ping_interval_without_data_ms"] == 5_000
    assert not any("recv" in name for name in options)


@pytest.mark.parametrize("failures", range(0, 60, 7))
def test_waiting_grows_but_not_for_ever_and_begins_quickly(failures):
    waits = [Patience().before_retry_s(failures) for _ in range(200)]

    assert min(waits) >= 0
    assert max(waits) <= min(10.0, 0.1 * 2**failures)
    assert len(set(waits)) > 100, "bots do not come back in step"


async def plays_a_prompt(address, credentials=None, **changes):
    async with (
        asyncio.timeout(30),
        fake_arena(address, credentials) as arena,
        arena.playing(told(), **changes),
    ):
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        return await stream.answer()


def test_an_arena_may_be_behind_a_unix_socket(tmp_path):
    assert asyncio.run(plays_a_prompt(f"unix:{tmp_path}/arena.sock"))


def test_an_arena_may_speak_tls():
    certificate = (TLS / "certificate.pem").read_bytes()
    key = (TLS / "key.pem").read_bytes()
    credentials = grpc.ssl_server_credentials([(key, certificate)])

    plays = plays_a_prompt("localhost:0", credentials, tls=True, roots=TLS / "certificate.pem")

    assert asyncio.run(plays)
