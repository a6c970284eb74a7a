"""What a seat can do, each action once and for all with its notation.

The tables of this module hold every action that any hand can need, so that a prompt lists
values that exist already. A hand has at most 45 cards, a set at most 10.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

MOST_CARDS = 45
LONGEST_SET = 10


class End(Enum):
    """An end of the active set, as it lies before its owner."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Orient:
    """Keeps the hand as it was dealt or turns it over whole (Rules §8)."""

    flip: bool

    def __str__(self) -> str:
        return "flip" if self.flip else "keep"


@dataclass(frozen=True, slots=True)
class Show:
    """Lays out `length` cards of the hand from place `start` (Rules §15)."""

    start: int
    length: int
    notation: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "notation", f"show {self.start} {self.length}")

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Scouting:
    """Takes the card at one end of the active set into the hand (Rules §16).

    `insert` counts the gaps of the hand before the card is in it, from 0 at the left.
    """

    end: End
    flip: bool
    insert: int
    then_show: bool = False
    """Whether this opens a Scout & Show (Rules §19)."""
    notation: str = field(init=False, repr=False, compare=False)
    public: str = field(init=False, repr=False, compare=False)
    """The notation without what is hidden from other seats."""

    def __post_init__(self) -> None:
        public = f"{'scout+show' if self.then_show else 'scout'} {self.end.value}"
        notation = f"{public} {'flip' if self.flip else 'keep'} {self.insert}"
        object.__setattr__(self, "public", public)
        object.__setattr__(self, "notation", notation)

    def __str__(self) -> str:
        return self.notation


Action: TypeAlias = Orient | Show | Scouting

KEEP, FLIP = Orient(False), Orient(True)

SHOWS = tuple(
    Show(start, length) for start in range(MOST_CARDS) for length in range(1, LONGEST_SET + 1)
)
"""By start and length."""


def _by_insert(end: End, flip: bool, then_show: bool) -> tuple[Scouting, ...]:
    return tuple(Scouting(end, flip, insert, then_show) for insert in range(MOST_CARDS))


_SIDES = [(end, flip) for end in End for flip in (False, True)]
_SCOUTS = {side: _by_insert(*side, then_show=False) for side in _SIDES}
_SCOUTS_AND_SHOWS = {side: _by_insert(*side, then_show=True) for side in _SIDES}

SCOUTS_AND_SHOWS = {
    end: _SCOUTS_AND_SHOWS[end, False] + _SCOUTS_AND_SHOWS[end, True] for end in End
}
"""By end, then by flip and insert."""


def _for_every_hand(*rows: tuple[Scouting, ...]) -> tuple[tuple[Scouting, ...], ...]:
    """Returns by hand size what `rows` offer to a hand: one action for every gap of it."""
    return tuple(
        tuple(action for row in rows for action in row[: size + 1]) for size in range(MOST_CARDS)
    )


SCOUTS = _for_every_hand(*_SCOUTS.values())
"""By hand size, all scouts of either end by (end, flip, insert)."""

LONE_SCOUTS = _for_every_hand(_SCOUTS[End.LEFT, False], _SCOUTS[End.LEFT, True])
"""By hand size, all scouts of a lone card: it counts as the left end (Rules §17)."""

LONE_SCOUTS_AND_SHOWS = _for_every_hand(
    _SCOUTS_AND_SHOWS[End.LEFT, False], _SCOUTS_AND_SHOWS[End.LEFT, True]
)
"""By hand size, the same for Scout & Show: after it the table is empty and any Show legal."""
