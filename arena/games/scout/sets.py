"""Sets: what may be shown, and what beats what.

A set is judged by the values that are up, in hand order.
"""

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from arena.games.scout.cards import Card


class Kind(Enum):
    """What holds a set together."""

    SINGLE = "single"
    RUN = "run"
    MATCH = "match"


def classify(values: Sequence[int]) -> Kind | None:
    """Returns the kind of set that `values` are, or `None` if they are no set (Rules §11)."""
    steps = {after - before for before, after in pairwise(values)}
    if len(values) < 2:
        return Kind.SINGLE if values else None
    if steps == {0}:
        return Kind.MATCH
    return Kind.RUN if steps in ({1}, {-1}) else None


def beats(values: Sequence[int], active: Sequence[int]) -> bool:
    """Returns whether `values` are a set that beats the set `active`, which may be empty."""
    return classify(values) is not None and strength(values) > strength(active)


def strength(values: Sequence[int]) -> int:
    """Returns a number that orders sets: by length, then match over run, then smallest value.

    The number is `length * 32 + 16 (unless a run) + smallest`, and 0 for no set at all. The
    values must be a set, so that its ends tell everything (Rules §12).
    """
    return _strength(len(values), values[0], values[-1]) if values else 0


def table_strength(table: Sequence[Card]) -> int:
    """Returns the strength of the cards of a set."""
    return _strength(len(table), table[0].up, table[-1].up) if table else 0


def _strength(length: int, first: int, last: int) -> int:
    if first == last:
        return length << 5 | 16 | first
    return length << 5 | (first if first < last else last)


def reaches(values: Sequence[int]) -> list[int]:
    """Returns for every place in a hand the length of the longest set that starts there.

    Every shorter slice that starts there is a set too.
    """
    reach = [1] * len(values)
    step_after = None
    for start in range(len(values) - 2, -1, -1):
        step = values[start + 1] - values[start]
        if -1 <= step <= 1:
            reach[start] = reach[start + 1] + 1 if step == step_after else 2
            step_after = step
        else:
            step_after = None
    return reach


def shortest_beating(
    values: Sequence[int], reach: Sequence[int], to_beat: int
) -> list[tuple[int, int]]:
    """Returns start and length of the shortest set from every place that beats `to_beat`.

    Places from which no set does are left out. All longer sets from that place beat it as well.
    """
    length = to_beat >> 5
    if not length:
        return [(start, 1) for start in range(len(values))]
    found = []
    for start, longest in enumerate(reach):
        if longest < length:
            continue
        if _strength(length, values[start], values[start + length - 1]) > to_beat:
            found.append((start, length))
        elif longest > length:
            found.append((start, length + 1))
    return found


def can_beat(hand: Sequence[Card], table: Sequence[Card]) -> bool:
    """Returns whether `hand` holds a set that beats the set on the table."""
    values = [c.up for c in hand]
    return bool(shortest_beating(values, reaches(values), table_strength(table)))


def strongest_around(values: Sequence[int], gap: int, value: int) -> int:
    """Returns the strength of the best set that holds `value` once it is inserted at `gap`."""
    best = 0
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
        best = max(best, _strength(right - left, first, last))
    return best
