"""Tournaments: finite contests, played in rounds.

A format is pure: the entrants, the rounds played so far and its seed decide the next round, so that
a tournament can stop anywhere and go on. Entrants are submission ids in the order of seeding, the
best first; where nothing is known of them, any order is as good.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Protocol

from arena.contest.blocks import Lineup
from arena.contest.scored_block import ScoredBlock
from arena.games.dice import Dice


@dataclass(frozen=True, slots=True)
class Round:
    """Tables to be played, a block each, and who goes through without playing."""

    tables: tuple[Lineup, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of which every table has been played, in any order."""

    tables: tuple[ScoredBlock, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placing:
    """How far an entrant got."""

    place: int
    """From 1; no two share one, since the seeding breaks the last tie."""
    submission_id: str
    tables: int
    """How many count, byes included."""
    points: float
    tie_breaks: tuple[float, ...]
    """What decides between equals, the first first, as the format says."""


class Format(Protocol):
    """A way to hold a tournament."""

    @property
    def seats(self) -> int:
        """How many sit at a table."""

    def check(self, entrants: Sequence[str]) -> None:
        """Raises `ValueError` that says why there can be no tournament of these."""

    def next_round(self, entrants: Sequence[str], played: Sequence[PlayedRound]) -> Round | None:
        """Returns what to play after these rounds; `None` after the last."""

    def placings(
        self, entrants: Sequence[str], played: Sequence[PlayedRound]
    ) -> tuple[Placing, ...]:
        """Returns how the entrants stand, the best first; after the last round, for good."""


def check_entrants(entrants: Sequence[str], seats: int) -> None:
    """Raises `ValueError` unless they are enough for a table, and each is there once."""
    if seats < 2:
        raise ValueError(f"a table has two seats or more, not {seats}")
    if len(entrants) < seats:
        raise ValueError(f"{len(entrants)} entrants do not fill a table of {seats}")
    if twice := [entrant for entrant, count in Counter(entrants).items() if count > 1]:
        raise ValueError(f"entered more than once: {', '.join(twice)}")


def seated(tables: Sequence[Sequence[str]], dice: Dice) -> tuple[Lineup, ...]:
    """Returns the tables with chance deciding who sits where."""
    return tuple(
        tuple(table[seat] for seat in dice.permutation(len(table), f"seats {number}"))
        for number, table in enumerate(tables)
    )


def placings_by_points(
    entrants: Sequence[str], played: Sequence[PlayedRound]
) -> tuple[Placing, ...]:
    """Returns how the entrants stand by points per table.

    A table is worth the mean score against the others there, from 0 to 1, a bye 1. Ties are broken
    by the mean points per table of everybody met; then by the same mean with each meeting counted
    in proportion to the score against them; then by the seeding.
    """
    points: dict[str, float] = defaultdict(float)
    tables: Counter[str] = Counter()
    met: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for past in played:
        for block in past.tables:
            tables.update(block.lineup)
            for submission, scored in zip(block.lineup, block.points, strict=True):
                points[submission] += scored
            for (i, mine), (j, theirs) in permutations(enumerate(block.lineup), 2):
                met[mine].append((theirs, block.duel_scores[i][j]))
        tables.update(past.byes)
        for submission in past.byes:
            points[submission] += 1
    share = {s: points[s] / tables[s] if tables[s] else 0.0 for s in entrants}
    strength = {s: _mean([share[o] for o, _ in met[s]]) for s in entrants}
    beaten = {s: _mean([share[o] * score for o, score in met[s]]) for s in entrants}
    # Thirds do not add up to exactly one, and must not decide anything.
    keys = {
        s: (-round(share[s], 9), -round(strength[s], 9), -round(beaten[s], 9)) for s in entrants
    }
    return tuple(
        Placing(place, s, tables[s], points[s], (strength[s], beaten[s]))
        for place, s in enumerate(sorted(entrants, key=keys.__getitem__), start=1)
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
