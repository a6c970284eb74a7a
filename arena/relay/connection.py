"""One connection to Redis: commands go out in a row, replies come back in the same order.

The hot path of the arena runs through here, so a reply is handed on in the very callback in which
its bytes arrive. That takes a quarter of the time that `redis.asyncio` takes, with its tasks, locks
and timeouts around every command.
"""

import asyncio
import contextlib
import ssl
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

import hiredis
from redis.asyncio.connection import SSLConnection, parse_url

from arena.relay.sentinels import Watched, watched

Reply: TypeAlias = Any
"""What Redis said: bytes, an int, `None`, a list of these, or a `hiredis.ReplyError`."""
Word: TypeAlias = str | bytes | int | float

PATIENCE_S = 5.0
"""A server that answers nothing for so long is taken for gone."""

_NOTHING = object()


def packed(*words: Word) -> bytes:
    """Returns a command as Redis reads it."""
    command: bytes = hiredis.pack_command(cast(Any, words))  # its stub allows one word only
    return command


class Connection(asyncio.Protocol):
    """An open connection. Whatever goes wrong with it ends it."""

    def __init__(self, on_reply: Callable[[Reply], None], patience_s: float) -> None:
        loop = asyncio.get_running_loop()
        self._closed: asyncio.Future[None] = loop.create_future()
        self._loop = loop
        self._on_reply = on_reply
        self._patience_s = patience_s
        self._handshake: deque[asyncio.Future[Reply]] = deque()
        self._replies = hiredis.Reader(notEnoughData=_NOTHING)
        self._awaited = 0
        self._heard = loop.time()
        self._transport: asyncio.Transport | None = None
        self._watch: asyncio.TimerHandle | None = None

    def send(self, commands: bytes, count: int) -> None:
        """Sends so many packed commands."""
        assert self._transport is not None
        if not self._awaited:
            self._heard = self._loop.time()
        self._awaited += count
        self._transport.write(commands)

    def close(self) -> None:
        """Ends the connection once what was sent is on its way."""
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Ends the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    async def closed(self) -> None:
        """Returns when the connection has ended."""
        await asyncio.shield(self._closed)

    async def ask(self, *words: Word) -> Reply:
        """Returns the reply to one command of the handshake; raises `ConnectionError`."""
        reply: asyncio.Future[Reply] = self._loop.create_future()
        self._handshake.append(reply)
        self.send(packed(*words), 1)
        await asyncio.wait({reply, self._closed}, return_when=asyncio.FIRST_COMPLETED)
        if not reply.done():
            raise ConnectionResetError("Redis closed the connection")
        if isinstance(answer := reply.result(), hiredis.ReplyError):
            raise ConnectionRefusedError(f"Redis refused {words[0]!s}: {answer}")
        return answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._watch = self._loop.call_later(self._patience_s / 4, self._look)

    def data_received(self, data: bytes) -> None:
        self._heard = self._loop.time()
        replies = self._replies
        replies.feed(data)
        while (reply := replies.gets()) is not _NOTHING:
            self._awaited -= 1
            if self._handshake:
                self._handshake.popleft().set_result(reply)
            else:
                self._on_reply(reply)

    def connection_lost(self, error: Exception | None) -> None:
        if self._watch is not None:
            self._watch.cancel()
        if not self._closed.done():
            self._closed.set_result(None)

    def _look(self) -> None:
        """Ends a connection whose server has fallen silent; a frozen one closes nothing."""
        if self._awaited and self._loop.time() - self._heard > self._patience_s:
            self.abort()
        self._watch = self._loop.call_later(self._patience_s / 4, self._look)


async def connect(
    redis_url: str, on_reply: Callable[[Reply], None], patience_s: float = PATIENCE_S
) -> Connection:
    """Opens a connection, ready for use. Raises `OSError` if that cannot be done now."""
    async with asyncio.timeout(patience_s):
        guarded = watched(redis_url)
        if guarded is not None:
            redis_url = await _primary(guarded, patience_s / (1 + len(guarded.sentinels)))
        target = parse_url(redis_url)
        connection = await _opened(target, on_reply, patience_s)
        try:
            for words in _handshake(target):
                await connection.ask(*words)
            if guarded is not None and (await connection.ask("ROLE"))[0] != b"master":
                raise ConnectionRefusedError("that Redis is a replica by now")
        except BaseException:
            connection.abort()
            raise
    return connection


async def _opened(target: Any, on_reply: Callable[[Reply], None], patience_s: float) -> Connection:
    """Opens a connection to one server, without any handshake."""
    loop = asyncio.get_running_loop()

    def protocol() -> Connection:
        return Connection(on_reply, patience_s)

    if "path" in target:
        return (await loop.create_unix_connection(protocol, target["path"]))[1]
    secure = target.get("connection_class") is SSLConnection
    authority = cast(str | None, target.get("ssl_ca_certs"))
    _, connection = await loop.create_connection(
        protocol,
        target.get("host", "localhost"),
        target.get("port", 6379),
        ssl=ssl.create_default_context(cafile=authority) if secure else None,
    )
    return connection


async def _primary(guarded: Watched, patience_s: float) -> str:
    """Returns the URL of the primary by the first Sentinel that knows it."""
    for host, port in guarded.sentinels:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(patience_s):
                sentinel = await _opened({"host": host, "port": port}, _unasked, patience_s)
                try:
                    question = ("SENTINEL", "GET-MASTER-ADDR-BY-NAME", guarded.service)
                    if answer := await sentinel.ask(*question):
                        return guarded.url_of(answer[0].decode(), int(answer[1]))
                finally:
                    sentinel.abort()
    raise ConnectionRefusedError(f"no Sentinel knows the primary of {guarded.service}")


def _unasked(_: Reply) -> None:
    """A Sentinel says nothing but what it is asked for."""


def _handshake(target: Any) -> Sequence[tuple[Word, ...]]:
    """Returns the commands that make a new connection fit for use."""
    commands: list[tuple[Word, ...]] = []
    if password := target.get("password"):
        user = target.get("username")
        commands.append(("AUTH", user, password) if user else ("AUTH", password))
    if database := target.get("db"):
        commands.append(("SELECT", database))
    commands.append(("PING",))  # refused as long as the server still loads its data
    return commands


async def close(connection: Connection | None) -> None:
    """Closes a connection, if there is one, and waits until it is gone."""
    if connection is not None:
        connection.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await connection.closed()
