"""How often the sequential test is wrong, and how long it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from arena.contest.score_counts import ScoreCounts
from arena.contest.sprt import Scale, Sprt, Verdict
from tests.simulation.figure import Figure
from tests.simulation.strengths import played

_RUNS = 1_000
_ASKED_EVERY = 8
"""Blocks between two looks at the verdict."""


@dataclass(frozen=True, slots=True)
class Trials:
    """What many tests said."""

    accepted: float
    """The share that settled on the greater difference."""
    blocks: float
    """How many they took on average."""


def trials(test: Sprt, stock: Sequence[int], matches: int) -> Trials:
    """Runs a test a thousand times on scores drawn from a stock."""
    accepted = blocks = 0
    for run in range(_RUNS):
        random = Random(run)
        counts, verdict = [0] * (2 * matches + 1), Verdict.UNDECIDED
        while verdict is Verdict.UNDECIDED:
            for score in random.choices(stock, k=_ASKED_EVERY):
                counts[score] += 1
            verdict = test.verdict(ScoreCounts(tuple(counts)))
        accepted += verdict is Verdict.ELO1
        blocks += sum(counts)
    return Trials(accepted / _RUNS, blocks / _RUNS)


def stock(seats: int, ahead: float, blocks: int) -> list[int]:
    """Returns scores, in half wins, of one so many points ahead of another among equals."""
    random = Random(seats)
    lineup = ("new", "old", "x", "y", "z")[:seats]
    ratings = dict.fromkeys(lineup, 1500.0) | {"new": 1500 + ahead}
    scores = [played(lineup, ratings, random).duel_scores[0][1] for _ in range(blocks)]
    return [round(2 * seats * score) for score in scores]


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yields the errors of both kinds."""
    for seats, elo1, scale in (
        (2, 40.0, Scale.NORMALISED),
        (2, 60.0, Scale.LOGISTIC),
        (4, 40.0, Scale.NORMALISED),
    )[: 1 if quick else None]:
        test = Sprt(0, elo1, scale)
        name = f"{seats} seats, [0, {elo1:g}] {scale.value}"
        alike = stock(seats, 0, 2_000)
        same = trials(test, [*alike, *(2 * seats - score for score in alike)], seats)
        yield Figure(f"{name}: found better than itself", same.accepted, high=test.alpha)
        yield Figure(f"{name}: blocks until a bot is not better than itself", same.blocks)
    if not quick:
        test = Sprt(0, 60, Scale.LOGISTIC)
        better = trials(test, stock(2, 60, 40_000), 2)
        yield Figure(
            "60 points better, [0, 60] logistic: not found", 1 - better.accepted, high=0.06
        )
        yield Figure("60 points better, [0, 60] logistic: blocks until found", better.blocks)
