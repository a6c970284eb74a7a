"""How a set that must be in a hidden hand gets into it, where drawing at random is hopeless."""

from collections.abc import Iterator, Mapping, Sequence

from arena.games.dice import Dice
from arena.games.scout.cards import Card
from arena.games.scout.hidden import HiddenHand
from arena.games.scout.sets import beats


def planted(
    hand: HiddenHand, stock: Sequence[Card], table: Sequence[int], dice: Dice
) -> HiddenHand:
    """Returns `hand` with a set that beats the values on the table placed somewhere in it.

    Cards nobody has seen come from `stock`. Raises `ValueError` if there is no such hand.
    """
    options = [
        (start, values)
        for values in _sets_that_beat(table)
        for start in range(hand.size - len(values) + 1)
    ]
    for index in dice.permutation(len(options), "imagine/set"):
        start, values = options[index]
        placed = _laid(hand, start, values, stock)
        if placed is not None:
            there = {c.upright for c in placed.values()}
            floating = tuple(c for c in hand.floating if c.upright not in there)
            return HiddenHand(hand.size, placed, floating)
    raise ValueError("no hand that fits the observation beats the table")


def _sets_that_beat(table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yields the sets of the table's length or one more: every set that beats it holds one."""
    for length in (len(table), len(table) + 1):
        for first in range(1, 11):
            for step in (0, 1, -1):
                values = tuple(first + step * i for i in range(length))
                if 1 <= values[-1] <= 10 and beats(values, table):
                    yield values


def _laid(
    hand: HiddenHand, start: int, values: Sequence[int], stock: Sequence[Card]
) -> Mapping[int, Card] | None:
    """Returns the placed cards of `hand` and the set `values` from place `start`, if it fits."""
    placed = dict(hand.placed)
    open_places = []
    for place, value in enumerate(values, start):
        if place not in placed:
            open_places.append((place, value))
        elif placed[place].up != value:
            return None
    chosen = _chosen([value for _, value in open_places], hand.floating, stock, hand.missing)
    if chosen is None:
        return None
    for (place, _), card in zip(open_places, chosen, strict=True):
        placed[place] = card
    return placed


def _chosen(
    values: Sequence[int], floating: Sequence[Card], stock: Sequence[Card], draws: int
) -> list[Card] | None:
    """Returns cards that show `values`, at most `draws` of them from `stock`, if there are such."""
    if not values:
        return []
    offered = [*floating, *stock] if draws else floating
    if any(_count(value, offered) < values.count(value) for value in values):
        return None
    for card in offered:
        if values[0] not in (card.up, card.down):
            continue
        rest = _chosen(
            values[1:],
            [c for c in floating if c != card],
            [c for c in stock if c != card],
            draws if card in floating else draws - 1,
        )
        if rest is not None:
            return [card if card.up == values[0] else card.turned, *rest]
    return None


def _count(value: int, cards: Sequence[Card]) -> int:
    return sum(value in (c.up, c.down) for c in cards)
