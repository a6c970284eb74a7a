"""Which actions of SCOUT are legal, as a mask, straight from values and without any objects.

The same as `arena.games.scout.legal`, which a test compares it with.
"""

import re
from collections.abc import Sequence
from operator import sub
from typing import Final

from arena.games.scout.actions import LONGEST_SET, MOST_CARDS
from arena.games.scout.encoding import (
    ACTIONS,
    FIRST_SCOUT,
    FIRST_SCOUT_AND_SHOW,
    FIRST_SHOW,
)
from arena.games.scout.sets import strongest_around

SIZE: Final = len(ACTIONS)
FLIPS: Final = bytes([1, 1]).ljust(SIZE, b"\0")

_ONES: Final = tuple(b"\1" * count for count in range(MOST_CARDS + 1))
_ROW: Final = tuple(b"\1" * gaps + b"\0" * (MOST_CARDS - gaps) for gaps in range(MOST_CARDS + 1))
_BOTH_ENDS: Final = tuple(4 * row for row in _ROW)
_LONE: Final = tuple(2 * row + bytes(2 * MOST_CARDS) for row in _ROW)
"""By the number of gaps, what a scout may do with a set, and with a lone card."""

_LARGER: Final = tuple(bytes([value > least for value in range(256)]) for least in range(16))
"""Translates values into whether they are larger than one."""

_RAISED: Final = bytes([(value + 10) % 256 for value in range(256)])
"""Translates values so that no difference from another one is negative."""

_SAME_STEPS: Final = re.compile(rb"\x09+|\x0a+|\x0b+")
"""Finds what is a set among raised differences from card to card."""

_SPAN: Final = re.Match.span


def mask(
    values: bytearray,
    table: bytearray,
    to_beat: int,
    *,
    may_scout: bool,
    may_scout_and_show: bool,
) -> bytearray:
    """Returns the mask of a mover who holds `values`, the table being told as upper, lower, ..."""
    found = bytearray(SIZE)
    cards, weakest = len(table) >> 1, to_beat & 31
    if cards < 2:
        singles = values.translate(_LARGER[to_beat & 15]) if cards else _ONES[len(values)]
        found[FIRST_SHOW : FIRST_SHOW + LONGEST_SET * len(values) : LONGEST_SET] = singles
    for first, last in _sets(values):
        for start in range(first, last):
            reach = last - start + 1
            if reach < cards:
                break
            fewest = 2 if cards < 2 else cards + (_rank(values, start, cards) <= weakest)
            if fewest <= reach:
                at = FIRST_SHOW + LONGEST_SET * start
                found[at + fewest - 1 : at + reach] = _ONES[reach - fewest + 1]
    gaps = len(values) + 1
    if may_scout:
        found[FIRST_SCOUT:FIRST_SCOUT_AND_SHOW] = (_BOTH_ENDS if cards > 1 else _LONE)[gaps]
    if may_scout_and_show:
        found[FIRST_SCOUT_AND_SHOW:] = _LONE[gaps] if cards == 1 else _before_show(values, table)
    return found


def _sets(values: bytearray) -> list[tuple[int, int]]:
    """Returns first and last place of every longest set of two cards or more."""
    steps = bytes(map(sub, values.translate(_RAISED)[1:], values))
    return list(map(_SPAN, _SAME_STEPS.finditer(steps)))


def _rank(values: bytearray, start: int, length: int) -> int:
    first, last = values[start], values[start + length - 1]
    return first | 16 if first == last else min(first, last)


def strength(ups: Sequence[int]) -> int:
    """Returns what `arena.games.scout.sets.strength` does."""
    if not ups:
        return 0
    first, last = ups[0], ups[-1]
    return len(ups) << 5 | (first | 16 if first == last else min(first, last))


def _before_show(values: bytearray, table: bytearray) -> bytes:
    """Returns the part of the mask for Scout & Show, of a set of two cards or more."""
    ups = table[::2]
    left = _rows(values, strength(ups[1:]), table[0], table[1])
    return left + _rows(values, strength(ups[:-1]), table[-2], table[-1])


def _rows(values: bytearray, to_beat: int, up: int, down: int) -> bytes:
    """Returns where a card may be inserted either way up, so that a Show can follow.

    Inside the one set, or the sets, that would beat the rest of the table, only where the card
    makes another one.
    """
    gaps = len(values) + 1
    cards, weakest = to_beat >> 5, to_beat & 31
    last_start, first_end = -1, gaps
    if cards == 1:
        singles = values.translate(_LARGER[to_beat & 15])
        last_start = singles.rfind(1)
        if last_start >= 0:
            first_end = singles.find(1) + 1
    for first, last in _sets(values) if last_start + 1 < first_end else ():
        for start in range(first, last):
            reach = last - start + 1
            if reach < cards:
                break
            fewest = cards + (_rank(values, start, cards) <= weakest)
            if fewest <= reach:
                last_start = max(last_start, start)
                first_end = min(first_end, start + fewest)
    if last_start + 1 >= first_end:
        return 2 * _ROW[gaps]
    rows = b""
    for value in (up, down):
        row = bytearray(_ROW[gaps])
        for gap in range(last_start + 1, first_end):
            row[gap] = strongest_around(values, gap, value) > to_beat
        rows += row
    return rows
