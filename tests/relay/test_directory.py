"""Who is online, and which of two sessions of one submission is the newer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count

import pytest
import redis.asyncio
from asynchronous import asynchronous, eventually
from redis_server import MortalRedis

from arena.relay import RedisGateway, RedisRelay
from arena.relay.directory import entry_key, gateway_key, withdraw
from arena.service.errors import Unavailable
from arena.service.relay_ports import Asking, Leaving, RelayLost, Seating, Telling
from arena.wire.play import PlayEncoder

_numbers = count()


class Silent:
    """A session that only notices that it is over."""

    def __init__(self) -> None:
        self.superseded = 0

    def supersede(self) -> None:
        self.superseded += 1

    def seat(self, seating: Seating) -> None: ...

    def ask(self, asking: Asking) -> None: ...

    def tell(self, telling: Telling) -> None: ...

    def leave(self, leaving: Leaving) -> None: ...


@asynccontextmanager
async def gateways(redis_url: str, number: int) -> AsyncIterator[list[RedisGateway]]:
    started = [RedisGateway(redis_url, f"gateway-{n}") for n in range(number)]
    for gateway in started:
        await gateway.start()
    try:
        yield started
    finally:
        for gateway in started:
            await gateway.stop()


def submission() -> str:
    return f"directory-{next(_numbers)}"


def session_id() -> str:
    return f"{next(_numbers):016x}"


@asynchronous
async def test_a_session_is_online_until_it_is_withdrawn(redis_url: str) -> None:
    name = submission()
    async with gateways(redis_url, 2) as (here, there):
        entry = await here.enter(name, session_id(), 3, Silent())
        seen = await there.online([name, "nobody"])
        entry.resize(0)
        while (resized := (await there.online([name]))[name]).capacity:
            await asyncio.sleep(0.001)
        entry.withdraw()
        while await there.online([name]):
            await asyncio.sleep(0.001)

        assert seen.keys() == {name}
        assert (seen[name].gateway_id, seen[name].capacity) == (here.inbox, 3)
        assert seen[name].epoch == resized.epoch == entry.epoch


@asynchronous
async def test_a_newer_session_has_a_greater_epoch_and_ends_the_older(redis_url: str) -> None:
    name, sessions = submission(), [Silent() for _ in range(4)]
    async with gateways(redis_url, 2) as (here, there):
        entries = [
            await gateway.enter(name, session_id(), 1, session)
            for gateway, session in zip((here, there, there, here), sessions, strict=True)
        ]
        await eventually(lambda: sum(session.superseded for session in sessions) == 3)
        for entry in entries[:3]:
            entry.withdraw()
        online = await there.online([name])

        epochs = [entry.epoch for entry in entries]
        assert epochs == sorted(set(epochs))
        assert sessions[3].superseded == 0
        assert online[name].epoch == epochs[3]


@asynchronous
async def test_epochs_do_not_go_back_with_the_clock_of_another_server(redis_url: str) -> None:
    """A session that ended was entered where the clock was an hour ahead."""
    name = submission()
    async with gateways(redis_url, 1) as (gateway,), redis.asyncio.from_url(redis_url) as client:
        entry = await gateway.enter(name, session_id(), 1, Silent())
        ahead, session = entry.epoch + 3_600_000, int(session_id(), 16)
        await client.set(entry_key(name), f"{ahead} {session} 1 {gateway.inbox}")
        await client.execute_command(*withdraw(name, session))
        gone = not await gateway.online([name])
        epochs = [(await gateway.enter(name, session_id(), 1, Silent())).epoch for _ in range(2)]

        assert gone
        assert epochs == [ahead + 1, ahead + 2]


@asynchronous
async def test_a_gateway_that_stops_leaves_nobody_online(redis_url: str) -> None:
    names = [submission() for _ in range(20)]
    async with gateways(redis_url, 1) as (watching,):
        async with gateways(redis_url, 1) as (stopping,):
            for name in names:
                await stopping.enter(name, session_id(), 1, Silent())
            assert len(await watching.online(names)) == 20

        assert not await watching.online(names)


@asynchronous
async def test_sessions_come_back_by_themselves_after_redis_forgot_them(
    mortal_redis: MortalRedis,
) -> None:
    name, session = submission(), Silent()
    async with gateways(mortal_redis.url, 2) as (here, there):
        entry = await here.enter(name, session_id(), 2, session)
        await mortal_redis.restart()
        while not (online := await there.online([name])):
            await asyncio.sleep(0.01)

        assert (online[name].epoch, online[name].capacity) == (entry.epoch, 2)
        assert session.superseded == 0


@asynchronous
async def test_an_older_session_that_was_not_told_notices_by_itself(redis_url: str) -> None:
    name, session = submission(), Silent()
    async with gateways(redis_url, 1) as (gateway,), redis.asyncio.from_url(redis_url) as client:
        entry = await gateway.enter(name, session_id(), 2, session)
        await client.set(entry_key(name), f"{entry.epoch + 1} 77 1 arena:gateway:elsewhere")
        entry.resize(1)
        await eventually(lambda: session.superseded)
        entry.withdraw()

        assert await client.get(entry_key(name)) is not None


@asynchronous
async def test_where_no_gateway_lives_nobody_is_said_to_be_away(mortal_redis: MortalRedis) -> None:
    url, name = mortal_redis.url, submission()
    worker = RedisRelay(url, "worker", PlayEncoder())
    await worker.start()
    try:
        with pytest.raises(RelayLost, match="no gateway lives"):
            await worker.online([name])
        async with gateways(url, 1):
            while True:
                with suppress(RelayLost):
                    assert await worker.online([name]) == {}
                    break
        with suppress(RelayLost):
            while True:  # until the last pulse is over
                await worker.online([name])
                await asyncio.sleep(0.1)
    finally:
        await worker.stop()


@asynchronous
async def test_an_entry_outlives_a_gateway_that_died(mortal_redis: MortalRedis) -> None:
    url, name = mortal_redis.url, submission()
    async with gateways(url, 2) as (dying, watching):
        await dying.enter(name, session_id(), 1, Silent())
        async with redis.asyncio.Redis.from_url(url) as client:
            await client.delete(gateway_key(dying.inbox))
            dying._pulsing.cancel()

            assert not await watching.online([name])
            assert await client.pttl(entry_key(name)) > 50_000


@asynchronous
async def test_a_redis_that_refuses_to_say_who_is_online_is_away(mortal_redis: MortalRedis) -> None:
    async with gateways(mortal_redis.url, 1) as (gateway,):
        await refuse(mortal_redis, "-mget")
        with pytest.raises(RelayLost, match="refuses to say who is online: NOPERM"):
            await gateway.online(["bot"])


@asynchronous
async def test_a_redis_that_refuses_a_session_is_away(mortal_redis: MortalRedis) -> None:
    async with gateways(mortal_redis.url, 1) as (gateway,):
        await refuse(mortal_redis, "-eval")
        with pytest.raises(Unavailable):
            await gateway.enter("bot", session_id(), 1, Silent())


async def refuse(server: MortalRedis, command: str) -> None:
    """Has the server refuse a command from now on, also on open connections."""
    async with redis.asyncio.Redis.from_url(server.url) as client:
        await client.acl_setuser("default", enabled=True, commands=[command])
