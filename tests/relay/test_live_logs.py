"""One contract for live logs, kept by every adapter; then what only Redis can do to a log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import pytest
import redis.asyncio
from asynchronous import asynchronous, eventually
from redis_server import MortalRedis, drop_connections

from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
from arena.match.outcome import Outcome
from arena.relay.link import Link
from arena.relay.live_logs import RedisLiveLogs
from arena.relay.memory import MemoryLiveLogs
from arena.service.relay_ports import LiveLog, LiveLogs, Overtaken

STARTED = Started("toy", 1, 2, {"rounds": 2}, Clock(), 3, "c0ffee")
ENDED = Ended(9, Outcome((3, 1), (1, 2)), b"seed")

_numbers = count()


def decided(ply: int) -> Decided:
    return Decided(ply, (Choice(0, f"play {ply}", "play", 12),))


def whole(decisions: int) -> list[MatchEvent]:
    return [STARTED, *map(decided, range(decisions)), ENDED]


@asynccontextmanager
async def adapter(kind: str, redis_url: str) -> AsyncIterator[LiveLogs]:
    """Gives live logs: in memory, on a link of their own, or on a relay's."""
    if kind == "memory":
        yield MemoryLiveLogs()
        return
    link = Link(redis_url, "test:logs")
    logs = RedisLiveLogs(redis_url, link if kind == "relay" else None)
    await link.start()
    await logs.start()
    try:
        yield logs
    finally:
        await logs.stop()
        await link.stop()


every_adapter = pytest.mark.parametrize("kind", ["memory", "alone", "relay"])


def match() -> str:
    return f"match-{next(_numbers)}"


async def write(log: LiveLog, events: list[MatchEvent]) -> None:
    for event in events:
        await log.append(event)


async def read(
    logs: LiveLogs, match_id: str, after: int = 0, idle_s: float | None = None
) -> list[tuple[int, MatchEvent]]:
    return [numbered async for numbered in logs.follow(match_id, after, idle_s)]


@every_adapter
@asynchronous
async def test_what_is_appended_is_followed_to_the_end(kind: str, redis_url: str) -> None:
    events = whole(100)
    async with adapter(kind, redis_url) as logs:
        match_id = match()
        following = [asyncio.create_task(read(logs, match_id, after)) for after in (0, 0, 50)]
        await write(await logs.open(match_id, 1), events)
        first, second, later = await asyncio.gather(*following)

        assert first == second == list(enumerate(events, 1))
        assert later == first[50:]
        assert await read(logs, match_id) == first


@every_adapter
@asynchronous
async def test_a_newer_attempt_goes_on_and_shuts_the_older_out(kind: str, redis_url: str) -> None:
    async with adapter(kind, redis_url) as logs:
        match_id = match()
        old = await logs.open(match_id, 1)
        await write(old, [STARTED, decided(0)])
        new = await logs.open(match_id, 2)
        with pytest.raises(Overtaken):
            await write(old, [decided(1), decided(2)])
        with pytest.raises(Overtaken):
            await logs.open(match_id, 1)
        await write(new, [decided(1), ENDED])

        assert old.past == ()
        assert new.past == (STARTED, decided(0))
        assert (old.since_attempt, new.since_attempt) == (1, 1)
        events = [event for _, event in await read(logs, match_id)]
        assert events == [STARTED, decided(0), decided(1), ENDED]


@every_adapter
@asynchronous
async def test_one_attempt_may_open_its_log_twice(kind: str, redis_url: str) -> None:
    async with adapter(kind, redis_url) as logs:
        match_id = match()
        await write(await logs.open(match_id, 1), [STARTED, ENDED])

        assert (await logs.open(match_id, 1)).past == (STARTED, ENDED)


@every_adapter
@asynchronous
async def test_an_attempt_that_wrote_nothing_began_nothing(kind: str, redis_url: str) -> None:
    async with adapter(kind, redis_url) as logs:
        match_id = match()
        await logs.open(match_id, 1)
        await write(await logs.open(match_id, 2), [STARTED])

        assert (await logs.open(match_id, 3)).since_attempt == 2


@every_adapter
@asynchronous
async def test_a_follower_leaves_a_log_that_stays_silent(kind: str, redis_url: str) -> None:
    async with adapter(kind, redis_url) as logs:
        match_id = match()
        log = await logs.open(match_id, 1)
        await write(log, [STARTED, decided(0)])

        assert await read(logs, match_id, 1, idle_s=0.05) == [(2, decided(0))]
        assert await read(logs, "unknown", 0, idle_s=0.05) == []


