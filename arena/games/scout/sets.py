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
    return strength_between(values[0], values[-1], len(values)) if values else 0


def table_strength(table: Sequence[Card]) -> int:
    """Returns the strength of the cards of a set."""
    return strength_between(table[0].up, table[-1].up, len(table)) if table else 0


def strength_between(first: int, last: int, length: int) -> int:
    """Returns the strength of the set of `length` cards that has these ends."""
    if first == last:
        return length << 5 | 16 | first
    return length << 5 | (first if first < last else last)
