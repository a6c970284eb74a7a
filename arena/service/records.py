"""What the arena keeps: plain frozen records, one per table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Generic, TypeVar

from arena.match.clock import Clock
from arena.match.outcome import Outcome
from arena.service.filling import Unfilled
from arena.service.second_rating import SecondRating

Options = Mapping[str, str | int | bool]


class Role(Enum):
    """What an author may do."""

    AUTHOR = "author"
    OPERATOR = "operator"


class SubmissionKind(Enum):
    """How a submission gets to its matches."""

    REMOTE = "remote"
    HOSTED = "hosted"


class MatchState(Enum):
    """Where a match stands; the last two are final."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    VOID = "void"

    @property
    def final(self) -> bool:
        return self in (MatchState.FINISHED, MatchState.VOID)


class BlockState(Enum):
    """Where a block stands.

    Open, then rated by its ladder, or counted by its tournament or by a ladder whose ratings it
    does not move; or void because one of its matches is.
    """

    OPEN = "open"
    RATED = "rated"
    COUNTED = "counted"
    VOID = "void"


class AttemptEnd(Enum):
    """How an attempt at a match ended; all but the first are the arena's own doing."""

    FINISHED = "finished"
    WORKER_LOST = "worker_lost"
    RELAY_LOST = "relay_lost"
    STORAGE = "storage"
    INTERNAL = "internal"
    DEADLINE = "deadline"
    HANDED_BACK = "handed_back"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Author:
    author_id: str
    name: str
    role: Role
    created: datetime


@dataclass(frozen=True, slots=True)
class Key:
    """A key without its secret, of which only a hash is kept."""

    key_id: str
    author_id: str
    label: str
    created: datetime
    revoked: datetime | None = None


@dataclass(frozen=True, slots=True)
class Bot:
    bot_id: str
    name: str
    game: str
    author_id: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Submission:
    submission_id: str
    bot_id: str
    number: int
    """Counts a bot's submissions from 1."""
    kind: SubmissionKind
    created: datetime
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What matches are played by: the rules with their options, seats, clock, faults."""

    game: str
    version: int
    options: Options
    seats: int
    clock: Clock
    faults_allowed: int


@dataclass(frozen=True, slots=True)
class Ladder:
    ladder_id: str
    name: str
    terms: Terms
    k_factor: float
    initial_rating: float
    same_author_allowed: bool
    backlog: int
    """How many blocks the scheduler keeps open."""
    created: datetime
    paused: bool = False
    rated_blocks: int = 0
    ticked: datetime | None = None
    """When the scheduler last looked at it."""
    seat_counts: tuple[int, ...] = ()
    """How many seats its tables may have, rising; empty: as many as its terms say."""
    unfilled: Unfilled = Unfilled.WAIT
    quarantine_after: int = 3
    """After so many failures in a row a submission is quarantined; 0: never."""
    refused: datetime | None = None
    """Since when tables are refused because they cannot be filled."""
    second_rating: SecondRating = SecondRating.NONE
    anchors: Mapping[str, float] = field(default_factory=dict)
    """Submissions whose rating never moves, with that rating."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many seats its tables may have, rising."""
        return self.seat_counts or (self.terms.seats,)

    def terms_for(self, seats: int) -> Terms:
        """Returns what is played by at a table of so many seats."""
        return replace(self.terms, seats=seats)


@dataclass(frozen=True, slots=True)
class Standing:
    ladder_id: str
    submission_id: str
    rating: float
    joined: datetime
    blocks: int = 0
    matches: int = 0
    rank_sum: int = 0
    score_sum: int = 0
    faults: int = 0
    active: bool = True
    mu: float | None = None
    """Its openskill, where the ladder rates by it."""
    sigma: float | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """The matches of one lineup on one seed with the seats rotated."""

    block_id: str
    ladder_id: str | None
    """Absent where it belongs to a tournament."""
    lineup: tuple[str, ...]
    """Submissions in the seat order of the block's first match."""
    created: datetime
    state: BlockState = BlockState.OPEN
    closed: datetime | None = None
    sequence: int | None = None
    """Counts the rated blocks of a ladder from 1, in the order of rating."""
    tournament_id: str | None = None
    round_number: int = 0
    """Counts the rounds of a tournament from 1."""
    table_number: int = 0
    """Counts the tables of a round from 1. A table that was void is played again in a new block."""
    unrated: bool = False
    """Whether it moves no rating though a ladder opened it: a probe, or too many house bots."""


@dataclass(frozen=True, slots=True)
class Match:
    match_id: str
    terms: Terms
    lineup: tuple[str, ...]
    """Submissions in seat order."""
    seed: bytes = field(repr=False)
    created: datetime
    deadline: datetime
    """By then the match has ended, by outcome or void."""
    block_id: str | None = None
    ladder_id: str | None = None
    place: int = 0
    """Counts the matches of a block from 0."""
    state: MatchState = MatchState.QUEUED
    attempt: int = 0
    """Counts the claims of workers; also the fence: only the newest may write."""
    worker: str = ""
    lease_until: datetime | None = None
    dispatched: datetime | None = None
    """When its id was last put into the queue."""
    started: datetime | None = None
    ended: datetime | None = None
    outcome: Outcome | None = None
    faults: tuple[int, ...] = ()
    """Faults by seat, once finished."""


@dataclass(frozen=True, slots=True)
class Attempt:
    match_id: str
    number: int
    worker: str
    started: datetime
    ended: datetime | None = None
    end: AttemptEnd | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RatingChange:
    ladder_id: str
    sequence: int
    """The sequence of its block; all changes of a block share it."""
    block_id: str
    submission_id: str
    before: float
    after: float
    rated: datetime


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A slice of a long list, and the token that leads to the next one."""

    items: tuple[T, ...]
    next_token: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """How a submission is shown to people."""

    bot: str
    number: int
    author: str
    author_id: str

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"


class StandingOrder(Enum):
    """What a list of standings is sorted by; the best or the most come first, names by letter."""

    RATING = "rating"
    BLOCKS = "blocks"
    MEAN_RANK = "mean_rank"
    MEAN_SCORE = "mean_score"
    FAULTS = "faults"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A standing with its place and its names, as ladders show it."""

    rank: int
    name: Name
    standing: Standing


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches a list shows; empty fields do not restrict."""

    ladder_id: str = ""
    submission_id: str = ""
    state: MatchState | None = None
