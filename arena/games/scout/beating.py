"""What of a hand beats the table, found for all its cards at once.

A hand is told by the bytes of its values, and so are answers: 1 for yes. Taken for a number of
many digits, a hand needs one subtraction for all the steps from card to card.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from arena.games.scout.actions import LONGEST_SET, MOST_CARDS
from arena.games.scout.cards import Card
from arena.games.scout.sets import strength_between, table_strength

Values: TypeAlias = bytes | bytearray

_LARGER: Final = tuple(bytes([value > least for value in range(256)]) for least in range(16))
"""Translates values into whether they are larger than one."""

_LEVEL: Final = 100
_KINDS: Final = bytes([1, 2, 4]).rjust(_LEVEL + 2, b"\0").ljust(256, b"\0")
"""Translates raised steps: a bit each for one down, none, one up."""
_RAISES: Final = tuple(
    int.from_bytes((bytes([_LEVEL] * (cards - 1)) + bytes([2 * _LEVEL]))[:cards], "little")
    for cards in range(MOST_CARDS + 1)
)
"""By hand size, what keeps steps from being negative, and the last card's from being any kind."""

_GAPS: Final = tuple(b"\1" * gaps + b"\0" * (MOST_CARDS - gaps) for gaps in range(MOST_CARDS + 1))


def shows(values: Values, to_beat: int) -> bytearray:
    """Returns which Shows beat a strength: for every card of the hand, the ten lengths from it."""
    hand_size, cards = len(values), to_beat >> 5
    found = bytearray(LONGEST_SET * hand_size)
    if cards < 2:
        found[::LONGEST_SET] = values.translate(_LARGER[to_beat & 15])
    ups = int.from_bytes(values, "little")
    steps = ((ups >> 8) + _RAISES[hand_size] - ups).to_bytes(hand_size, "little")
    # A byte for every card, the first lowest: a bit for the kind of set of so many that it begins.
    length, sets = 2, int.from_bytes(steps.translate(_KINDS), "little")
    while sets:
        kinds = sets.to_bytes(hand_size, "little")
        if length > cards:
            found[length - 1 :: LONGEST_SET] = kinds.translate(_LARGER[0])
        elif length == cards:
            for start, kind in enumerate(kinds):
                if kind and _strength(values, start, length) > to_beat:
                    found[LONGEST_SET * start + length - 1] = 1
        # Two sets of one kind that overlap in all but a card are a longer one.
        sets &= sets >> 8
        length += 1
    return found


def gaps_before_show(values: Values, card: Values, to_beat: int) -> bytes:
    """Returns at which gaps a card may go into the hand, either way up, so that a Show can follow.

    The card is told by the value that lies up, then the other.

    Inside the one set, or the sets, that beat it already, only where the card makes another one
    (Rules §20).
    """
    gaps = len(values) + 1
    if to_beat >> 5 == 1 and max(values) > to_beat & 15:
        return 2 * _GAPS[gaps]
    last_start, first_end = -1, gaps
    beating = shows(values, to_beat)
    if 1 in beating:
        last_start = beating.rfind(1) // LONGEST_SET
        # The first set that beats it also ends first: a later one is at most a card shorter.
        start, more = divmod(beating.find(1), LONGEST_SET)
        first_end = start + more + 1
    if last_start + 1 >= first_end:
        return 2 * _GAPS[gaps]
    rows = b""
    for value in card:
        row = bytearray(_GAPS[gaps])
        for gap in range(last_start + 1, first_end):
            row[gap] = _strongest_around(values, gap, value) > to_beat
        rows += row
    return rows


def can_beat(hand: Sequence[Card], table: Sequence[Card]) -> bool:
    """Returns whether `hand` holds a set that beats the set on the table."""
    return 1 in shows(bytes([c.up for c in hand]), table_strength(table))


def _strength(values: Values, start: int, length: int) -> int:
    return strength_between(values[start], values[start + length - 1], length)


def _strongest_around(values: Values, gap: int, value: int) -> int:
    """Returns the strength of the best set that holds `value` once it is inserted at `gap`."""
    best = strength_between(value, value, 1)
    if all(abs(neighbour - value) > 1 for neighbour in values[max(0, gap - 1) : gap + 1]):
        return best
    for step in (0, 1, -1):
        first = last = value
        left = gap - 1
        while left >= 0 and values[left] == first - step:
            first -= step
            left -= 1
        right = gap
        while right < len(values) and values[right] == last + step:
            last += step
            right += 1
        best = max(best, strength_between(first, last, right - left))
    return best
