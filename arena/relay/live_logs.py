"""The logs of running matches as Redis streams."""

from collections.abc import AsyncIterator

from arena.match.events import MatchEvent
from arena.service.relay_ports import LiveLog


class RedisLiveLogs:
    """Implements `LiveLogs`. Alone it can follow logs; a worker takes `RedisRelay.logs`."""

    def __init__(self, redis_url: str) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    async def open(self, match_id: str, attempt: int) -> LiveLog:
        raise NotImplementedError

    def follow(
        self, match_id: str, after: int, idle_s: float | None = None
    ) -> AsyncIterator[tuple[int, MatchEvent]]:
        raise NotImplementedError
