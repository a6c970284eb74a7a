"""How much better one bot is than another, in points of Elo, and how far that can be off."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from statistics import fmean, variance
from typing import Any

FEWEST_BLOCKS = 5
"""With fewer the difference may be anything."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Points of Elo, infinite for who won all or nothing; `low` to `high` in 95 of 100 cases."""

    elo: float
    low: float
    high: float


def difference(scores: Sequence[float]) -> Difference:
    """Returns what mean scores say, one for each block, from 0 to 1.

    A block counts once, since its matches share a deal. For the interval one block that was won
    and one that was lost are added, so that a few blocks that all went one way prove little.
    """
    elo = _elo(fmean(scores))
    if len(scores) < FEWEST_BLOCKS:
        return Difference(elo, -math.inf, math.inf)
    tempered = [*scores, 0.0, 1.0]
    mean = fmean(tempered)
    reach = _student(len(tempered) - 1) * math.sqrt(variance(tempered) / len(tempered))
    return Difference(elo, min(elo, _elo(mean - reach)), max(elo, _elo(mean + reach)))


def plain_difference(found: Difference) -> dict[str, Any]:
    """Returns it as JSON has it: what has no end is null, one end like the other, but as text."""
    numbers = asdict(found)
    return {
        **{name: round(value, 1) if isfinite(value) else None for name, value in numbers.items()},
        "shown": {name: f"{value:+.0f}" for name, value in numbers.items()},
    }


BOUND = math.log(0.95 / 0.05)
"""Where a sequential test ends that is wrong in 5 of 100 cases, either way."""


def llr(scores: Sequence[float], elo0: float, elo1: float) -> float:
    """Returns how much likelier mean scores of blocks are with a difference of `elo1` points.

    It is the logarithm, and the generalised ratio for scores that are nearly normal. Beyond `BOUND`
    either way a test may stop; asking after every block is what it is made for.
    """
    if len(scores) < FEWEST_BLOCKS:
        return 0.0
    tempered = [*scores, 0.0, 1.0]
    low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1))
    ahead = fmean(scores) - (low + high) / 2
    return len(scores) * (high - low) * ahead / variance(tempered)


def _elo(score: float) -> float:
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def _student(free: int) -> float:
    """Returns the 97.5 % quantile of Student's distribution, by Cornish and Fisher."""
    z = 1.959964
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
