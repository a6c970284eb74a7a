"""What the relay gives: to the use cases, to a worker's referees, and to a gateway's sessions."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from arena.match.events import MatchEvent
from arena.match.outcome import Outcome
from arena.match.players import Faulted, Heard, Player, Prompt, Table


class RelayLost(ConnectionError):
    """The relay did not do its part; the attempt at the match is over, and no bot is to blame."""


class Overtaken(Exception):
    """A newer attempt at the match has opened its log; this referee is to stop."""


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
        """Returns the sessions of those of the given submissions that have one.

        Raises `RelayLost` if it cannot be known now.
        """

    def player(self, submission_id: str, table: Table) -> "RelayedPlayer":
        """Returns the player for one seat; the caller closes it when its referee has ended."""


class RelayedPlayer(Player, Protocol):
    """A player whose bot is behind a gateway. Raises `RelayLost` where the arena fails."""

    def given_up(self) -> None:
        """Tells the bot that the arena gave the match up; it counts for nothing."""

    def close(self) -> None:
        """Forgets the seat; nothing more is sent or heard."""


class PlayMessages(Protocol):
    """Writes what bots are told, each as the bytes of one `botarena.v1.PlayResponse`."""

    def seated(self, table: Table) -> bytes: ...

    def prompt(self, match_id: str, attempt: int, prompt: Prompt) -> bytes: ...

    def faulted(self, match_id: str, notice: Faulted) -> bytes: ...

    def finished(self, match_id: str, outcome: Outcome | None, heard: tuple[Heard, ...]) -> bytes:
        """Without an outcome the arena gave the match up."""


class LiveLog(Protocol):
    """The log of a running match, open for one referee."""

    past: tuple[MatchEvent, ...]
    """The events that were there when it was opened."""
    since_attempt: int
    """The attempt that wrote the first of them; the one that opened it if there were none."""

    async def append(self, event: MatchEvent) -> None:
        """Adds the next event, visible before anything that is sent to players after it.

        It need not wait until the event is kept: what went wrong with one append may be raised by
        the next. `Ended` waits. Raises `Overtaken` if a newer attempt has opened the log, and
        `RelayLost` if an event may not have been kept.
        """


class LiveLogs(Protocol):
    """The logs of running matches; gone some time after the match has ended."""

    async def open(self, match_id: str, attempt: int) -> LiveLog:
        """Opens the log for one attempt and closes it to all older ones.

        Raises `Overtaken` if a newer attempt has it open.
        """

    def follow(
        self, match_id: str, after: int, idle_s: float | None = None
    ) -> AsyncIterator[tuple[int, MatchEvent]]:
        """Yields events with their numbers from `after + 1` on, as they come, up to `Ended`.

        Ends early when nothing has come for `idle_s`.
        """


# The gateway's side: what referees send to a session, and what a session reports back.


@dataclass(frozen=True, slots=True)
class Seating:
    """Offers a seat; replaces any older attempt at the match."""

    match_id: str
    attempt: int
    worker_id: str
    """Where reports about this seat go."""
    player: int
    """Names the seat's player within the worker."""
    payload: bytes
    """What the bot is told."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks a seated bot for one action. Sent again whenever it may have been lost."""

    match_id: str
    attempt: int
    worker_id: str
    player: int
    ply: int
    limit_ms: int
    bank_ms: int
    lag_ms: int
    spent_ms: int
    """How much of its time the bot used for this prompt in earlier sessions."""
    payload: bytes


@dataclass(frozen=True, slots=True)
class Telling:
    """Passes a notice on to a seated bot."""

    match_id: str
    attempt: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Leaving:
    """Forgets the seat."""

    match_id: str
    attempt: int


class ReportKind(Enum):
    """What became of a seat or of a prompt."""

    ACKNOWLEDGED = 1
    """The bot took its seat."""
    CHOSEN = 2
    """The bot chose; `text` is the action."""
    FAILED = 3
    """The bot reported that its own code failed; `text` is the reason."""
    TIMED_OUT = 4
    """The bot did not choose in time."""
    DROPPED = 5
    """The bot ended its session; `ply` is the prompt that was open, if any."""
    LOST = 6
    """The gateway ended the session; the bot is not to blame."""
    ABSENT = 7
    """There is no such session."""
    UNSEATED = 8
    """The session does not know the seat."""
    HOST_LOST = 9
    """The machine that ran the bot is gone; the arena starts the bot anew."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a session tells the referee of one seat."""

    kind: ReportKind
    player: int
    attempt: int
    ply: int = -1
    elapsed_ms: int = 0
    """What the prompt has taken so far, over all sessions."""
    text: str = ""


class BotSession(Protocol):
    """One bot's open stream, as the relay sees it. Every call returns at once."""

    def seat(self, seating: Seating) -> None: ...

    def ask(self, asking: Asking) -> None: ...

    def tell(self, telling: Telling) -> None: ...

    def leave(self, leaving: Leaving) -> None: ...

    def supersede(self) -> None:
        """Ends the session because a newer one of the same submission has begun."""


class SessionEntry(Protocol):
    """A session's entry in the directory of who is online."""

    epoch: int
    missed: Sequence[bytes]
    """How matches ended of which the bot may not have heard in earlier sessions, oldest first."""

    def forget(self, ending: bytes) -> None:
        """The bot has heard how a match ended."""

    def resize(self, capacity: int) -> None:
        """Changes how many matches the bot plays at once."""

    def report(self, worker_id: str, report: Report) -> None:
        """Sends a report to the referee of a seat."""

    def withdraw(self) -> None:
        """Takes the session out of the directory."""


class SessionDirectory(Protocol):
    """Where a gateway makes its sessions known to all workers."""

    async def enter(
        self, submission_id: str, session_id: str, capacity: int, session: BotSession
    ) -> SessionEntry:
        """Makes a session known, named by 16 hexadecimal digits.

        An older session of the same submission is superseded, whatever gateway holds it. Raises
        `Unavailable` if the relay is down.
        """