@asynchronous
async def test_a_log_has_a_time_to_live(redis_url: str) -> None:
    async with adapter("relay", redis_url) as logs, redis.asyncio.from_url(redis_url) as client:
        match_id = match()
        log = await logs.open(match_id, 1)
        await log.append(STARTED)
        running = await client.ttl(f"arena:log:{match_id}")
        await log.append(ENDED)
        ended = await client.ttl(f"arena:log:{match_id}")

        assert running > 2 * 3600
        assert 0 < ended <= 600


@pytest.mark.parametrize("kind", ["alone", "relay"])
@asynchronous
async def test_broken_connections_leave_no_trace(kind: str, redis_url: str) -> None:
    events = whole(300)
    async with adapter(kind, redis_url) as logs:
        match_id = match()
        following = asyncio.create_task(read(logs, match_id))
        log = await logs.open(match_id, 1)
        breaking = asyncio.create_task(asyncio.to_thread(_break_often, redis_url))
        for event in events[:-1]:
            await log.append(event)
            await asyncio.sleep(0.001)
        await breaking
        await log.append(events[-1])

        assert await following == list(enumerate(events, 1))
        assert await read(logs, match_id) == list(enumerate(events, 1))


def _break_often(redis_url: str) -> None:
    for _ in range(5):
        drop_connections(redis_url)


@pytest.mark.parametrize("kind", ["alone", "relay"])
@asynchronous
async def test_a_server_that_forgot_the_log_is_told_it_again(
    kind: str, mortal_redis: MortalRedis
) -> None:
    async with adapter(kind, mortal_redis.url) as logs:
        match_id = match()
        seen: list[MatchEvent] = []

        async def follow() -> None:
            async for _, event in logs.follow(match_id, 0):
                seen.append(event)

        following = asyncio.create_task(follow())
        log = await logs.open(match_id, 1)
        await write(log, [STARTED, decided(0), decided(1)])
        await eventually(lambda: len(seen) == 3)
        await mortal_redis.restart()
        await write(log, [decided(2), ENDED])
        await following

        assert seen == [STARTED, decided(0), decided(1), decided(2), ENDED]
        assert [event for _, event in await read(logs, match_id)] == seen


@asynchronous
async def test_what_is_written_again_still_tells_who_began_it(mortal_redis: MortalRedis) -> None:
    async with adapter("relay", mortal_redis.url) as logs:
        match_id = match()
        await write(await logs.open(match_id, 1), [STARTED])
        resumed = await logs.open(match_id, 2)
        await mortal_redis.restart()
        await write(resumed, [decided(0), decided(1)])
        await resumed.append(decided(2))
        with pytest.raises(Overtaken):
            await logs.open(match_id, 1)
        heir = await logs.open(match_id, 3)
        await write(heir, [ENDED])

        assert heir.since_attempt == 1
        assert heir.past == (STARTED, *map(decided, range(3)))
        assert [event for _, event in await read(logs, match_id)] == whole(3)


@asynchronous
async def test_an_older_attempt_does_not_bring_back_a_forgotten_log(
    mortal_redis: MortalRedis,
) -> None:
    async with adapter("relay", mortal_redis.url) as logs:
        match_id = match()
        old = await logs.open(match_id, 1)
        await write(old, [STARTED, decided(0)])
        await mortal_redis.restart()
        new = await logs.open(match_id, 2)
        with pytest.raises(Overtaken):
            await write(old, [decided(1), ENDED])

        assert new.past == ()
        assert new.since_attempt == 2


@asynchronous
async def test_a_log_without_its_beginning_is_worth_nothing(redis_url: str) -> None:
    async with adapter("relay", redis_url) as logs, redis.asyncio.from_url(redis_url) as client:
        match_id = match()
        await write(await logs.open(match_id, 1), [STARTED, decided(0), decided(1)])
        await client.xdel(f"arena:log:{match_id}", "1-1")
        log = await logs.open(match_id, 2)
        await write(log, whole(1))

        assert log.past == ()
        assert [event for _, event in await read(logs, match_id)] == whole(1)


@asynchronous
async def test_a_follower_that_is_refused_does_not_press(mortal_redis: MortalRedis) -> None:
    async with (
        adapter("alone", mortal_redis.url) as logs,
        redis.asyncio.from_url(mortal_redis.url) as client,
    ):
        match_id = match()
        await write(await logs.open(match_id, 1), [STARTED, ENDED])
        await client.acl_setuser("default", enabled=True, commands=["-xread"])
        refused = await read(logs, match_id, idle_s=1.0)
        connections = (await client.info("stats"))["total_connections_received"]
        await client.acl_setuser("default", enabled=True, commands=["+xread"])

        assert not refused
        assert connections < 10
        assert await read(logs, match_id) == [(1, STARTED), (2, ENDED)]
