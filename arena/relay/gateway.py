"""The gateway's end of the relay: sessions made known to all workers."""

from collections.abc import Collection, Mapping

from arena.service.relay_ports import BotSession, Presence, SessionEntry


class RedisGateway:
    """Implements `SessionDirectory`; lives in one event loop, between `start` and `stop`."""

    def __init__(self, redis_url: str, gateway_id: str) -> None:
        raise NotImplementedError

    async def start(self) -> None:
        raise NotImplementedError

    async def stop(self) -> None:
        raise NotImplementedError

    async def enter(self, submission_id: str, capacity: int, session: BotSession) -> SessionEntry:
        raise NotImplementedError

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        raise NotImplementedError
