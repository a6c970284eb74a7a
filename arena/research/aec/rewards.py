"""What the seats get out of a match: 0 until the end, then one of these."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final


def duels(scores: Sequence[int]) -> tuple[float, ...]:
    """Returns by seat the seats beaten less those beaten by, as a share of the others.

    From -1 to 1, and the sum is 0. It is what ladders rate: each match as a duel of any two seats.
    """
    others = len(scores) - 1
    return tuple(
        sum((mine > theirs) - (mine < theirs) for theirs in scores) / others for mine in scores
    )


def points(scores: Sequence[int]) -> tuple[float, ...]:
    """Returns the scores of the game as they are."""
    return tuple(map(float, scores))


REWARDS: Final[Mapping[str, Callable[[Sequence[int]], tuple[float, ...]]]] = {
    "duels": duels,
    "scores": points,
}
