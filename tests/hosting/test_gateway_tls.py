"""A gateway that speaks TLS is reached through the door by who trusts it, and by nobody else."""

from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from grpc import StatusCode

from arena.config import Settings
from arena.hosting.door import Gateway
from arena.hosting.machine import gateway
from arena.service.errors import Unavailable
from tests.asynchronous import asynchronous, eventually
from tests.hosting.test_door import hello, scene
from tests.interop.languages import missing
from tests.interop.test_tls import credentials


@pytest.fixture
def secure(tmp_path: Path) -> grpc.ServerCredentials:
    """Credentials of a server whose authority is then in `authority.pem`."""
    if absent := missing("TLS", ["openssl"]):
        pytest.skip(f"no {absent}")
    return credentials(tmp_path)


@asynchronous
async def test_a_bot_plays_through_the_door_at_a_gateway_with_tls(
    secure: grpc.ServerCredentials, tmp_path: Path
) -> None:
    settings = replace(Settings(), hosting_ca=str(tmp_path / "authority.pem"))
    async with scene(secure, gateway(settings).roots) as here:
        call = here.play()
        await call.write(hello(""))
        await eventually(lambda: here.gateway.heard)

        assert here.gateway.heard == [hello("sub-mine")]
        assert here.gateway.keys == ["Bearer token"]
        call.cancel()


@asynchronous
async def test_a_stranger_gets_neither_the_play_nor_the_token(
    secure: grpc.ServerCredentials,
) -> None:
    async with scene(secure, gateway(replace(Settings(), hosting_ca="system")).roots) as here:
        call = here.play()
        await call.write(hello(""))

        assert await call.code() is StatusCode.UNAVAILABLE
        assert here.gateway.keys == []


def test_whom_to_trust_is_a_setting(tmp_path: Path) -> None:
    mine, other = tmp_path / "gateway.pem", tmp_path / "authority.pem"
    mine.write_bytes(b"mine")
    other.write_bytes(b"other")
    plain = replace(Settings(), hosting_gateway="arena.example:7777")
    secured = replace(plain, tls_certificate=str(mine))

    assert gateway(plain) == Gateway("arena.example:7777", None)
    assert gateway(secured).roots == b"mine"
    assert gateway(replace(secured, hosting_ca=str(other))).roots == b"other"
    with pytest.raises(Unavailable, match="whom to trust"):
        gateway(replace(plain, hosting_ca=str(tmp_path / "absent.pem")))
