"""Chance for training: as even as that of matches, and much faster than SHA-256."""

from typing import Any, TypeAlias

import numpy as np

from arena.games.dice import Dice

Cards: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Sides: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]


class QuickDice(Dice):
    """Draws from a generator of NumPy; labels mean nothing, every call draws anew."""

    __slots__ = ("_generator",)

    def __init__(self, generator: np.random.Generator) -> None:
        super().__init__(b"", 0)
        object.__setattr__(self, "_generator", generator)
        self._generator: np.random.Generator

    def shuffled(self, cards: Cards) -> Cards:
        """Returns `cards` in any order."""
        return self._generator.permutation(cards)

    def sides(self, n: int) -> Sides:
        """Returns `n` coin flips."""
        return self._generator.random(n) < 0.5

    def permutation(self, n: int, label: str) -> tuple[int, ...]:
        return tuple(self.shuffled(np.arange(n)).tolist())

    def integer(self, bound: int, label: str) -> int:
        return int(self._generator.integers(bound))

    def bits(self, n: int, label: str) -> tuple[bool, ...]:
        return tuple(self.sides(n).tolist())
