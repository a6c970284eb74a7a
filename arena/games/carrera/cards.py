"""The cards: six suits, each of a single rank."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SUITS: Final = ("1", "2", "3", "4a", "4b", "5")
"""Every suit, in the order in which hands, decks and legal actions are listed."""

BASE_RANKS: Final[Mapping[str, int]] = MappingProxyType(
    {"1": 1, "2": 2, "3": 3, "4a": 4, "4b": 4, "5": 5}
)
"""What a card of each suit counts before fuel, momentum and powers (Rules §1)."""

SLOWED: Final = frozenset({"4a", "4b", "5"})
"""The suits that count 0 in a trick with a 1 (Rules §14)."""

HAND_SIZE: Final = 6
"""Cards dealt to a seat, and so the tricks of a round (Rules §6)."""

TANK: Final = 5
"""The fuel a seat starts with, and the most it may hold (Rules §4)."""


def deck(copies: int) -> tuple[str, ...]:
    """Returns `copies` cards of each suit, ordered by suit (Rules §2)."""
    return tuple(suit for suit in SUITS for _ in range(copies))
