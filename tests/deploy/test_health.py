"""`arena health`, by which containers are watched."""

import socket
from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result

from arena.cli.main import arena

from .conftest import Gateway


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    gateway = Gateway()
    yield gateway
    gateway.server.stop(0).wait()


def ask(process: str, **environment: str) -> Result:
    return CliRunner().invoke(arena, ["health", process], env=environment)


def test_a_gateway_that_serves_is_well(gateway: Gateway) -> None:
    environment = {"ARENA_GATEWAY_HOST": "0.0.0.0", "ARENA_GATEWAY_PORT": str(gateway.port)}

    assert ask("gateway", **environment).exit_code == 0
    gateway.health.enter_graceful_shutdown()
    drains = ask("gateway", **environment)

    assert (drains.exit_code, drains.output) == (1, "the gateway drains\n")


@pytest.mark.parametrize("process", ["gateway", "web"])
def test_a_process_that_is_not_there_is_not_well(process: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

    answer = ask(process, ARENA_GATEWAY_PORT=port, ARENA_WEB_PORT=port)

    assert answer.exit_code == 1
    assert answer.output.startswith("no answer: ")
