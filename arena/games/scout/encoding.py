"""Actions as numbers and observations as vectors, for programs that learn.

Seats are counted from the one that looks: 0 is itself, 1 the next in turn order. The order of
the history is not told, only which cards it has taken out of the round.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final

from arena.games.layout import MOST, Layout, Part, one_hot, seen_from, signed
from arena.games.scout.actions import (
    FLIP,
    KEEP,
    LONGEST_SET,
    MOST_CARDS,
    SCOUTS,
    SCOUTS_AND_SHOWS,
    SHOWS,
    Action,
)
from arena.games.scout.cards import Card, card
from arena.games.scout.observation import Observation, PublicSeat

ACTIONS: Final[tuple[Action, ...]] = (
    KEEP,
    FLIP,
    *SHOWS,
    *SCOUTS[-1],
    *(scouting for row in SCOUTS_AND_SHOWS.values() for scouting in row),
)
"""Every action there is: keep, flip; 450 Shows by (start, length); 180 Scouts and 180 Scout &
Shows by (end, flip, insert)."""

FIRST_SHOW: Final = 2
FIRST_SCOUT: Final = FIRST_SHOW + MOST_CARDS * LONGEST_SET
FIRST_SCOUT_AND_SHOW: Final = FIRST_SCOUT + 4 * MOST_CARDS

_INDEX = {action: index for index, action in enumerate(ACTIONS)}

CARDS: Final = tuple(card(low, high) for low, high in combinations(range(1, 11), 2))
"""The 45 cards of the largest deck, in whose order the vector speaks of cards."""

_PLACE = {c: place for place, c in enumerate(CARDS)}
_PHASES = ("flip", "play", "show", "done")


def action_index(action: Action) -> int:
    """Returns where `action` stands in `ACTIONS`."""
    return _INDEX[action]


@cache
def layout(seats: int) -> Layout:
    """Returns what stands where in a vector of a match with so many seats."""
    parts = (
        Part("phase", (4,), 0, 1, "one of flip, play, show, done"),
        Part("round", (1,), 0, 5, "counts from 1"),
        Part("truncated", (1,), 0, 1, "whether the round was stopped at the limit of turns"),
        Part("scouts_since_show", (1,), 0, MOST, "plain Scouts only"),
        Part("turns", (1,), 0, MOST, "Shows and plain Scouts of this round"),
        Part("to_act", (seats,), 0, 1, "by seat, whether it is to act"),
        Part("start_player", (seats,), 0, 1, "one of the seats"),
        Part("owner", (seats,), 0, 1, "who showed the active set; zeros if the table is empty"),
        Part("ender", (seats,), 0, 1, "who loses nothing for the hand, once the round is over"),
        Part("table", (LONGEST_SET, 2), 0, 10, "the active set: upper and lower value, then zeros"),
        Part("hand", (MOST_CARDS, 2), 0, 10, "the own hand likewise, in hand order"),
        Part(
            "seats", (seats, 4), 0, MOST, "by seat: hand size, captured, chips, Scout & Show chip"
        ),
        Part("totals", (seats,), -MOST, MOST, "by seat, points of the rounds that are over"),
        Part(
            "known",
            (seats, len(CARDS)),
            0,
            2 * MOST_CARDS + 1,
            "by seat and card: 0, or 1 if it is known to be somewhere in the hand; "
            "2 + 2 * place + (larger value up) if its place is known, too",
        ),
        Part("gone", (len(CARDS),), 0, 1, "by card, whether it was shown and then captured"),
    )
    if seats > 2:
        return Layout(parts)
    earlier = (
        Part(
            "first_shown", (len(CARDS),), 0, 1, "by card, whether it was shown in the first round"
        ),
        Part("first_kept", (len(CARDS),), 0, 1, "by card, whether this seat never showed it there"),
    )
    return Layout((*parts, *earlier))


def vector(seen: Observation) -> bytes:
    """Returns what a seat may know as signed bytes that `layout` explains."""
    assert seen.seat is not None, "a spectator does not learn"
    me, count = seen.seat, len(seen.seats)
    order = [(me + step) % count for step in range(count)]
    around = [seen.seats[seat] for seat in order]
    parts = [
        one_hot(_PHASES.index(seen.phase), 4),
        signed((seen.round, seen.truncated, seen.scouts_since_show, seen.turns)),
        bytes([seat in seen.to_act for seat in order]),
        one_hot(seen_from(me, seen.start_player, count), count),
        one_hot(seen_from(me, seen.owner, count), count),
        one_hot(seen_from(me, seen.ender, count), count),
        _faces(seen.table).ljust(2 * LONGEST_SET, b"\0"),
        _faces(seen.hand).ljust(2 * MOST_CARDS, b"\0"),
        *(signed((s.hand_size, s.captured, s.chips, s.scout_and_show)) for s in around),
        signed(s.total for s in around),
        *(_known(s) for s in around),
        _marked(_gone(seen)),
    ]
    if count == 2:
        first = seen.first_round
        parts += [_marked(first.shown if first else ()), _marked(first.kept if first else ())]
    return b"".join(parts)


def _faces(cards: Iterable[Card]) -> bytes:
    return bytes([value for c in cards for value in (c.up, c.down)])


def _known(seat: PublicSeat) -> bytes:
    told = bytearray(len(CARDS))
    for held in seat.known:
        upside = held.card.up > held.card.down
        told[_PLACE[held.card.upright]] = 1 if held.place is None else 2 + 2 * held.place + upside
    return bytes(told)


def _gone(seen: Observation) -> set[Card]:
    shown = {c.upright for past in seen.history for c in past.cards}
    held = {known.card.upright for seat in seen.seats for known in seat.known}
    return shown - held - {c.upright for c in seen.table}


def _marked(cards: Iterable[Card]) -> bytes:
    marked = bytearray(len(CARDS))
    for c in cards:
        marked[_PLACE[c]] = 1
    return bytes(marked)
