"""Which actions of SCOUT are legal, as a mask, straight from values and without any objects.

The same as `arena.games.scout.legal`, which a test compares it with.
"""

from typing import Final

from arena.games.scout.actions import LONGEST_SET, MOST_CARDS
from arena.games.scout.encoding import ACTIONS, FIRST_SHOW
from arena.games.scout.sets import strongest_around

NOTHING: Final = bytes(len(ACTIONS))
FLIPS: Final = bytes([1, 1]).ljust(len(ACTIONS), b"\0")

_NO_FLIPS: Final = bytes(FIRST_SHOW)
_NO_SHOWS: Final = tuple(bytes(LONGEST_SET * (MOST_CARDS - n)) for n in range(MOST_CARDS + 1))
"""By hand size, the Shows from places behind the hand."""

_ROW: Final = tuple(b"\1" * gaps + b"\0" * (MOST_CARDS - gaps) for gaps in range(MOST_CARDS + 1))
_BOTH_ENDS: Final = tuple(4 * row for row in _ROW)
_LONE: Final = tuple(2 * row + bytes(2 * MOST_CARDS) for row in _ROW)
_NO_SCOUTS: Final = bytes(4 * MOST_CARDS)
"""By the number of gaps: one way to scout, all of them with a set, and with a lone card."""

_LARGER: Final = tuple(bytes([value > least for value in range(256)]) for least in range(16))
"""Translates values into whether they are larger than one."""

_LEVEL: Final = 100
_STEPS: Final = bytes([1, 2, 4]).rjust(_LEVEL + 2, b"\0").ljust(256, b"\0")
"""Translates raised differences: a bit each for one less, the same, one more."""
_RAISES: Final = tuple(
    int.from_bytes(bytes([_LEVEL] * (cards - 1) + [2 * _LEVEL]), "little")
    for cards in range(MOST_CARDS + 1)
)
"""By hand size, what raises the differences from card to card, the last to nothing out of reach."""


def mask(
    values: bytearray,
    table: bytearray,
    to_beat: int,
    *,
    may_scout: bool,
    may_scout_and_show: bool,
) -> bytearray:
    """Returns the mask of a mover who holds `values`, the table being told as upper, lower, ..."""
    hand_size, lone = len(values), len(table) == 2
    scouts = (_LONE if lone else _BOTH_ENDS)[hand_size + 1]
    then_show = _NO_SCOUTS
    if may_scout_and_show:
        then_show = scouts if lone else _before_show(values, table)
    return bytearray().join(
        (
            _NO_FLIPS,
            shows(values, to_beat),
            _NO_SHOWS[hand_size],
            scouts if may_scout else _NO_SCOUTS,
            then_show,
        )
    )


def shows(values: bytearray, to_beat: int) -> bytearray:
    """Returns the part of the mask for Shows: ten lengths for every card of the hand."""
    cards, weakest = to_beat >> 5, to_beat & 31
    hand_size = len(values)
    found = bytearray(LONGEST_SET * hand_size)
    if cards < 2:
        found[::LONGEST_SET] = values.translate(_LARGER[weakest & 15])
    length, sets = 2, _pairs(values)
    while sets:
        kinds = sets.to_bytes(hand_size, "little")
        if length > cards:
            found[length - 1 :: LONGEST_SET] = kinds.translate(_LARGER[0])
        elif length == cards:
            for start, kind in enumerate(kinds):
                if kind and _rank(values, start, length) > weakest:
                    found[LONGEST_SET * start + length - 1] = 1
        # Two sets of one kind that overlap in all but a card are a longer one.
        sets &= sets >> 8
        length += 1
    return found


def strength(table: bytearray) -> int:
    """Returns what `arena.games.scout.sets.strength` does."""
    if not table:
        return 0
    first, last = table[0], table[-2]
    return len(table) << 4 | (first | 16 if first == last else min(first, last))


def _pairs(values: bytearray) -> int:
    """Returns a byte for every card, the first lowest: a bit for the kind of set it begins."""
    cards = int.from_bytes(values, "little")
    differences = (cards >> 8) + _RAISES[len(values)] - cards
    return int.from_bytes(differences.to_bytes(len(values), "little").translate(_STEPS), "little")


def _rank(values: bytearray, start: int, length: int) -> int:
    first, last = values[start], values[start + length - 1]
    return first | 16 if first == last else min(first, last)


def _before_show(values: bytearray, table: bytearray) -> bytes:
    """Returns the part of the mask for Scout & Show, of a set of two cards or more."""
    left = _rows(values, strength(table[2:]), table[0], table[1])
    return left + _rows(values, strength(table[:-2]), table[-2], table[-1])


def _rows(values: bytearray, to_beat: int, up: int, down: int) -> bytes:
    """Returns where a card may be inserted either way up, so that a Show can follow.

    Inside the one set, or the sets, that would beat the rest of the table, only where the card
    makes another one.
    """
    gaps = len(values) + 1
    last_start, first_end = -1, gaps
    beating = shows(values, to_beat)
    if 1 in beating:
        last_start = beating.rfind(1) // LONGEST_SET
        # The first set that beats it also ends first: a later one is at most a card shorter.
        start, more = divmod(beating.find(1), LONGEST_SET)
        first_end = start + more + 1
    if last_start + 1 >= first_end:
        return 2 * _ROW[gaps]
    rows = b""
    for value in (up, down):
        row = bytearray(_ROW[gaps])
        for gap in range(last_start + 1, first_end):
            row[gap] = strongest_around(values, gap, value) > to_beat
        rows += row
    return rows
