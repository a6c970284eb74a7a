"""What chance decides at a node of OpenSpiel, drawn from our dice with exact probabilities.

`docs/openspiel.md` has the definition.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, count
from math import lcm

from arena.games.dice import Dice

LABEL = "chance"

_MOST_PARTS = 10**6
"""The largest denominator that a probability is taken to have been meant with."""


def drawn(outcomes: Sequence[tuple[int, float]], dice: Dice) -> int:
    """Returns the action of one of the outcomes, each a pair of action and probability."""
    possible = [(action, chance) for action, chance in outcomes if chance > 0]
    if len({chance for _, chance in possible}) == 1:
        return possible[dice.integer(len(possible), LABEL)][0]
    weights = shares([chance for _, chance in possible])
    below = _integer(sum(weights), dice)
    ends = accumulate(weights)
    return next(action for (action, _), end in zip(possible, ends, strict=True) if below < end)


def shares(chances: Sequence[float]) -> list[int]:
    """Returns whole numbers that stand to each other as the probabilities do.

    1/3 has no exact floating-point number: the fractions that were meant are taken where they
    sum to 1, and the numbers as they are where no fractions do.
    """
    meant = [Fraction(chance).limit_denominator(_MOST_PARTS) for chance in chances]
    if sum(meant) != 1 or not all(meant):
        meant = [Fraction(chance) for chance in chances]
    whole = lcm(*(part.denominator for part in meant))
    return [int(part * whole) for part in meant]


def _integer(bound: int, dice: Dice) -> int:
    """Draws evenly from 0 to `bound - 1`, in coin flips: bounds may have many digits."""
    size = (bound - 1).bit_length()
    draws = (
        sum(bit << place for place, bit in enumerate(dice.bits(size, f"{LABEL}/{attempt}")))
        for attempt in count()
    )
    return next(number for number in draws if number < bound)
