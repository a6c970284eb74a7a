"""How one submission did against another, block by block: all that a comparison needs."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

_Z = 1.959964
"""95 % of a normal distribution are within so many standard deviations of its mean."""

_TRACE = 1e-3
"""What counts instead of no block at all: a score that did not come up is still possible."""


@dataclass(frozen=True, slots=True)
class Difference:
    """By how many Elo points one is better, and between which two in 95 of 100 cases."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ScoreCounts:
    """How many blocks ended with each score of one duel.

    In a block of n matches one can score 0, 1/(2n), ..., 1, since a shared rank is half a win:
    2n + 1 scores, as many counts. In a block of two matches they are called pentanomial.
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) < 3 or len(self.counts) % 2 == 0 or min(self.counts) < 0:
            raise ValueError(f"blocks of n matches have 2n + 1 counts, 0 or more: {self.counts}")

    @classmethod
    def of(cls, scores: Iterable[float], *, matches: int) -> "ScoreCounts":
        """Counts the scores of blocks of so many matches."""
        counts = [0] * (2 * matches + 1)
        for score in scores:
            halves = score * 2 * matches
            if not (0 <= score <= 1 and math.isclose(halves, round(halves), abs_tol=1e-6)):
                raise ValueError(f"{score} is no score of a duel over {matches} matches")
            counts[round(halves)] += 1
        return cls(tuple(counts))

    @property
    def blocks(self) -> int:
        return sum(self.counts)

    @property
    def matches(self) -> int:
        """How many matches a block has."""
        return len(self.counts) // 2

    @property
    def scores(self) -> tuple[float, ...]:
        """The score that each count is of."""
        return tuple(place / (len(self.counts) - 1) for place in range(len(self.counts)))

    def weights(self) -> tuple[float, ...]:
        """Returns the counts, a trace in place of nothing, so that no score is ruled out."""
        return tuple(count or _TRACE for count in self.counts)

    def difference(self) -> Difference:
        """Returns what the mean score means in Elo points, if there is a block at all."""
        weights, scores = self.weights(), self.scores
        total = sum(weights)
        mean = sum(w * x for w, x in zip(weights, scores, strict=True)) / total
        variance = sum(w * (x - mean) ** 2 for w, x in zip(weights, scores, strict=True)) / total
        error = _Z * math.sqrt(variance / total)
        return Difference(_elo(mean), _elo(mean - error), _elo(mean + error))


def _elo(score: float) -> float:
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))
