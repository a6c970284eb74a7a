"""A worker's watch over the bots of its matches: nothing that Redis says ends it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest
import redis
from asynchronous import asynchronous, eventually
from redis_server import MortalRedis

from arena.match.clock import Clock
from arena.match.outcome import Fault
from arena.match.players import Prompt, Table
from arena.relay import RedisGateway, RedisRelay
from arena.relay.directory import entry_key
from arena.relay.player import RedisPlayer
from arena.relay.worker import LOOK_S
from arena.service.relay_ports import (
    Asking,
    Leaving,
    RelayLost,
    Report,
    ReportKind,
    Seating,
    SessionEntry,
    Telling,
)
from arena.wire.play import PlayEncoder

CLOCK = Clock(limit_ms=1_000, bank_ms=0, lag_ms=0, join_ms=100)
TABLE = Table("m", 1, 1, "toy", 1, {}, 0, 2, CLOCK, 3, "c0ffee")
SESSION = "00000000000000aa"


class Words(PlayEncoder):
    """Asks for an action of no game."""

    def prompt(self, match_id: str, attempt: int, prompt: Prompt) -> bytes:
        return b"prompt"


class Ready:
    """A session whose bot takes every seat."""

    entry: SessionEntry

    def __init__(self) -> None:
        self.offers = 0

    def seat(self, seating: Seating) -> None:
        self.offers += 1
        report = Report(ReportKind.ACKNOWLEDGED, seating.player, seating.attempt)
        self.entry.report(seating.worker_id, report)

    def ask(self, asking: Asking) -> None: ...

    def tell(self, telling: Telling) -> None: ...

    def leave(self, leaving: Leaving) -> None: ...

    def supersede(self) -> None: ...


class Stage:
    """A worker, a gateway, and a server that may be told to refuse."""

    def __init__(self, server: MortalRedis, worker: RedisRelay, gateway: RedisGateway) -> None:
        self.worker = worker
        self.gateway = gateway
        self.client = redis.Redis.from_url(server.url)

    def refuse(self, *commands: str) -> None:
        """Has the server refuse these commands from now on, also on open connections."""
        self.client.acl_setuser("default", enabled=True, commands=[f"-{c}" for c in commands])

    def relent(self, *commands: str) -> None:
        self.client.acl_setuser("default", enabled=True, commands=[f"+{c}" for c in commands])

    def refused(self, command: str) -> int:
        """Returns how often the command was refused."""
        used = self.client.info("commandstats").get(f"cmdstat_{command}", {})
        return int(used.get("rejected_calls", 0))

    async def enter(self, submission_id: str) -> Ready:
        bot = Ready()
        bot.entry = await self.gateway.enter(submission_id, SESSION, 1, bot)
        return bot


@asynccontextmanager
async def stage(server: MortalRedis, lost_s: float = 20.0) -> AsyncIterator[Stage]:
    async with AsyncExitStack() as stack:
        worker = RedisRelay(server.url, "worker", Words(), lost_s)
        gateway = RedisGateway(server.url, "gateway")
        for end in (worker, gateway):
            await end.start()
            stack.push_async_callback(end.stop)
        worker.excused_until = 0.0  # as if it had been up for long
        yield Stage(server, worker, gateway)


async def no_show(player: RedisPlayer) -> bool:
    """Lets the player sit; returns whether its bot did not come."""
    await player.sit()
    choosing = asyncio.create_task(player.choose(Prompt(0, None, ("a",), 1_000, 0, 3)))
    await asyncio.sleep(0)
    gone = choosing.done() and choosing.result().fault is Fault.NO_SHOW
    choosing.cancel()
    return gone


@asynchronous
async def test_while_redis_refuses_to_say_who_is_online_nobody_is_late(
    mortal_redis: MortalRedis,
) -> None:
    async with stage(mortal_redis) as arena:
        await arena.enter("bot")
        arena.refuse("mget")
        player = arena.worker.player("bot", TABLE)
        joining = asyncio.create_task(no_show(player))
        await eventually(lambda: arena.refused("mget") >= 3)
        waited = not joining.done()
        arena.relent("mget")

        assert waited, "its time to join is shorter than that"
        assert not await joining


@asynchronous
async def test_what_was_refused_along_with_the_directory_is_said_again(
    mortal_redis: MortalRedis,
) -> None:
    async with stage(mortal_redis) as arena:
        bot = await arena.enter("bot")
        player = arena.worker.player("bot", TABLE)
        await player.sit()
        arena.refuse("mget")
        await eventually(lambda: arena.refused("mget"))
        arena.relent("mget")
        await eventually(lambda: bot.offers == 2)


@asynchronous
async def test_a_seat_whose_offer_redis_refused_is_offered_again(mortal_redis: MortalRedis) -> None:
    async with stage(mortal_redis) as arena:
        bot = await arena.enter("bot")
        arena.refuse("xadd")
        table = replace(TABLE, clock=replace(CLOCK, join_ms=20_000))
        joining = asyncio.create_task(no_show(arena.worker.player("bot", table)))
        await eventually(lambda: arena.refused("xadd"))
        unheard = bot.offers
        arena.relent("xadd")

        assert not await joining
        assert unheard == 0


@asynchronous
async def test_a_redis_that_goes_on_refusing_fails_the_attempts(mortal_redis: MortalRedis) -> None:
    async with stage(mortal_redis, lost_s=0.5) as arena:
        await arena.enter("bot")
        arena.refuse("mget")
        early, late = (arena.worker.player("bot", TABLE) for _ in range(2))
        with pytest.raises(RelayLost, match="refuses to say who is online: NOPERM"):
            await early.sit()
        early.close()
        with pytest.raises(RelayLost):
            await late.sit()
        late.close()
        arena.relent("mget")

        assert not await no_show(arena.worker.player("bot", TABLE))


@asynchronous
async def test_an_attempt_is_not_failed_for_what_was_refused_before_it(
    mortal_redis: MortalRedis,
) -> None:
    async with stage(mortal_redis, lost_s=0.3) as arena:
        arena.refuse("mget")
        refused = []
        for _ in range(2):
            before = arena.refused("mget")
            player = arena.worker.player("bot", TABLE)
            with pytest.raises(RelayLost):
                await player.sit()
            player.close()
            refused.append(arena.refused("mget") - before)
            await asyncio.sleep(2 * LOOK_S)  # nobody is looked up

        assert min(refused) > 1


@asynchronous
async def test_what_nobody_foresaw_fails_the_attempts_and_not_the_watch(
    mortal_redis: MortalRedis,
) -> None:
    async with stage(mortal_redis) as arena:
        arena.client.set(entry_key("odd"), "no entry")
        odd = arena.worker.player("odd", TABLE)
        with pytest.raises(RelayLost, match="looking bots up failed: ValueError"):
            await odd.sit()
        odd.close()
        await arena.enter("bot")

        assert not await no_show(arena.worker.player("bot", TABLE))
