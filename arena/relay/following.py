"""Reads a live log as it grows, whatever becomes of the connection."""

import asyncio
from collections.abc import AsyncGenerator

from arena.match.events import Ended, MatchEvent
from arena.match.log import load_event
from arena.relay.connection import Reply, connect
from arena.relay.link import RETRY_S

BLOCK_MS = 1_000


async def follow_log(
    redis_url: str, key: str, after: int, idle_s: float | None
) -> AsyncGenerator[tuple[int, MatchEvent], None]:
    """Does what `LiveLogs.follow` says, on a connection of its own.

    A new connection reads from the beginning and leaves out what was read before: the log may have
    been written again meanwhile, under other ids.
    """
    patience = _Patience(idle_s)
    while patience.left_ms() > 0:
        try:
            connection = await connect(redis_url, _ignore)
        except OSError:
            await asyncio.sleep(RETRY_S[-1])
            continue
        last = "0-0"
        try:
            while (left_ms := patience.left_ms()) > 0:
                reply = await connection.ask("XREAD", "BLOCK", left_ms, "STREAMS", key, last)
                for entry in reply[0][1] if reply else ():
                    last, number = entry[0].decode(), entry_id(entry)[1]
                    if number == after + 1:
                        after = number
                        patience.renew()
                        event = load_event(entry[1][1])
                        yield number, event
                        if isinstance(event, Ended):
                            return
                    elif number > after + 1:  # the server forgot some; the referee will mend it
                        last = "0-0"
                        await asyncio.sleep(RETRY_S[-1])
                        break
        except ConnectionError:  # it broke, or Redis refuses to read: the next may fare no better
            await asyncio.sleep(RETRY_S[-1])
        finally:
            connection.abort()


def entry_id(entry: Reply) -> tuple[int, int]:
    """Returns attempt and number of an entry."""
    attempt, number = entry[0].split(b"-")
    return int(attempt), int(number)


class _Patience:
    """How long to wait for the next event."""

    def __init__(self, idle_s: float | None) -> None:
        self._idle_s = idle_s
        self._loop = asyncio.get_running_loop()
        self.renew()

    def renew(self) -> None:
        self._since = self._loop.time()

    def left_ms(self) -> int:
        """Returns 0 if it is over."""
        if self._idle_s is None:
            return BLOCK_MS
        left_s = self._idle_s - (self._loop.time() - self._since)
        return min(BLOCK_MS, max(0, round(left_s * 1000)))


def _ignore(_: Reply) -> None:
    pass
