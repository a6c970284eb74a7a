"""The worker's end of the relay: players whose bots are behind gateways."""

from collections.abc import Collection, Mapping

from arena.match.players import Table
from arena.relay.live_logs import RedisLiveLogs
from arena.service.relay_ports import PlayMessages, Presence, RelayedPlayer


class RedisRelay:
    """Implements `Relay`; lives in one event loop, between `start` and `stop`."""

    logs: RedisLiveLogs
    """The live logs on the same connection, so that an event is kept before what follows it."""

    def __init__(self, redis_url: str, worker_id: str, messages: PlayMessages) -> None:
        raise NotImplementedError

    async def start(self) -> None:
        raise NotImplementedError

    async def stop(self) -> None:
        raise NotImplementedError

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        raise NotImplementedError

    def player(self, submission_id: str, table: Table) -> RelayedPlayer:
        raise NotImplementedError
