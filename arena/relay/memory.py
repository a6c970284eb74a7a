"""The relay within one process, for tests: bots are functions, logs are lists."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from typing import TypeAlias

from arena.match.events import MatchEvent
from arena.match.players import Prompt, Table
from arena.service.relay_ports import LiveLog, Presence, RelayedPlayer

MemoryBot: TypeAlias = Callable[[Table, Prompt], str | Awaitable[str]]
"""Returns the action of one seat for one prompt; what it raises is a crash of the bot."""


class MemoryRelay:
    """Implements `Relay` for bots that are registered as functions."""

    def connect(self, submission_id: str, bot: MemoryBot, capacity: int = 1) -> None:
        raise NotImplementedError

    def disconnect(self, submission_id: str) -> None:
        raise NotImplementedError

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        raise NotImplementedError

    def player(self, submission_id: str, table: Table) -> RelayedPlayer:
        raise NotImplementedError


class MemoryLiveLogs:
    """Implements `LiveLogs` with lists."""

    async def open(self, match_id: str, attempt: int) -> LiveLog:
        raise NotImplementedError

    def follow(
        self, match_id: str, after: int, idle_s: float | None = None
    ) -> AsyncIterator[tuple[int, MatchEvent]]:
        raise NotImplementedError
