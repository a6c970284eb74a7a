"""What it gains to play one deal with the seats rotated, beside as many deals played once."""

import statistics
from collections.abc import Iterator, Mapping
from itertools import combinations

from arena.contest.blocks import duel_scores, rotations
from tests.simulation.figure import Figure
from tests.simulation.scout_bots import Weights, match_of

VERSIONS = {
    "v1": Weights(),
    "v2": Weights(card_shown=0.1),
    "v3": Weights(scout=0.5),
    "v4": Weights(set_left=0.7),
}
"""Versions of one bot, which decide otherwise now and then."""

DIFFERENT = {
    "plain": Weights(),
    "tidy": Weights(set_left=2.0),
    "proud": Weights(scout=3.0),
    "hasty": Weights(set_left=0.3, card_shown=1.0),
}
"""Bots that have little in common."""


def factor(bots: Mapping[str, Weights], blocks: int) -> float:
    """Returns the variance of unrotated duel scores over that of rotated ones, over all duels.

    A difference of ratings follows from the mean duel score, and its variance from that of the
    score, by one and the same factor for either way of playing.
    """
    lineup = tuple(bots)
    pairs = list(combinations(range(len(lineup)), 2))
    rotated: list[list[float]] = [[] for _ in pairs]
    unrotated: list[list[float]] = [[] for _ in pairs]
    for number in range(blocks):
        matches = [
            (seated, match_of(bots, seated, b"deal %d" % number).ranks)
            for seated in rotations(lineup)
        ]
        block = duel_scores(lineup, matches)
        once = [
            match_of(bots, lineup, b"deal %d once %d" % (number, again)).ranks
            for again in range(len(lineup))
        ]
        for place, (i, j) in enumerate(pairs):
            rotated[place].append(block[i][j])
            won = [1.0 * (ranks[i] < ranks[j]) + 0.5 * (ranks[i] == ranks[j]) for ranks in once]
            unrotated[place].append(statistics.mean(won))
    return sum(map(statistics.variance, unrotated)) / sum(map(statistics.variance, rotated))


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yields the factor at tables of four that are alike, and of four that are not."""
    name = "SCOUT, 4 seats: variance of a rating difference, unrotated over rotated"
    if quick:
        yield Figure(f"{name}, versions of one bot", factor(VERSIONS, 25), low=1.5)
        return
    yield Figure(f"{name}, versions of one bot", factor(VERSIONS, 300), low=2)
    yield Figure(f"{name}, different bots", factor(DIFFERENT, 300))
