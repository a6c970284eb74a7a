"""Is one submission better than another? A test that stops as soon as the blocks tell.

The generalised sequential probability ratio test: it weighs how likely the likeliest distribution
of block scores is with a difference of `elo1` against that with a difference of `elo0`. The block
is the unit, because its matches share a deal and are not independent.
M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
distribution" and "Normalized Elo in practice", describe the likeliest distributions.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from arena.contest.score_counts import ScoreCounts

_NORMALISED_POINT = math.log(10) / 800
"""A point of normalised Elo, in standard deviations of a match. On this scale a match between
equals without ties gives the same number as on the logistic one."""

_Distribution: TypeAlias = tuple[float, ...]


class Scale(Enum):
    """What a difference in points means."""

    LOGISTIC = "logistic"
    """Elo: a mean score."""
    NORMALISED = "normalised"
    """A mean score in standard deviations of a match: what it takes to be found out."""


class Verdict(Enum):
    """What a test says."""

    UNDECIDED = "undecided"
    ELO0 = "elo0"
    """The difference is not as much as `elo1`."""
    ELO1 = "elo1"
    """The difference is more than `elo0`."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of a difference of `elo1` points against one of `elo0`."""

    elo0: float
    elo1: float
    scale: Scale = Scale.NORMALISED
    alpha: float = 0.05
    """How often it may say `ELO1` although the difference is `elo0`."""
    beta: float = 0.05
    """How often it may say `ELO0` although the difference is `elo1`."""

    def __post_init__(self) -> None:
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise ValueError(f"elo0 must be less than elo1: {self.elo0}, {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"errors must be between 0 and .5: {self.alpha}, {self.beta}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which `elo0` is settled."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which `elo1` is settled."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: ScoreCounts) -> float:
        """Returns the log-likelihood ratio, positive if the blocks speak for `elo1`.

        Raises `ValueError` if normalised bounds are too far out for blocks of so many matches.
        """
        if not counts.blocks:
            return 0.0
        weights = counts.weights()
        total = sum(weights)
        observed = tuple(weight / total for weight in weights)
        under0, under1 = (
            self._likeliest(observed, counts.scores, elo, counts.matches)
            for elo in (self.elo0, self.elo1)
        )
        return sum(
            weight * math.log(p1 / p0)
            for weight, p0, p1 in zip(weights, under0, under1, strict=True)
        )

    def verdict(self, counts: ScoreCounts) -> Verdict:
        """Returns what the blocks so far say. Ask after every block, and stop at a decision."""
        llr = self.llr(counts)
        if llr >= self.upper:
            return Verdict.ELO1
        return Verdict.ELO0 if llr <= self.lower else Verdict.UNDECIDED

    def _likeliest(
        self, observed: _Distribution, scores: Sequence[float], elo: float, matches: int
    ) -> _Distribution:
        if self.scale is Scale.LOGISTIC:
            mean = 1 / (1 + 10 ** (-elo / 400))
            return _tilted(observed, [score - mean for score in scores])
        # The mean of n independent matches varies by the root of n less than one match.
        deviations = elo * _NORMALISED_POINT * math.sqrt(matches)
        if abs(deviations) >= 1:
            most = 1 / _NORMALISED_POINT / math.sqrt(matches)
            raise ValueError(f"blocks of {matches} matches test up to {most:.0f} points, not {elo}")
        return _with_mean_in_deviations(observed, scores, deviations)


def _with_mean_in_deviations(
    observed: _Distribution, scores: Sequence[float], deviations: float
) -> _Distribution:
    """Returns the likeliest distribution whose mean is so many standard deviations above a half.

    Near a distribution that condition is nearly linear; each round solves it where the last one
    ended. A dozen rounds settle all digits that matter.
    """
    likeliest: _Distribution = (1 / len(scores),) * len(scores)
    for _ in range(50):
        mean = sum(p * x for p, x in zip(likeliest, scores, strict=True))
        variance = sum(p * (x - mean) ** 2 for p, x in zip(likeliest, scores, strict=True))
        spread = math.sqrt(variance)
        bent = [
            x - 0.5 - deviations * spread * (1 + ((mean - x) / spread) ** 2) / 2 for x in scores
        ]
        before, likeliest = likeliest, _tilted(observed, bent)
        if max(abs(p - q) for p, q in zip(likeliest, before, strict=True)) < 1e-9:
            break
    return likeliest


def _tilted(observed: _Distribution, values: Sequence[float]) -> _Distribution:
    """Returns the likeliest distribution under which the values have the mean 0.

    It is p / (1 + tilt * value) for one tilt, which Newton's method finds between the two where a
    probability would be infinite. There must be values on both sides of 0.
    """
    low, high = -1 / max(values), -1 / min(values)
    tilt = 0.0
    for _ in range(100):
        shrunk = [value / (1 + tilt * value) for value in values]
        mean = sum(p * x for p, x in zip(observed, shrunk, strict=True))
        slope = sum(p * x * x for p, x in zip(observed, shrunk, strict=True))
        low, high = (tilt, high) if mean > 0 else (low, tilt)
        before, tilt = tilt, tilt + mean / slope
        if not low < tilt < high:
            tilt = (low + high) / 2
        if abs(tilt - before) <= 1e-13 * (1 + abs(tilt)):
            break
    return tuple(p / (1 + tilt * value) for p, value in zip(observed, values, strict=True))
