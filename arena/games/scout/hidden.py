"""Hands of which only some cards are known, and how chance fills them up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.games.dice import Dice
from arena.games.scout.cards import Card
from arena.games.scout.observation import PublicSeat


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """What is known of a hand."""

    size: int
    placed: Mapping[int, Card]
    """Cards that lie so at these places."""
    floating: tuple[Card, ...]
    """Cards that are somewhere in the hand, either way up."""

    @classmethod
    def of(cls, seat: PublicSeat) -> "HiddenHand":
        """Returns what everybody knows of the hand of `seat`."""
        return cls(
            size=seat.hand_size,
            placed={k.place: k.card for k in seat.known if k.place is not None},
            floating=tuple(k.card for k in seat.known if k.place is None),
        )

    @property
    def missing(self) -> int:
        """How many cards of the hand nobody has seen."""
        return self.size - len(self.placed) - len(self.floating)

    def completed(self, drawn: Sequence[Card], dice: Dice, label: str) -> tuple[Card, ...]:
        """Returns the hand with `drawn`, a shuffled draw, for the cards nobody has seen."""
        cards = list(drawn)
        if self.floating:
            turns = dice.bits(len(self.floating), f"{label}/turned")
            cards += [c.turned if turn else c for c, turn in zip(self.floating, turns, strict=True)]
            cards = [cards[index] for index in dice.permutation(len(cards), f"{label}/places")]
        others = iter(cards)
        return tuple(
            self.placed[place] if place in self.placed else next(others)
            for place in range(self.size)
        )
