"""Which actions of SCOUT are legal, as a mask, straight from values and without any objects."""

from typing import Final

from arena.games.scout.actions import LONGEST_SET, MOST_CARDS
from arena.games.scout.beating import gaps_before_show, shows
from arena.games.scout.encoding import ACTIONS, FIRST_SHOW
from arena.games.scout.sets import strength_between

NOTHING: Final = bytes(len(ACTIONS))
FLIPS: Final = bytes([1, 1]).ljust(len(ACTIONS), b"\0")

_NO_FLIPS: Final = bytes(FIRST_SHOW)
_NO_SHOWS: Final = tuple(bytes(LONGEST_SET * (MOST_CARDS - n)) for n in range(MOST_CARDS + 1))
"""By hand size, the Shows from places behind the hand."""

_ROWS: Final = tuple((b"\1" * (n + 1)).ljust(MOST_CARDS, b"\0") for n in range(MOST_CARDS))
_NO_SCOUTS: Final = bytes(4 * MOST_CARDS)
_SCOUTS: Final = tuple(4 * row for row in _ROWS)
_LONE_SCOUTS: Final = tuple(2 * row + bytes(2 * MOST_CARDS) for row in _ROWS)
"""By hand size, every way to scout from a set, and a lone card, which counts as the left end."""


def mask(
    values: bytearray, table: bytearray, may_scout: bool, may_scout_and_show: bool
) -> bytearray:
    """Returns the mask of a mover who holds `values`, the table being told as upper, lower, ..."""
    hand_size = len(values)
    scouts = then_show = _NO_SCOUTS
    if may_scout:
        scouts = (_SCOUTS if len(table) > 2 else _LONE_SCOUTS)[hand_size]
    if may_scout_and_show:
        then_show = _before_show(values, table) if len(table) > 2 else _LONE_SCOUTS[hand_size]
    to_beat = strength_between(table[0], table[-2], len(table) >> 1) if table else 0
    return bytearray().join(
        (_NO_FLIPS, shows(values, to_beat), _NO_SHOWS[hand_size], scouts, then_show)
    )


def _before_show(values: bytearray, table: bytearray) -> bytes:
    """Returns the part of the mask for Scout & Show, of a set of two cards or more."""
    left, right, rest = table[:2], table[-2:], (len(table) >> 1) - 1
    without_left = strength_between(table[2], table[-2], rest)
    without_right = strength_between(table[0], table[-4], rest)
    return gaps_before_show(values, left, without_left) + gaps_before_show(
        values, right, without_right
    )
