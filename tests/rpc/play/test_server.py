"""The server itself: its options, its port, TLS, health and reflection, and big messages."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import grpc
import pytest
from asynchronous import asynchronous
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.rpc.server import MESSAGE_BYTES, OPTIONS, RpcServer, ServerSettings
from arena.service.errors import Unavailable

from .bots import HandBot, session
from .stage import stage, unique

SERVICE = "botarena.v1.PlayService"


def test_the_options_are_spelled_as_grpc_reads_them() -> None:
    assert dict(OPTIONS) == {
        "grpc.max_receive_message_length": 256 * 1024,
        "grpc.so_reuseport": 0,
        "grpc.keepalive_time_ms": 20_000,
        "grpc.keepalive_timeout_ms": 10_000,
        "grpc.http2.ping_timeout_ms": 10_000,
        "grpc.keepalive_permit_without_calls": 1,
        "grpc.http2.max_pings_without_data": 0,
        "grpc.http2.min_ping_interval_without_data_ms": 5_000,
    }


@asynchronous
async def test_a_second_gateway_on_the_same_port_does_not_start() -> None:
    first = RpcServer(ServerSettings("127.0.0.1:0"))
    await first.start([SERVICE])
    address = f"127.0.0.1:{first.port}"
    with pytest.raises(Unavailable, match=f"the gateway cannot listen on {address}"):
        RpcServer(ServerSettings(address))
    await first.stop(0.0)


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionRefusedError:
        return False
    writer.close()
    return True


@asynchronous
async def test_health_and_reflection_answer() -> None:
    server = RpcServer(ServerSettings("127.0.0.1:0"))
    await server.start([SERVICE])
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        health = health_pb2_grpc.HealthStub(channel)
        watch = health.Watch(health_pb2.HealthCheckRequest(service=SERVICE))
        before = await watch.read()
        asked = reflection_pb2.ServerReflectionRequest(list_services="")
        call = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(iter([asked]))
        services = {s.name for s in (await call.read()).list_services_response.service}
        call.cancel()
        await server.go_away(5.0)
        after = await watch.read()
        while await _listens(server.port):  # it takes a moment to hear of its end
            await asyncio.sleep(0.01)
        await server.stop(0.1)

    assert before.status == health_pb2.HealthCheckResponse.SERVING
    assert after.status == health_pb2.HealthCheckResponse.NOT_SERVING
    assert services == {
        SERVICE,
        "grpc.health.v1.Health",
        "grpc.reflection.v1alpha.ServerReflection",
    }


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes its certificate by openssl")
@asynchronous
async def test_with_a_certificate_and_its_key_it_speaks_tls(tmp_path: Path) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    server = RpcServer(ServerSettings("127.0.0.1:0", certificate, key))
    await server.start([SERVICE])
    address, trust = (
        f"localhost:{server.port}",
        grpc.ssl_channel_credentials(certificate.read_bytes()),
    )
    async with grpc.aio.secure_channel(address, trust) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest())
    async with grpc.aio.insecure_channel(address) as channel:
        with pytest.raises(grpc.aio.AioRpcError) as plain:
            await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
    await server.stop(0.0)

    assert answer.status == health_pb2.HealthCheckResponse.SERVING
    assert plain.value.code() is grpc.StatusCode.UNAVAILABLE


@asynchronous
async def test_a_message_that_is_too_long_ends_its_session_alone(redis_url: str) -> None:
    async with stage(redis_url) as arena:
        gateway = await arena.gateway()
        async with session(gateway.port, unique("submission")) as well_behaved:
            talker = HandBot(gateway.port)
            await talker.hello(unique("submission"))
            await talker.choose("m", 0, "a" * (MESSAGE_BYTES + 1))
            code, _ = await talker.status()
            await talker.drop()
            await well_behaved.choose("m", 0, "a" * (MESSAGE_BYTES - 100))

            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert await well_behaved.ignored() == "NOT_SEATED"
