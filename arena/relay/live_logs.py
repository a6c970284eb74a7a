"""The logs of running matches: one Redis stream each, one entry an event.

An entry's id is `attempt-number`, and Redis takes no id that is not greater than the newest. So the
empty entry `attempt-0`, with which an attempt opens the log, shuts out every older attempt, and no
event can be written twice. A referee keeps the lines it wrote and writes the whole log again where
the server may have forgotten some. The id of the first event, which never changes, tells which
attempt began the match from its start.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, suppress

import hiredis

from arena.match.events import Ended, MatchEvent
from arena.match.log import dump_event, load_event
from arena.relay.connection import Reply
from arena.relay.following import entry_id, follow_log
from arena.relay.link import Link
from arena.service.errors import Unavailable
from arena.service.relay_ports import Overtaken

TTL_S = 3 * 3600
"""How long a log is kept after anything was written to it."""
ENDED_TTL_S = 600
RENEW_EVENTS = 64
FOLLOWERS = 500
"""So many may follow at a time, each on a connection of its own."""

_REWRITE = """
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if newest and tonumber(string.match(newest[1], '^%d+')) > tonumber(ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('XADD', KEYS[1], ARGV[3] .. '-1', 'e', ARGV[4])
if ARGV[3] ~= ARGV[1] then redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'e', '') end
for i = 5, #ARGV do redis.call('XADD', KEYS[1], ARGV[1] .. '-' .. (i - 3), 'e', ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""


class RedisLiveLogs:
    """Implements `LiveLogs`; lives in one event loop, between `start` and `stop`."""

    def __init__(self, redis_url: str, link: Link | None = None) -> None:
        """With the link of a relay no append has to wait: what is sent after it arrives later."""
        self._redis_url = redis_url
        self._shared = link is not None
        self._link = link or Link(redis_url, "arena:logs")
        self._followers = 0

    async def start(self) -> None:
        if not self._shared:
            await self._link.start()

    async def stop(self) -> None:
        if not self._shared:
            await self._link.stop()

    async def open(self, match_id: str, attempt: int) -> "RedisLiveLog":
        """Implements `LiveLogs.open`."""
        key = _key(match_id)
        mark = self._link.call("XADD", key, f"{attempt}-0", "e", "")
        self._link.cast("EXPIRE", key, TTL_S)
        read = self._link.call("XRANGE", key, "-", "+")
        read.add_done_callback(_seen)
        with suppress(hiredis.ReplyError):  # a newer attempt has it, or this one opened it before
            await mark
        entries = await read
        if entries and entry_id(entries[-1])[0] > attempt:
            raise Overtaken(f"a newer attempt at {match_id} has its log")
        return RedisLiveLog(self._link, key, attempt, entries, waits=not self._shared)

    async def follow(
        self, match_id: str, after: int, idle_s: float | None = None
    ) -> AsyncIterator[tuple[int, MatchEvent]]:
        """Implements `LiveLogs.follow`, on a connection of its own.

        Raises `Unavailable` if too many follow already.
        """
        if self._followers >= FOLLOWERS:
            raise Unavailable("too many watch live matches here; try again later")
        self._followers += 1
        try:
            numbered = follow_log(self._redis_url, _key(match_id), after, idle_s)
            async with aclosing(numbered) as events:
                async for number, event in events:
                    yield number, event
        finally:
            self._followers -= 1


class RedisLiveLog:
    """Implements `LiveLog`."""

    def __init__(
        self, link: Link, key: str, attempt: int, entries: Sequence[Reply], *, waits: bool
    ) -> None:
        self._link = link
        self._waits = waits
        self._key = key
        self._attempt = attempt
        self._writing: asyncio.Future[Reply] | None = None
        self._generation = link.generation
        written = [entry for entry in entries if entry_id(entry)[1]]
        if [entry_id(entry)[1] for entry in written] != list(range(1, len(written) + 1)):
            written = []  # the server forgot its beginning: it is worth nothing
            self._generation = -1
        self._lines: list[bytes] = [entry[1][1] for entry in written]
        self.past = tuple([load_event(line) for line in self._lines])
        self.since_attempt = entry_id(written[0])[0] if written else attempt

    async def append(self, event: MatchEvent) -> None:
        """Implements `LiveLog.append`; on a relay's link it waits only for the event before."""
        await self._written()
        self._lines.append(dump_event(event).encode())
        number = len(self._lines)
        if self._link.generation != self._generation:
            await self._rewrite()
        else:
            new_id = f"{self._attempt}-{number}"
            self._writing = self._link.call("XADD", self._key, new_id, "e", self._lines[-1])
            self._writing.add_done_callback(_seen)
        if self._waits or isinstance(event, Ended):
            await self._written()
        if isinstance(event, Ended):
            self._link.cast("EXPIRE", self._key, ENDED_TTL_S)
        elif number % RENEW_EVENTS == 0:
            self._link.cast("EXPIRE", self._key, TTL_S)

    async def _written(self) -> None:
        """Waits for the write that is under way, and mends what may have become of it."""
        if self._writing is None:
            return
        writing, self._writing = self._writing, None
        try:
            await writing
        except hiredis.ReplyError:  # a newer attempt has the log, or this write was done twice
            await self._rewrite()
        else:
            if self._link.generation != self._generation:
                await self._rewrite()

    async def _rewrite(self) -> None:
        generation = self._link.generation
        script = ("EVAL", _REWRITE, 1, self._key)
        attempts = (self._attempt, TTL_S, self.since_attempt)
        reply = await self._link.call(*script, *attempts, *self._lines)
        if reply == 0:
            raise Overtaken(f"a newer attempt has {self._key}")
        self._generation = generation


def _key(match_id: str) -> str:
    return f"arena:log:{match_id}"


def _seen(reply: "asyncio.Future[Reply]") -> None:
    """Marks an exception as seen, for where somebody who is cancelled never looks at it."""
    if not reply.cancelled():
        reply.exception()
