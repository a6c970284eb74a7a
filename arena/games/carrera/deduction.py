"""What winners betray about face-down 1s, where these have power (Rules §15).

A trick that would have gone elsewhere without a 1 among its unknown cards proves that one is
there; a trick that would have gone elsewhere with one proves that none is. Drawing the places of
the 1s under all such proofs first, and everything else after, keeps every deal equally likely.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count, product
from math import comb, prod

from arena.games.carrera.options import Options
from arena.games.carrera.progress import judged
from arena.games.carrera.tricks import Trick
from arena.games.dice import Dice


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a 1 lies on one of these places; the unknown cards are counted in play order."""

    places: range
    has_one: bool


def proofs(tricks: Iterable[Trick], options: Options) -> tuple[Proof, ...]:
    """Returns what the winners of `tricks` prove."""
    found = []
    first = 0
    for trick in tricks:
        places = range(first, first + sum(play.is_unknown for play in trick.plays))
        first = places.stop
        with_one = [replace(p, face_down="1") if p.is_unknown else p for p in trick.plays]
        if (slowed := judged(with_one, options)) != judged(trick.plays, options):
            found.append(Proof(places, has_one=trick.winner == slowed))
    return tuple(found)


def placed(unseen: Sequence[str], proven: Sequence[Proof], dice: Dice) -> list[str]:
    """Returns the unseen cards by place, drawn evenly from all orders that fit the proofs."""
    if not proven:
        return [unseen[card] for card in dice.permutation(len(unseen), "imagine")]
    others = [suit for suit in unseen if suit != "1"]
    ones = _places_of_ones(len(unseen) - len(others), len(unseen), proven, dice)
    order = iter(dice.permutation(len(others), "imagine"))
    return ["1" if place in ones else others[next(order)] for place in range(len(unseen))]


def _places_of_ones(ones: int, places: int, proven: Sequence[Proof], dice: Dice) -> set[int]:
    """Draws evenly from all ways to lay `ones` on `places` that fit the proofs."""
    bound = {place for proof in proven for place in proof.places}
    free = [place for place in range(places) if place not in bound]
    areas = [*(proof.places for proof in proven if proof.has_one), free]
    *owing, _ = areas
    splits = [
        (*split, ones - sum(split))
        for split in product(*(range(1, len(area) + 1) for area in owing))
        if sum(split) <= ones
    ]
    ways = [
        prod(comb(len(area), n) for area, n in zip(areas, split, strict=True)) for split in splits
    ]
    drawn = _below(sum(ways), dice)
    split = next(s for s, end in zip(splits, accumulate(ways), strict=True) if drawn < end)
    return {
        area[index]
        for number, (area, n) in enumerate(zip(areas, split, strict=True))
        for index in dice.permutation(len(area), f"imagine/ones/{number}")[:n]
    }


def _below(bound: int, dice: Dice) -> int:
    """Draws evenly from 0 to `bound - 1`, in coin flips: `bound` may have thirty digits."""
    if bound < 1:
        raise ValueError("no deal fits the observation")
    size = bound.bit_length()
    draws = (
        sum(bit << place for place, bit in enumerate(dice.bits(size, f"imagine/split/{attempt}")))
        for attempt in count()
    )
    return next(drawn for drawn in draws if drawn < bound)
