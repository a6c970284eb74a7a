"""A process's way to Redis: commands and frames, sent in order and never lost while it lasts.

Everything that one turn of the event loop produced goes out in one write: first the commands in
their order, then one batch of frames for each inbox. What Redis has not confirmed is kept, and sent
again, in the same order, when the connection broke. So all of it happens at least once; readers
know a batch by its number, and commands are such that doing them twice does no harm.
"""

import asyncio
from collections import deque
from collections.abc import Callable

import hiredis
import structlog

from arena.relay.connection import Connection, Reply, Word, close, connect, packed
from arena.relay.frames import batch_of
from arena.service.relay_ports import RelayLost

LOST_S = 20.0
"""Redis may be away for so long before we give up what waits for it."""
RETRY_S = (0.02, 0.05, 0.1, 0.2, 0.5)
"""Pauses between attempts to connect; the last one repeats."""
INBOX_TTL_S = 60
"""How long an inbox is kept that nobody writes to."""
RENEWAL_S = 15.0
INBOX_LENGTH = 100_000
"""About how many batches an inbox keeps that nobody reads; whoever reads deletes what is read."""

_log = structlog.get_logger(__name__)


class Link:
    """Lives in one event loop, between `start` and `stop`."""

    def __init__(self, redis_url: str, sender: str, lost_s: float = LOST_S) -> None:
        self.sender = sender
        """The inbox of this process: it signs the batches, and replies go there."""
        self.generation = 0
        """Counts connections; a new one may have reached a server that forgot everything."""
        self.away_s = 0.0
        """How long there was no connection before the present one."""
        self.on_restored: Callable[[], None] = _nothing
        """Called when there is a connection again."""
        self._redis_url = redis_url
        self._lost_s = lost_s
        self._connection: Connection | None = None
        self._unsent: list[bytes] = []
        self._unconfirmed: deque[tuple[bytes, asyncio.Future[Reply] | None]] = deque()
        self._frames: dict[str, list[bytes]] = {}
        self._batches = 0
        self._renewed: dict[str, float] = {}
        self._flushing = False
        self._given_up = False
        self._since = 0.0
        self._keeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins to connect; need not wait for Redis to be there."""
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._keeping = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Sends what is left, if Redis is there to take it, and closes."""
        self._flush()
        if self._keeping is not None:
            self._keeping.cancel()
        await close(self._connection)
        self._connection = None
        self._give_up()

    @property
    def connected(self) -> bool:
        return self._connection is not None

    @property
    def connected_s(self) -> float:
        """How long there has been a connection; 0 while there is none."""
        return self._loop.time() - self._since if self._connection is not None else 0.0

    def call(self, *words: Word) -> asyncio.Future[Reply]:
        """Sends a command; the future gets its reply, or `RelayLost`, or a `ReplyError`."""
        reply: asyncio.Future[Reply] = self._loop.create_future()
        if self._given_up:
            reply.set_exception(_lost())
        else:
            self._queue(packed(*words), reply)
        return reply

    def cast(self, *words: Word) -> None:
        """Sends a command whose reply nobody needs."""
        if not self._given_up:
            self._queue(packed(*words), None)

    def send(self, inbox: str, frame: bytes) -> None:
        """Sends a frame to the inbox of another process, after the commands before it."""
        if self._given_up:
            return
        frames = self._frames.get(inbox)
        if frames is None:
            self._frames[inbox] = [frame]
            self._flush_soon()
        else:
            frames.append(frame)

    def _queue(self, command: bytes, reply: asyncio.Future[Reply] | None) -> None:
        self._unsent.append(command)
        self._unconfirmed.append((command, reply))
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        frames, self._frames = self._frames, {}
        for inbox, ones in frames.items():
            self._batches += 1
            batch = batch_of(self.sender, self._batches, ones)
            self._queue(packed("XADD", inbox, "MAXLEN", "~", INBOX_LENGTH, "*", "b", batch), None)
            self._renew(inbox)
        self._flushing = False
        if self._connection is not None and self._unsent:
            self._connection.send(b"".join(self._unsent), len(self._unsent))
            self._unsent.clear()

    def _renew(self, inbox: str) -> None:
        """Lets an inbox last; it goes by itself once nobody writes to it."""
        now = self._loop.time()
        if now - self._renewed.get(inbox, -RENEWAL_S) >= RENEWAL_S:
            self._renewed[inbox] = now
            self._queue(packed("EXPIRE", inbox, INBOX_TTL_S), None)

    def _replied(self, reply: Reply) -> None:
        _, waiting = self._unconfirmed.popleft()
        if waiting is None:
            if isinstance(reply, hiredis.ReplyError):
                _log.warning("Redis refused a command", error=str(reply))
        elif not waiting.done():
            if isinstance(reply, hiredis.ReplyError):
                waiting.set_exception(reply)
            else:
                waiting.set_result(reply)

    async def _keep(self) -> None:
        """Connects, and connects again, until cancelled."""
        tries = 0
        while True:
            try:
                connection = await connect(self._redis_url, self._replied)
            except OSError as error:
                if not tries:
                    _log.warning("Redis is away", error=str(error))
                if not self._given_up and self._loop.time() - self._since > self._lost_s:
                    self._give_up()
                await asyncio.sleep(RETRY_S[min(tries, len(RETRY_S) - 1)])
                tries += 1
                continue
            tries = 0
            self._restore(connection)
            await connection.closed()
            self._connection = None
            self._since = self._loop.time()

    def _restore(self, connection: Connection) -> None:
        now = self._loop.time()
        self._connection = connection
        self.away_s, self._since = now - self._since, now
        self._given_up = False
        self._renewed.clear()
        self._unsent.clear()
        self.generation += 1
        if self._unconfirmed:
            connection.send(b"".join(c for c, _ in self._unconfirmed), len(self._unconfirmed))
        self.on_restored()

    def _give_up(self) -> None:
        self._given_up = True
        unconfirmed, self._unconfirmed = self._unconfirmed, deque()
        self._unsent.clear()
        self._frames.clear()
        for _, waiting in unconfirmed:
            if waiting is not None and not waiting.done():
                waiting.set_exception(_lost())


def _lost() -> RelayLost:
    return RelayLost("Redis is away, and has been for too long")


def _nothing() -> None:
    pass
