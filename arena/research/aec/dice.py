"""Chance for training: as even as that of matches, and much faster than SHA-256."""

import numpy as np

from arena.games.dice import Dice


class QuickDice(Dice):
    """Draws from a generator of NumPy; labels mean nothing, every call draws anew."""

    __slots__ = ("_generator",)

    def __init__(self, generator: np.random.Generator) -> None:
        super().__init__(b"", 0)
        object.__setattr__(self, "_generator", generator)
        self._generator: np.random.Generator

    def permutation(self, n: int, label: str) -> tuple[int, ...]:
        return tuple(self._generator.permutation(n).tolist())

    def integer(self, bound: int, label: str) -> int:
        return int(self._generator.integers(bound))

    def bits(self, n: int, label: str) -> tuple[bool, ...]:
        return tuple((self._generator.random(n) < 0.5).tolist())
