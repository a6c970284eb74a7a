"""The 49 actions of the game, each built once (Rules §28)."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

from arena.games.carrera.cards import SUITS, TANK


@dataclass(frozen=True, slots=True)
class Down:
    """Plays a card face down."""

    suit: str
    notation: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "notation", f"down {self.suit}")

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Up:
    """Plays a card face up with `fuel` on it; a 2 may take a chip from the market first."""

    suit: str
    fuel: int
    take: bool = False
    notation: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        taking = " take" if self.take else ""
        object.__setattr__(self, "notation", f"up {self.suit} {self.fuel}{taking}")

    def __str__(self) -> str:
        return self.notation


Action: TypeAlias = Down | Up

DOWNS: Final = {suit: Down(suit) for suit in SUITS}

_UPS: Final = {
    suit: tuple(
        Up(suit, fuel, take)
        for fuel in range(TANK + 2 if suit == "2" else TANK + 1)
        for take in (False, True)
        if (suit == "2" if take else fuel <= TANK)
    )
    for suit in SUITS
}

ACTIONS: Final[tuple[Action, ...]] = (
    *DOWNS.values(),
    *(up for suit in SUITS for up in _UPS[suit]),
)
"""Every action there is, in the order in which legal actions are listed."""


@cache
def ups(suit: str, plain: int, taking: int) -> tuple[Up, ...]:
    """Returns the ways to play `suit` face up, ordered by (fuel, take).

    `plain` and `taking` are the most fuel without and with a chip from the market, -1 where that
    way is closed.
    """
    return tuple(up for up in _UPS[suit] if up.fuel <= (taking if up.take else plain))


PLAIN_UPS: Final = {
    suit: tuple(ups(suit, reserve, -1) for reserve in range(TANK + 1)) for suit in SUITS
}
"""By suit and reserve, the ways to play it face up without a chip from the market."""
