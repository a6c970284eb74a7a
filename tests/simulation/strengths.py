"""Blocks between submissions whose strengths are known: no rules, only chance."""

import math
from collections.abc import Mapping
from random import Random
from statistics import NormalDist

from arena.contest.blocks import Lineup
from arena.contest.scored_block import ScoredBlock

_NORMAL = NormalDist()
_ALIKE = 0.5
"""How much the matches of a block have in common, from 0 to 1: they share a deal."""


def played(lineup: Lineup, ratings: Mapping[str, float], random: Random) -> ScoredBlock:
    """Plays a block of one match for each seat.

    A match is a race in exponential times, so that anyone beats anyone as often as Elo has it,
    whoever else is at the table. In a block everybody has good or bad luck that lasts.
    """
    seats = len(lineup)
    luck = [random.gauss(0, 1) for _ in lineup]
    scores = [[0.5 if i == j else 0.0 for j in range(seats)] for i in range(seats)]
    for _ in range(seats):
        times = [
            _time(math.sqrt(_ALIKE) * lasting + math.sqrt(1 - _ALIKE) * random.gauss(0, 1))
            / 10 ** ((ratings[s] - 1500) / 400)
            for s, lasting in zip(lineup, luck, strict=True)
        ]
        for i in range(seats):
            for j in range(seats):
                scores[i][j] += (times[i] < times[j]) / seats
    return ScoredBlock(lineup, tuple(map(tuple, scores)))


def _time(normal: float) -> float:
    """Returns the exponential time that is as rare as a normal value."""
    return -math.log(1 - _NORMAL.cdf(normal))
