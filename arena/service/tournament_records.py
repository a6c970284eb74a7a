"""What the arena keeps of tournaments: plain frozen records, one per table."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from arena.service.records import Terms


class FormatName(Enum):
    """How a tournament is held."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    GAUNTLET = "gauntlet"


class TournamentState(Enum):
    """Where a tournament stands; the last two are final."""

    ENTERING = "entering"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def final(self) -> bool:
        return self in (TournamentState.FINISHED, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True)
class Tournament:
    tournament_id: str
    name: str
    terms: Terms
    format: FormatName
    rounds: int
    """How many rounds it has; 0 where the entrants decide that."""
    advancing: int
    """How many of a table go on; 0 where nobody is out."""
    same_author_allowed: bool
    """Whether an author may enter more than one submission."""
    seed: bytes = field(repr=False)
    """What its pairings and deals follow from; secret until it has ended."""
    created: datetime
    state: TournamentState = TournamentState.ENTERING
    started: datetime | None = None
    ended: datetime | None = None
    starts: datetime | None = None
    """When it is to start by itself."""
    repeat: str = ""
    """When it is held again, as cron has it, in UTC; empty: never."""
    entry_ladder_id: str = ""
    """Whose active submissions enter, and are seeded, when it starts by itself."""
    edition: int = 1
    """Counts how often it was held, itself included."""
    note: str = ""
    """Why it did not start."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A submission that takes part."""

    tournament_id: str
    submission_id: str
    number: int
    """Its place in the seeding, from 1; before the start its turn of entering."""
    entered: datetime


@dataclass(frozen=True, slots=True)
class OpenedRound:
    """A round whose tables are being played, or were; its blocks say which."""

    tournament_id: str
    number: int
    """Counts the rounds of a tournament from 1."""
    byes: tuple[str, ...]
    """Who goes through without playing."""
    opened: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """How far a tournament has got, in numbers."""

    entries: int
    rounds: int
    """How many were opened."""
    tables: int
    """How many tables those have."""
    counted: int
    """How many of these tables count."""
    void: int
    """How many wait to be played again."""
