"""Records to try the adapters with; every one can be told apart from its default."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
from arena.match.outcome import Fault, Outcome
from arena.service.comparison_storage import Comparison
from arena.service.ports import OpenUnit
from arena.service.records import (
    Author,
    Block,
    Bot,
    Key,
    Ladder,
    Match,
    RatingChange,
    Role,
    Standing,
    Submission,
    SubmissionKind,
    Terms,
)
from arena.service.tournament_records import FormatName, Tournament

TERMS = Terms(
    game="scout",
    version=3,
    options={"rounds": 2, "open_hands": False, "variant": "two–player"},
    seats=3,
    clock=Clock(limit_ms=500, bank_ms=0, lag_ms=25, join_ms=7_000),
    faults_allowed=4,
)
LINEUP = ("s1", "s2", "s3")
SEED = bytes(range(32))


def at(seconds: float) -> datetime:
    return datetime(2026, 3, 29, 0, 59, 59, 999_999, tzinfo=UTC) + timedelta(seconds=seconds)


CREATED = at(10)


def author(author_id: str = "a1", name: str = "") -> Author:
    return Author(author_id, name or f"Author {author_id}", Role.OPERATOR, at(1))


def key(key_id: str = "k1", author_id: str = "a1", created: datetime = CREATED) -> Key:
    return Key(key_id, author_id, "laptop", created)


def bot(bot_id: str = "b1", name: str = "", game: str = "scout", author_id: str = "a1") -> Bot:
    return Bot(bot_id, name or f"Bot {bot_id}", game, author_id, at(3))


def submission(submission_id: str = "s1", bot_id: str = "b1") -> Submission:
    return Submission(submission_id, bot_id, 99, SubmissionKind.HOSTED, at(4))


def ladder(ladder_id: str = "l1", name: str = "") -> Ladder:
    return Ladder(
        ladder_id,
        name or f"Ladder {ladder_id}",
        TERMS,
        k_factor=24.5,
        initial_rating=1 / 3,
        same_author_allowed=True,
        backlog=7,
        created=at(5),
    )


def standing(submission_id: str = "s1", rating: float = 0.1, ladder_id: str = "l1") -> Standing:
    return Standing(ladder_id, submission_id, rating, at(6))


def match(match_id: str = "m1", created: datetime = CREATED, **changes: object) -> Match:
    plain = Match(match_id, TERMS, LINEUP, SEED, created, deadline=at(3_600))
    return replace(plain, **changes)  # type: ignore[arg-type]


def block(block_id: str = "k1", created: datetime = CREATED, ladder_id: str = "l1") -> Block:
    return Block(block_id, ladder_id, LINEUP, created)


def comparison(tournament_id: str = "t1", new: str = "s1", old: str = "s2") -> Comparison:
    return Comparison(tournament_id, "a1", new, old, 0.0, 20.0, 9, True, (0, 1, 0, 0, 2))


def tournament(tournament_id: str = "t1", name: str = "", created: float = 7) -> Tournament:
    return Tournament(
        tournament_id,
        name or f"Tournament {tournament_id}",
        TERMS,
        FormatName.KNOCKOUT,
        rounds=4,
        advancing=2,
        same_author_allowed=True,
        seed=SEED,
        created=at(created),
    )


def matches_of(block: Block) -> tuple[Match, ...]:
    """The matches of a block, named after it: `k1.0`, `k1.1`, ..."""
    return tuple(
        match(
            f"{block.block_id}.{place}",
            block.created,
            lineup=block.lineup[place:] + block.lineup[:place],
            block_id=block.block_id,
            ladder_id=block.ladder_id,
            place=place,
        )
        for place in range(3)
    )


def change(sequence: int, submission_id: str = "s1", block_id: str = "k1") -> RatingChange:
    return RatingChange("l1", sequence, block_id, submission_id, 0.1, 0.1 + 0.2, at(sequence))


OUTCOME = Outcome(scores=(-3, 14, 14), ranks=(3, 1, 1), forfeits=(0,))

LOG: Sequence[MatchEvent] = (
    Started("scout", 3, 3, TERMS.options, TERMS.clock, 4, "c0ffee"),
    Decided(1, (Choice(0, "keep", "keep", 0, Fault.TIMEOUT), Choice(2, "flip", "kept", 31))),
    Decided(2, (Choice(0, "show 0 1", "show\u20285", 0, Fault.CRASH),)),
    Decided(3, (Choice(1, "scout left keep 0", "scout left", 7, Fault.ILLEGAL_ACTION),)),
    Ended(4, OUTCOME, SEED),
)
"""Seat 0 made two faults, seat 1 one, seat 2 none."""

FAULTS = (2, 1, 0)


def populate(unit: OpenUnit, submissions: int = 3) -> None:
    """Adds an author, a ladder, and bots `b1`, `b2`, ... with a submission `s1`, `s2`, ... each."""
    with unit() as uow:
        uow.authors.add(author())
        uow.ladders.add(ladder())
        for n in range(1, submissions + 1):
            uow.bots.add(bot(f"b{n}"))
            uow.submissions.add(submission(f"s{n}", f"b{n}"))
