"""Elo for two seats or more: every two seats of a table fight a duel."""

import math
from collections.abc import Sequence

try:
    from elo import Elo
except ImportError:
    from arena.contest.elo_twin import Elo

_BETA = 200.0
"""Half of the 400 points that make a favourite of ten to one."""

_REACH = 100_000.0
"""Ratings further apart count as this far: powers beyond would overflow, and the favourite is
sure to win long before."""


def rate(
    ratings: Sequence[float], duel_scores: Sequence[Sequence[float]], k: float
) -> tuple[float, ...]:
    """Returns the new rating of every seat.

    `duel_scores[i][j]` is what seat i scored against seat j, from 0 to 1; the diagonal is not
    read. A duel is worth K/(n-1), so that a table moves a rating by less than K whatever its
    size, and is rated from the ratings before. Hence the sum of the ratings stays, the order of
    the seats decides nothing, and two seats get plain Elo. Raises `ValueError` for anything else.
    """
    _check(ratings, duel_scores, k)
    duels = Elo(k_factor=k / (len(ratings) - 1), beta=_BETA)
    changed: list[float] = []
    for seat, mine in enumerate(ratings):
        series = [
            (duel_scores[seat][other], _in_reach(theirs, mine))
            for other, theirs in enumerate(ratings)
            if other != seat
        ]
        changed.append(duels.rate(float(mine), series))
    return tuple(changed)


def expected(mine: float, theirs: float) -> float:
    """Returns the score that a rating can expect in a duel with another, from 0 to 1."""
    _check_ratings((mine, theirs))
    chance: float = Elo(beta=_BETA).expect(mine, _in_reach(theirs, mine))
    return chance


def _in_reach(theirs: float, mine: float) -> float:
    return min(max(theirs, mine - _REACH), mine + _REACH)


def _check(ratings: Sequence[float], duel_scores: Sequence[Sequence[float]], k: float) -> None:
    seats = range(len(ratings))
    if len(seats) < 2:
        raise ValueError(f"a duel takes two ratings: {ratings!r}")
    if not (math.isfinite(k) and k >= 0):
        raise ValueError(f"k must be a finite number and not negative: {k!r}")
    _check_ratings(ratings)
    if [len(row) for row in duel_scores] != [len(seats) for _ in seats]:
        raise ValueError(f"duel scores of {len(seats)} seats are as many rows and columns")
    for i in seats:
        for j in seats[:i]:
            mine, theirs = duel_scores[i][j], duel_scores[j][i]
            if not (0 <= mine <= 1 and 0 <= theirs <= 1 and math.isclose(mine + theirs, 1)):
                raise ValueError(f"seats {i} and {j} cannot score {mine!r} and {theirs!r}")


def _check_ratings(ratings: Sequence[float]) -> None:
    for rating in ratings:
        if not math.isfinite(rating):
            raise ValueError(f"a rating must be a finite number: {rating!r}")
