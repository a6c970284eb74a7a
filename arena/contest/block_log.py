"""Many blocks, rated as they are or drawn again."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import mul
from statistics import fmean

from arena.contest.bradley_terry import Duels, Pull, fit
from arena.contest.resampling import resample
from arena.contest.scored_block import ScoredBlock

POINT = math.log(10) / 400
"""A point of rating, as a strength of `bradley_terry`."""

_EXACT = 1e-6 * POINT
_ROUGH = 0.5 * POINT

_FAINT = 0.01
"""In a resample some may win everything. As much as a 25th of a duel holds them near the estimate,
which leaves them hundreds of points ahead, but not infinitely many."""


class BlockLog:
    """What the members of one group scored in blocks, by their places in the group."""

    def __init__(
        self,
        blocks: Sequence[ScoredBlock],
        group: Sequence[str],
        anchors: Mapping[str, float],
        centre: float,
    ) -> None:
        self.group = group
        self._centre = centre
        self.anchored = frozenset(i for i, s in enumerate(group) if s in anchors)
        held = [anchors[s] for s in group if s in anchors]
        near = fmean(held) if held else centre  # the odds of a duel far from there tell nothing
        self._start = [(anchors.get(s, near) - centre) * POINT for s in group]
        self.blocks = [0] * len(group)
        places = {submission: place for place, submission in enumerate(group)}
        self._scores: dict[tuple[int, int], list[float]] = defaultdict(list)
        """What the first of two scored, duel by duel."""
        self._blocks: dict[tuple[int, int], list[int]] = defaultdict(list)
        """In which block, duel by duel."""
        self._size = 0
        for block in blocks:
            seated = [(places[s], i) for i, s in enumerate(block.lineup) if s in places]
            if len(seated) < 2:
                continue
            for one, i in seated:
                self.blocks[one] += 1
                for other, j in seated:
                    if one < other:
                        self._scores[one, other].append(block.duel_scores[i][j])
                        self._blocks[one, other].append(self._size)
            self._size += 1

    def rating(self, strength: float) -> float:
        """Returns a strength in points; 0 is the rating `centre`."""
        return self._centre + strength / POINT

    def strengths(self) -> tuple[float, ...]:
        """Returns the likeliest strengths."""
        return self._fit(self._start, [1] * self._size, None, _EXACT)

    def resampled(
        self, strengths: tuple[float, ...], seed: bytes, number: int
    ) -> tuple[float, ...]:
        """Returns the likeliest strengths of as many blocks, drawn with replacement."""
        drawn = resample(self._size, seed, number)
        counts = [drawn[block] for block in range(self._size)]
        return self._fit(strengths, counts, Pull(strengths, _FAINT), _ROUGH)

    def _fit(
        self,
        start: Sequence[float],
        counts: Sequence[int],
        pull: Pull | None,
        tolerance: float,
    ) -> tuple[float, ...]:
        duels = []
        for (one, other), scores in self._scores.items():
            drawn = [counts[block] for block in self._blocks[one, other]]
            if count := sum(drawn):
                duels.append(Duels(one, other, count, sum(map(mul, scores, drawn))))
        strengths = fit(duels, start, fixed=self.anchored, pull=pull, tolerance=tolerance)
        if self.anchored:
            return strengths
        mean = sum(strengths) / len(strengths)
        return tuple(x - mean for x in strengths)
