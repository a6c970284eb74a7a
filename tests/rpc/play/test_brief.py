"""Bots that come only to go: every call of theirs ends."""

import asyncio
from collections.abc import AsyncIterator

import grpc

from arena.relay import RedisGateway
from arena.rpc.play import PlayServicer
from arena.rpc.server import RpcServer, ServerSettings
from botarena.v1 import play_service_pb2 as pb
from botarena.v1 import play_service_pb2_grpc as play_grpc
from tests.asynchronous import asynchronous

CALLS, AT_ONCE, PATIENCE_S = 1_000, 50, 20.0


async def allow(*_: object) -> None:
    pass


@asynchronous
async def test_a_call_ends_though_its_session_is_over_at_once(redis_url: str) -> None:
    relay, server = RedisGateway(redis_url, "brief"), RpcServer(ServerSettings("127.0.0.1:0"))
    PlayServicer(relay, allow).add_to(server.server)
    await relay.start()
    await server.start(["botarena.v1.PlayService"])
    ended: list[grpc.StatusCode] = []

    async def come_and_go(play: play_grpc.PlayServiceStub, number: int) -> None:
        async def hello() -> AsyncIterator[pb.PlayRequest]:
            yield pb.PlayRequest(hello=pb.Hello(submission_id=f"brief-{number}"))

        call = play.Play(hello(), timeout=PATIENCE_S)
        async for _ in call:
            pass
        ended.append(await call.code())

    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        play = play_grpc.PlayServiceStub(channel)
        for start in range(0, CALLS, AT_ONCE):
            calls = (come_and_go(play, start + number) for number in range(AT_ONCE))
            await asyncio.gather(*calls)
    await server.stop(0.1)
    await relay.stop()

    assert ended == [grpc.StatusCode.OK] * CALLS
