"""What the use cases need from the relay: who is online, players, and logs of running matches."""

from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from arena.match.events import MatchEvent
from arena.match.players import Player, Table


class RelayLost(ConnectionError):
    """The relay did not do its part; the attempt at the match is over, and no bot is to blame."""


class Overtaken(Exception):
    """Another referee wrote this event of the log first."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A session that a gateway holds now."""

    submission_id: str
    gateway_id: str
    epoch: int
    """Raised with every session of the submission."""
    capacity: int
    """How many matches the bot plays at once; 0 once it said goodbye."""


class Relay(Protocol):
    """Where a worker's referees meet the bots that gateways hold."""

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        """Returns the sessions of those of the given submissions that have one."""

    def player(self, submission_id: str, table: Table) -> "RelayedPlayer":
        """Returns the player for one seat; the caller closes it when its referee has ended."""


class RelayedPlayer(Player, Protocol):
    """A player whose bot is behind a gateway. Raises `RelayLost` where the arena fails."""

    def close(self) -> None:
        """Forgets the seat; nothing more is sent or heard."""


class LiveLog(Protocol):
    """The log of a running match, open for one referee."""

    past: tuple[MatchEvent, ...]
    """The events that were there when it was opened."""

    async def append(self, event: MatchEvent) -> None:
        """Adds the next event, visible at once.

        Raises `Overtaken` if another referee has written it since this log was opened, and
        `RelayLost` if the event may not have been kept.
        """


class LiveLogs(Protocol):
    """The logs of running matches; gone some time after the match has ended."""

    async def open(self, match_id: str) -> LiveLog: ...

    def follow(self, match_id: str, after: int) -> AsyncIterator[tuple[int, MatchEvent]]:
        """Yields events with their numbers from `after + 1` on, as they come, up to `Ended`."""
