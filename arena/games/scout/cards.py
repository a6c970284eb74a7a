"""The cards: two values each, one of them up."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it lies in a hand or on the table: only the value that is `up` counts."""

    up: int
    down: int

    def __str__(self) -> str:
        return f"{self.up}/{self.down}"

    @property
    def turned(self) -> "Card":
        """The same card the other way up."""
        return _CARDS[self.down, self.up]

    @property
    def upright(self) -> "Card":
        """The same card with its smaller value up, which tells cards apart however they lie."""
        return self if self.up < self.down else _CARDS[self.down, self.up]


_CARDS = {(up, down): Card(up, down) for up in range(1, 11) for down in range(1, 11) if up != down}


def card(up: int, down: int) -> Card:
    """Returns the one instance of this card and position; raises `KeyError` if there is none."""
    return _CARDS[up, down]


def turned(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Returns `cards` in the same order, each the other way up (Rules §8)."""
    return tuple(_CARDS[c.down, c.up] for c in cards)


def listed(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Returns `cards` upright, in the order of the deck."""
    return tuple(sorted((c.upright for c in cards), key=_order))


def _order(card: Card) -> tuple[int, int]:
    return card.up, card.down


_ALL = tuple(card(low, high) for low, high in combinations(range(1, 11), 2))
_BUT_THE_LAST = tuple(c for c in _ALL if c != card(9, 10))
_WITHOUT_TENS = tuple(c for c in _ALL if c.down != 10)

_DECKS = {2: _BUT_THE_LAST, 3: _WITHOUT_TENS, 4: _BUT_THE_LAST, 5: _ALL}
_HAND_SIZES = {2: 11, 3: 12, 4: 11, 5: 9}


def deck(seats: int) -> tuple[Card, ...]:
    """Returns the cards of a match, upright, by smaller and then larger value (Rules §2)."""
    return _DECKS[seats]


def hand_size(seats: int) -> int:
    """Returns how many cards each seat is dealt (Rules §3, §28)."""
    return _HAND_SIZES[seats]
