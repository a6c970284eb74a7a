"""Who answers for a seat: the port between the referee and a bot, wherever it runs.

A bot's failure is an `Answer` with a fault, never an exception. An exception from a player means
that the arena failed: the referee lets it through and the attempt at the match is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from arena.games.kernel import Observation, Seat
from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome


@dataclass(frozen=True, slots=True)
class Table:
    """What a bot is told when it gets a seat."""

    match_id: str
    attempt: int
    """Counts the arena's attempts to play this match, from 1."""
    since_attempt: int
    """The attempt that began from the start of the match what this one plays."""
    game: str
    version: int
    options: Mapping[str, str | int | bool]
    seat: Seat
    seats: int
    clock: Clock
    faults_allowed: int
    commitment: str

    @property
    def resumed(self) -> bool:
        """Whether play goes on where an earlier attempt left off, rather than from the start."""
        return self.since_attempt < self.attempt


@dataclass(frozen=True, slots=True)
class Heard:
    """What another seat did, as this seat may know it."""

    ply: int
    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to one seat: which of these actions it takes."""

    ply: int
    observation: Observation
    legal_actions: tuple[str, ...]
    """Notations, never empty; the first is the default action."""
    limit_ms: int
    bank_ms: int
    faults_left: int
    """How many more faults the seat may make without forfeiting."""
    heard: tuple[Heard, ...] = ()
    """What the other seats did since this seat's last prompt."""
    last_elapsed_ms: int = 0
    """What this seat's previous decision took, as the clock measured it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a prompt: an action, or what went wrong."""

    action: str
    elapsed_ms: int = 0
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Faulted:
    """Tells a bot what it did wrong and what was played in its stead."""

    ply: int
    fault: Fault
    action: str
    faults_left: int
    """Negative once the seat has forfeited."""


class Player(Protocol):
    """Answers for one seat in one match."""

    async def sit(self) -> None:
        """Offers the seat; returns when the bot took it or its time to join is over."""

    async def choose(self, prompt: Prompt) -> Answer:
        """Returns the answer to a prompt, at the latest when its time is over."""

    def faulted(self, notice: Faulted) -> None:
        """Passes a notice on; does not wait."""

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        """Passes the outcome on, with what the others did since the last prompt."""
