"""What every seat knows of the cards in a hand, since it saw them being scouted."""

from typing import TypeVar

from arena.games.kernel import Seat
from arena.games.scout.actions import Scouting, Show
from arena.games.scout.cards import Card
from arena.games.scout.state import KnownCard

T = TypeVar("T")

KnownBySeat = tuple[tuple[KnownCard, ...], ...]


def known_after_show(
    known: KnownBySeat, seat: Seat, action: Show, cards: tuple[Card, ...]
) -> KnownBySeat:
    """Returns what is known once `seat` has shown `cards`: they are on the table now."""
    if not known[seat]:
        return known
    shown = {c.upright for c in cards}
    left = []
    for held in known[seat]:
        if held.card.upright in shown:
            continue
        if held.place is not None and held.place > action.start:
            left.append(KnownCard(held.card, held.place - action.length))
        else:
            left.append(held)
    return put(known, seat, tuple(left))


def known_after_scout(
    known: KnownBySeat, seat: Seat, action: Scouting, card: Card, *, exact: bool
) -> KnownBySeat:
    """Returns what is known once `seat` has scouted `card`, which lay on the table so.

    If `exact`, all seats see where and which way up it goes into the hand (Rules §36).
    """
    if not exact:
        return put(known, seat, (*known[seat], KnownCard(card, None)))
    moved = tuple(
        KnownCard(held.card, held.place + 1)
        if held.place is not None and held.place >= action.insert
        else held
        for held in known[seat]
    )
    lying = card.turned if action.flip else card
    return put(known, seat, (*moved, KnownCard(lying, action.insert)))


def put(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Returns `items` with `item` in the place of `seat`."""
    changed = list(items)
    changed[seat] = item
    return tuple(changed)
