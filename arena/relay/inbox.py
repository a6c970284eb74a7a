"""What other processes send to this one: a Redis stream that only this process reads.

It is read from a concrete id on, never from `$`, so that nothing is missed between two reads. After
the connection broke it is read from its beginning: whatever became of the server, all that is in
the stream is then either known by its number or new.
"""

import asyncio
from collections.abc import Callable

import hiredis
import structlog

from arena.relay.connection import Connection, Reply, close, connect, packed
from arena.relay.frames import batch_frames, batch_head
from arena.relay.link import RETRY_S

BLOCK_MS = 1_000
FORGET_S = 600.0
"""A sender that is silent for so long sends nothing again that was read before."""

_log = structlog.get_logger(__name__)


class Inbox:
    """Lives in one event loop, between `start` and `stop`."""

    def __init__(self, redis_url: str, key: str, on_frame: Callable[[str, bytes], None]) -> None:
        """`on_frame` gets every frame with the inbox of who sent it."""
        self.key = key
        self.last = "0-0"
        """The newest entry that has been read; all up to it may be deleted."""
        self._redis_url = redis_url
        self._on_frame = on_frame
        self._connection: Connection | None = None
        self._refused = False
        self._newest: dict[str, tuple[int, float]] = {}
        self._keeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._keeping = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
        await close(self._connection)

    def forget(self) -> None:
        """Forgets the numbers of senders that have been silent for long."""
        oldest = self._loop.time() - FORGET_S
        self._newest = {s: (n, t) for s, (n, t) in self._newest.items() if t > oldest}

    async def _keep(self) -> None:
        tries = 0
        while True:
            try:
                connection = await connect(self._redis_url, self._replied)
            except OSError:
                await asyncio.sleep(RETRY_S[min(tries, len(RETRY_S) - 1)])
                tries += 1
                continue
            tries = 0
            self._connection = connection
            self.last = "0-0"
            self._refused = False
            self._read(connection)
            await connection.closed()
            if self._refused:
                await asyncio.sleep(RETRY_S[-1])

    def _read(self, connection: Connection) -> None:
        connection.send(packed("XREAD", "BLOCK", BLOCK_MS, "STREAMS", self.key, self.last), 1)

    def _replied(self, reply: Reply) -> None:
        connection = self._connection
        assert connection is not None
        if isinstance(reply, hiredis.ReplyError):
            _log.warning("Redis refused to read an inbox", error=str(reply))
            self._refused = True
            connection.abort()
            return
        entries = reply[0][1] if reply else ()
        if entries:
            self.last = entries[-1][0].decode()
        self._read(connection)  # first, so that Redis collects while we work
        for _, (_, batch) in entries:
            self._take(batch)

    def _take(self, batch: bytes) -> None:
        sender, number, start = batch_head(batch)
        newest, _ = self._newest.get(sender, (0, 0.0))
        if number > newest:
            self._newest[sender] = (number, self._loop.time())
            for frame in batch_frames(batch, start):
                self._on_frame(sender, frame)
