"""The proxy of `compose.yaml` spreads the bots, but sends none to a gateway that drains."""

import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from .conftest import DEPLOY, Gateway, run, tool


@pytest.fixture
def gateways() -> Iterator[list[Gateway]]:
    servers = [Gateway(), Gateway()]
    yield servers
    for each in servers:
        each.server.stop(0).wait()


@pytest.fixture
def proxy(gateways: list[Gateway], tmp_path: Path) -> Iterator[int]:
    """The proxy with its own configuration, but for the addresses."""
    with socket.create_server(("127.0.0.1", 0)) as bots, socket.create_server(("", 0)) as pages:
        port, other = bots.getsockname()[1], pages.getsockname()[1]
    servers = "\n".join(
        f"    server g{each.port} 127.0.0.1:{each.port} proto h2 check inter 2s fall 2"
        for each in gateways
    )
    text = (DEPLOY / "haproxy.cfg").read_text()
    text = text.replace("bind :7700", f"bind 127.0.0.1:{port}")
    text = text.replace("bind :7780", f"bind 127.0.0.1:{other}")
    text = re.sub(r"^ +server-template gateway-.*$", servers, text, flags=re.MULTILINE)
    text = re.sub(r"^ +server-template web-.*$", "", text, flags=re.MULTILINE)
    config = tmp_path / "haproxy.cfg"
    config.write_text(text)
    process = subprocess.Popen([tool("haproxy"), "-f", config], stdout=subprocess.DEVNULL)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(10)


def reached(port: int, gateway: Gateway) -> bool:
    """Whether a connection made now ends at this gateway."""
    with grpc.insecure_channel(
        f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)]
    ) as channel:
        request = health_pb2.HealthCheckRequest(service=gateway.name)
        check = health_pb2_grpc.HealthStub(channel).Check
        try:
            check(request, timeout=5, wait_for_ready=True)
        except grpc.RpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:  # the other one has another name
                return False
            raise
    return True


def test_the_configuration_is_valid() -> None:
    run(tool("haproxy"), "-c", "-f", str(DEPLOY / "haproxy.cfg"))


def test_connections_are_spread_and_leave_out_a_gateway_that_drains(
    proxy: int, gateways: list[Gateway]
) -> None:
    first, second = gateways
    assert any(reached(proxy, first) for _ in range(20))
    assert any(reached(proxy, second) for _ in range(20))

    first.server.stop(grace=30)  # it listens no more

    assert all(reached(proxy, second) for _ in range(10))
