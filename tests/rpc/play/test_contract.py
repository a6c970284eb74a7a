"""One contract for relays, kept by Redis with a gateway and by the memory adapter for tests."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from asynchronous import asynchronous

from arena.match.clock import Clock
from arena.match.outcome import Fault
from arena.match.players import Answer, Prompt, Table
from arena.relay import MemoryRelay
from arena.service.relay_ports import Relay
from botarena.v1 import play_service_pb2 as pb

from .bots import AutoBot
from .stage import CLOCK, prompt, stage, table, unique

Script = Callable[[int], Awaitable[str]]
"""What a bot does at a ply."""


class Arena:
    """A relay and a way to bring bots to it."""

    def __init__(
        self, relay: Relay, connect: Callable[[str, Script], Callable[[], Awaitable[None]]]
    ):
        self.relay = relay
        self.connect = connect
        """Begins a session; returns what ends it."""

    async def is_online(self, submission: str, claim: bool) -> None:
        while bool(await self.relay.online([submission])) is not claim:
            await asyncio.sleep(0.005)


@asynccontextmanager
async def arena_of(kind: str, redis_url: str) -> AsyncIterator[Arena]:
    if kind == "memory":
        yield _memory_arena()
        return
    async with stage(redis_url) as staged:
        gateway, worker = await staged.gateway(), await staged.worker()

        def connect(submission: str, script: Script) -> Callable[[], Awaitable[None]]:
            async def think(asked: pb.Prompt) -> str:
                return await script(asked.ply)

            return AutoBot([gateway.port], submission, think).close

        yield Arena(worker, connect)


def _memory_arena() -> Arena:
    relay = MemoryRelay()

    def connect(submission: str, script: Script) -> Callable[[], Awaitable[None]]:
        async def bot(_: Table, asked: Prompt) -> str:
            return await script(asked.ply)

        async def disconnect() -> None:
            relay.disconnect(submission)

        relay.connect(submission, bot)
        return disconnect

    return Arena(relay, connect)


async def plays_b(ply: int) -> str:
    return "b"


async def fails(ply: int) -> str:
    return str(1 // 0)


async def sleeps(ply: int) -> str:
    await asyncio.sleep(60)
    return "b"


every_relay = pytest.mark.parametrize("kind", ["memory", "redis"])


@every_relay
@pytest.mark.parametrize(
    ("script", "action", "fault"),
    [(plays_b, "b", None), (fails, "", Fault.CRASH), (sleeps, "", Fault.TIMEOUT)],
)
@asynchronous
async def test_what_a_bot_does_is_what_the_referee_hears(
    redis_url: str, kind: str, script: Script, action: str, fault: Fault | None
) -> None:
    submission = unique("submission")
    async with arena_of(kind, redis_url) as arena:
        disconnect = arena.connect(submission, script)
        await arena.is_online(submission, True)
        player = arena.relay.player(submission, table())
        await player.sit()
        answer = await player.choose(prompt())
        player.close()
        await disconnect()
        await arena.is_online(submission, False)

        assert (answer.action, answer.fault) == (action, fault)
        assert 0 <= answer.elapsed_ms <= CLOCK.budget_ms(0)


@every_relay
@asynchronous
async def test_who_never_came_is_no_show_and_who_left_is_disconnected(
    redis_url: str, kind: str
) -> None:
    submission, clock = unique("submission"), Clock(100, 0, 1_000, join_ms=200)
    async with arena_of(kind, redis_url) as arena:
        player = arena.relay.player(submission, table(clock=clock))
        await player.sit()
        absent = await player.choose(prompt(0, clock))
        disconnect = arena.connect(submission, plays_b)
        while (late := await player.choose(prompt(1, clock))).fault is Fault.NO_SHOW:
            await asyncio.sleep(0.005)
        await disconnect()
        await arena.is_online(submission, False)
        gone = await player.choose(prompt(2, clock))

        assert absent == Answer("", 0, Fault.NO_SHOW)
        assert (late.action, late.fault) == ("b", None)
        assert gone == Answer("", clock.budget_ms(0), Fault.DISCONNECT)
