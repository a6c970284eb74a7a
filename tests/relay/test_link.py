"""Commands and frames: in order, once at the far end, and never lost while Redis comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import hiredis
import pytest
from asynchronous import asynchronous, eventually
from redis_server import MortalRedis, drop_connections

from arena.relay import link as link_module
from arena.relay.connection import connect
from arena.relay.inbox import Inbox
from arena.relay.link import Link
from arena.service.relay_ports import RelayLost

_numbers = count()


def key(kind: str) -> str:
    return f"test:{kind}:{next(_numbers)}"


@asynccontextmanager
async def linked(redis_url: str, lost_s: float = link_module.LOST_S) -> AsyncIterator[Link]:
    link = Link(redis_url, key("sender"), lost_s)
    await link.start()
    try:
        yield link
    finally:
        await link.stop()


@asynccontextmanager
async def opened(redis_url: str) -> AsyncIterator[tuple[str, list[bytes]]]:
    """Gives the key of an inbox and what arrives there."""
    arrived: list[bytes] = []
    inbox = Inbox(redis_url, key("inbox"), lambda _, frame: arrived.append(frame))
    await inbox.start()
    try:
        yield inbox.key, arrived
    finally:
        await inbox.stop()


@asynchronous
async def test_replies_belong_to_their_commands(redis_url: str) -> None:
    async with linked(redis_url) as link:
        name = key("list")
        pushed = [link.call("RPUSH", name, number) for number in range(100)]
        wrong = link.call("HGET", name, "field")
        length = link.call("LLEN", name)

        assert await asyncio.gather(*pushed) == list(range(1, 101))
        with pytest.raises(hiredis.ReplyError, match="WRONGTYPE"):
            await wrong
        assert await length == 100


@asynchronous
async def test_frames_arrive_in_order_after_the_commands_before_them(redis_url: str) -> None:
    async with linked(redis_url) as link, opened(redis_url) as (inbox, arrived):
        name = key("value")
        link.send(inbox, b"first")
        written = link.call("SET", name, 1)
        link.send(inbox, b"second")
        await eventually(lambda: len(arrived) == 2)

        assert arrived == [b"first", b"second"]
        assert written.done() or await written == b"OK"


@asynchronous
async def test_what_one_turn_of_the_loop_says_to_one_inbox_is_one_entry(redis_url: str) -> None:
    async with linked(redis_url) as link, opened(redis_url) as (inbox, arrived):
        for number in range(50):
            link.send(inbox, b"%d" % number)
        await eventually(lambda: len(arrived) == 50)

        assert await link.call("XLEN", inbox) == 1


@asynchronous
async def test_an_inbox_goes_when_nobody_writes_to_it(redis_url: str) -> None:
    async with linked(redis_url) as link:
        inbox = key("inbox")
        link.send(inbox, b"x")
        await asyncio.sleep(0)

        assert 0 < await link.call("TTL", inbox) <= link_module.INBOX_TTL_S


@asynchronous
async def test_nothing_is_lost_or_doubled_when_connections_break(redis_url: str) -> None:
    async with linked(redis_url) as link, opened(redis_url) as (inbox, arrived):
        await link.call("PING")
        sent = 0
        for _ in range(5):
            generation = link.generation
            breaking = asyncio.create_task(asyncio.to_thread(drop_connections, redis_url))
            while not breaking.done() or link.generation == generation:
                link.send(inbox, b"%d" % sent)
                sent += 1
                await asyncio.sleep(0)
        await eventually(lambda: len(arrived) >= sent)
        await link.call("PING")

        assert arrived == [b"%d" % number for number in range(sent)]
        assert link.generation >= 6


@asynchronous
async def test_frames_go_on_after_a_server_began_anew(mortal_redis: MortalRedis) -> None:
    async with linked(mortal_redis.url) as link, opened(mortal_redis.url) as (inbox, arrived):
        link.send(inbox, b"before")
        await eventually(lambda: arrived)
        mortal_redis.kill()
        link.send(inbox, b"meanwhile")
        await asyncio.to_thread(mortal_redis.start)
        link.send(inbox, b"after")
        await eventually(lambda: len(arrived) == 3)

        assert arrived == [b"before", b"meanwhile", b"after"]


@asynchronous
async def test_an_inbox_that_may_not_be_read_is_read_again_at_leisure(
    mortal_redis: MortalRedis,
) -> None:
    async with linked(mortal_redis.url) as link:
        await link.call("ACL", "SETUSER", "default", "-xread")
        async with opened(mortal_redis.url) as (inbox, arrived):
            link.send(inbox, b"kept")
            await asyncio.sleep(1.0)
            stats = (await link.call("INFO", "stats")).decode()
            await link.call("ACL", "SETUSER", "default", "+xread")
            await eventually(lambda: arrived)

        connections = next(s for s in stats.split() if s.startswith("total_connections_received:"))
        assert int(connections.split(":")[1]) < 10
        assert arrived == [b"kept"]


@asynchronous
async def test_a_server_that_stays_away_is_given_up_until_it_is_back(
    mortal_redis: MortalRedis,
) -> None:
    async with linked(mortal_redis.url, lost_s=0.2) as link:
        await link.call("PING")
        mortal_redis.kill()
        waiting = link.call("PING")
        with pytest.raises(RelayLost):
            await waiting
        with pytest.raises(RelayLost):
            await link.call("PING")
        link.send("anywhere", b"lost")
        await asyncio.to_thread(mortal_redis.start)
        await eventually(lambda: link.connected)

        assert await link.call("PING") == b"PONG"
        assert await link.call("EXISTS", "anywhere") == 0


@asynchronous
async def test_a_server_that_answers_nothing_is_left(redis_url: str) -> None:
    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"+PONG\r\n")
        await reader.read(-1)
        writer.close()

    server = await asyncio.start_server(mute, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    connection = await connect(f"redis://127.0.0.1:{port}", lambda _: None, patience_s=0.2)
    connection.send(b"PING\r\n", 1)
    await connection.closed()
    server.close()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda url: url.replace("redis://:", "redis://:wrong"), "Redis refused AUTH: WRONGPASS"),
        (lambda url: url.replace("/0", "/99"), "Redis refused SELECT: ERR"),
    ],
)
@asynchronous
async def test_a_refusal_says_why(redis_url: str, change: object, complaint: str) -> None:
    with pytest.raises(ConnectionError, match=complaint):
        await connect(change(redis_url), lambda _: None)
