"""Workers and gateways around a real Redis, for tests."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any

import grpc

from arena.match.clock import Clock
from arena.match.players import Answer, Prompt, Table
from arena.relay import RedisGateway, RedisRelay
from arena.relay.player import RedisPlayer
from arena.rpc.gate import Gate
from arena.rpc.play import PlayServicer, PlaySettings
from arena.rpc.server import RpcServer, ServerSettings
from arena.service.errors import NotAllowed
from botarena.v1 import play_service_pb2 as pb

from .bots import AutoBot, HandBot, Think, first_action
from .messages import Messages

CLOCK = Clock(limit_ms=200, bank_ms=0, lag_ms=800, join_ms=5_000)
"""Its allowance leaves room for a busy machine."""
PATIENT = Clock(limit_ms=20_000, bank_ms=0, lag_ms=800, join_ms=20_000)
"""For tests in which no time is to run out."""

_numbers = count()


def unique(kind: str) -> str:
    """Returns an id that no other test uses."""
    return f"{kind}-{next(_numbers)}"


def prompt(ply: int = 0, clock: Clock = CLOCK, actions: Sequence[str] = ("a", "b")) -> Prompt:
    return Prompt(ply, None, tuple(actions), clock.limit_ms, clock.bank_ms, 3)


class OpenDoors:
    """A doorkeeper who knows everybody."""

    async def admit(self, method: str, metadata: object) -> None:
        pass


class Gateway:
    """A gateway in this process."""

    def __init__(self, redis_url: str, settings: PlaySettings) -> None:
        self.relay = RedisGateway(redis_url, "test")
        self.play = PlayServicer(self.relay, self._authorize, settings)
        gate: Any = Gate(OpenDoors())  # type: ignore[arg-type]
        self.server = RpcServer(ServerSettings("127.0.0.1:0"), [gate])
        self.play.add_to(self.server.server)
        self.port = self.server.port

    async def start(self) -> None:
        await self.relay.start()
        await self.server.start(["botarena.v1.PlayService"])

    async def stop(self) -> None:
        await self.server.stop(0.0)
        await self.relay.stop()

    async def _authorize(self, _: grpc.aio.ServicerContext[Any, Any], submission_id: str) -> None:
        if submission_id == "forbidden":
            raise NotAllowed("the submission is another author's")


class Stage:
    """Starts what a test asks for, and stops it all at its end."""

    def __init__(self, redis_url: str, stack: AsyncExitStack) -> None:
        self.redis_url = redis_url
        self._stack = stack

    async def gateway(self, **settings: float) -> Gateway:
        gateway = Gateway(self.redis_url, PlaySettings(**settings))
        await gateway.start()
        self._stack.push_async_callback(gateway.stop)
        return gateway

    async def worker(self) -> RedisRelay:
        relay = RedisRelay(self.redis_url, "test", Messages())
        await relay.start()
        relay.excused_until = 0.0  # as if it had been up for long
        self._stack.push_async_callback(relay.stop)
        return relay

    def bot(self, ports: Sequence[int], submission_id: str, think: Think = first_action) -> AutoBot:
        bot = AutoBot(ports, submission_id, think)
        self._stack.push_async_callback(bot.close)
        return bot


@asynccontextmanager
async def stage(redis_url: str) -> AsyncIterator[Stage]:
    async with AsyncExitStack() as stack:
        yield Stage(redis_url, stack)


def table(
    match_id: str = "", clock: Clock = CLOCK, attempt: int = 1, since_attempt: int = 1
) -> Table:
    match_id = match_id or unique("match")
    return Table(match_id, attempt, since_attempt, "toy", 1, {}, 0, 2, clock, 3, "c0ffee")


def seat(worker: RedisRelay, submission_id: str, clock: Clock = CLOCK) -> tuple[RedisPlayer, str]:
    """Returns a player of a new match, and the match."""
    offered = table(clock=clock)
    return worker.player(submission_id, offered), offered.match_id


async def take_seat(player: RedisPlayer, bot: HandBot) -> pb.Seated:
    """Has the bot take the seat of its player."""
    seated, _ = await asyncio.gather(bot.sit(), player.sit())
    return seated


async def ask(player: RedisPlayer, bot: HandBot, asking: Prompt) -> asyncio.Task[Answer]:
    """Has the bot read its prompt; returns what will be its answer."""
    choosing = asyncio.create_task(player.choose(asking))
    await bot.prompt()
    return choosing
