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

_NO_SCOUTS: Final = bytes(4 * MOST_CARDS)
_ROWS: Final = tuple((b"\1" * (n + 1)).ljust(MOST_CARDS, b"\0") for n in range(MOST_CARDS))
_SCOUTS: Final = tuple(4 * row for row in _ROWS)
_LONE_SCOUTS: Final = tuple(2 * row + bytes(2 * MOST_CARDS) for row in _ROWS)
"""By hand size, every way to scout from a set, and a lone card, which counts as the left end."""


def mask(
    values: bytearray, table: bytearray, *, may_scout: bool, may_scout_and_show: bool
) -> bytearray:
    """Returns the mask of a mover who holds `values`, the table being told as upper, lower, ..."""
    hand_size, lone = len(values), len(table) == 2
    scouts = (_LONE_SCOUTS if lone else _SCOUTS)[hand_size]
    then_show = _NO_SCOUTS
    if may_scout_and_show:
        then_show = scouts if lone else _before_show(values, table)
    return bytearray().join(
        (
            _NO_FLIPS,
            shows(values, _strength(table)),
            _NO_SHOWS[hand_size],
            scouts if may_scout else _NO_SCOUTS,
            then_show,
        )
    )


def _before_show(values: bytearray, table: bytearray) -> bytes:
    """Returns the part of the mask for Scout & Show, of a set of two cards or more."""
    left = gaps_before_show(values, (table[0], table[1]), _strength(table[2:]))
    return left + gaps_before_show(values, (table[-2], table[-1]), _strength(table[:-2]))


def _strength(table: bytearray) -> int:
    return strength_between(table[0], table[-2], len(table) >> 1) if table else 0
