"""Ratings from all blocks at once, with how far they can be off."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from arena.contest.block_log import BlockLog
from arena.contest.groups import groups
from arena.contest.scored_block import ScoredBlock

SAMPLES = 200

FEWEST_BLOCKS = 5
"""Whoever played fewer may be off by any number of points."""

_Z = 1.959964
"""95 % of a normal distribution are within so many standard deviations of its mean."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The rating of one submission, and between which two it is in 95 of 100 cases."""

    submission_id: str
    rating: float
    low: float
    high: float
    blocks: int
    anchored: bool
    samples: tuple[float, ...]
    """The ratings that the blocks gave when they were drawn again; those of one draw belong
    together."""


class Estimated(Protocol):
    """As much of an estimate as tells who is better."""

    @property
    def rating(self) -> float: ...

    @property
    def blocks(self) -> int: ...

    @property
    def anchored(self) -> bool: ...

    @property
    def samples(self) -> tuple[float, ...]: ...


@dataclass(frozen=True, slots=True)
class Estimates:
    """The best first, and who cannot be compared with them."""

    rows: tuple[Estimate, ...]
    apart: tuple[tuple[str, ...], ...]
    """Groups that no chain of results, won and lost, ties to the rows: a rating would be an
    invention. Whoever won, or lost, everything is a group of one."""


def estimate(
    blocks: Sequence[ScoredBlock],
    *,
    seed: bytes,
    anchors: Mapping[str, float] | None = None,
    centre: float = 1500.0,
    samples: int = SAMPLES,
) -> Estimates:
    """Returns the ratings that make the blocks likeliest, by Bradley and Terry.

    Anchors keep the rating they are given. Without any, the largest group gets the mean `centre`.
    The intervals come from drawing the blocks again, `samples` times: the duels of one block hang
    together. The seed decides what is drawn.
    """
    if samples < 40:
        raise ValueError(f"95 % cannot be read off {samples} samples; 40 are the fewest")
    found = groups(blocks, anchors := anchors or {})
    if found and (len(found[0]) > 1 or found[0][0] in anchors):
        log = BlockLog(blocks, found.pop(0), anchors, centre)
        strengths = log.strengths()
        drawn = [log.resampled(strengths, seed, number) for number in range(samples)]
        rows = _rows(log, strengths, drawn)
    else:
        rows = ()
    return Estimates(rows, tuple(map(tuple, found)))


def superiority(one: Estimated, other: Estimated) -> float:
    """Returns how likely one of two is better than the other; both are of the same estimates."""
    ahead = one.rating - other.rating
    free = [row.blocks for row in (one, other) if not row.anchored]
    if free and (blocks := min(free)) < FEWEST_BLOCKS:
        return 0.5
    gaps = zip(one.samples, other.samples, strict=True) if free else ()
    spread = fmean([(mine - theirs - ahead) ** 2 for mine, theirs in gaps] or [0.0])
    if spread == 0:
        return 0.5 if ahead == 0 else float(ahead > 0)
    return 0.5 + 0.5 * math.erf(ahead / math.sqrt(2 * spread * blocks / (blocks - 1)))


def _rows(
    log: BlockLog, strengths: Sequence[float], drawn: Sequence[Sequence[float]]
) -> tuple[Estimate, ...]:
    rows = []
    for place in sorted(range(len(strengths)), key=lambda place: (-strengths[place], place)):
        samples = [sample[place] for sample in drawn]
        low, high = _interval(strengths[place], samples, log.blocks[place])
        if anchored := place in log.anchored:
            low = high = strengths[place]
        rows.append(
            Estimate(
                log.group[place],
                log.rating(strengths[place]),
                log.rating(low),
                log.rating(high),
                log.blocks[place],
                anchored,
                tuple(map(log.rating, samples)),
            )
        )
    return tuple(rows)


def _interval(strength: float, drawn: Sequence[float], blocks: int) -> tuple[float, float]:
    """Returns the expanded percentile interval."""
    tail = int(0.025 * (len(drawn) + 1)) - 1
    if blocks < FEWEST_BLOCKS:
        return -math.inf, math.inf
    ordered = sorted(drawn)
    return (
        strength + _expansion(blocks) * (ordered[tail] - strength),
        strength + _expansion(blocks) * (ordered[-1 - tail] - strength),
    )


def _expansion(blocks: int) -> float:
    """Returns by how much resamples of few blocks spread too little.

    That is what Student's distribution is wider than the normal one, and what the variance of a
    sample is smaller than that which it was drawn from.
    """
    free = blocks - 1
    return math.sqrt(blocks / free) * (1 + (_Z * _Z + 1) / (4 * free))
