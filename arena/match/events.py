"""The match log: everything that was decided, in order, and nothing else.

A log is one `Started`, one `Decided` per decision, and one `Ended`. Chance is not logged: it
follows from the seed. What a seat may know is not logged: it follows from the state. The seed
itself comes last, when nothing is hidden any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from arena.games.kernel import Seat
from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome


@dataclass(frozen=True, slots=True)
class Started:
    """What the match is played by, known before the first ply."""

    game: str
    version: int
    seats: int
    options: Mapping[str, str | int | bool]
    clock: Clock
    faults_allowed: int
    """With one fault more than these a seat forfeits."""
    commitment: str
    """SHA-256 of the seed in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What one seat chose, or what was chosen in its stead."""

    seat: Seat
    action: str
    public: str
    """The notation that the other seats see."""
    elapsed_ms: int = 0
    """From handing the prompt to the bot's transport until its answer arrived."""
    fault: Fault | None = None
    """Set when the default action was played because the seat did wrong."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision, whole: a log never holds half of a simultaneous one."""

    ply: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The outcome, and the seed that `Started.commitment` promised."""

    ply: int
    outcome: Outcome
    seed: bytes = field(repr=False)


MatchEvent: TypeAlias = Started | Decided | Ended


def spectator_view(event: MatchEvent) -> MatchEvent:
    """Returns `event` as a spectator may see it while anything is still hidden."""
    match event:
        case Decided(ply, choices):
            return Decided(ply, tuple(replace(c, action=c.public) for c in choices))
        case Ended():
            return replace(event, seed=b"")
        case Started():
            return event


def without_times(event: MatchEvent) -> MatchEvent:
    """Returns `event` less what the clock measured: equal for equal play."""
    match event:
        case Decided(ply, choices):
            return Decided(ply, tuple(replace(c, elapsed_ms=0) for c in choices))
        case _:
            return event
