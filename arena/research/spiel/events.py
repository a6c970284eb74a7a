"""A chance event of our games as single even draws, which OpenSpiel wants to see one by one."""

from collections.abc import Iterator, Sequence

from arena.games.dice import Dice


class Rehearsed(Dice):
    """Dice that note what they are asked, and answer that nothing moves."""

    __slots__ = ("bounds",)

    def __init__(self) -> None:
        super().__init__(b"", 0)
        bounds: list[int] = []
        object.__setattr__(self, "bounds", bounds)
        self.bounds: list[int]

    def permutation(self, n: int, label: str) -> tuple[int, ...]:
        self.bounds.extend(range(n, 1, -1))
        return tuple(range(n))

    def integer(self, bound: int, label: str) -> int:
        self.bounds.extend([bound] if bound > 1 else [])
        return 0

    def bits(self, n: int, label: str) -> tuple[bool, ...]:
        self.bounds.extend([2] * n)
        return (False,) * n


class Scripted(Dice):
    """Dice that answer by draws already made: one for each bound that was noted."""

    __slots__ = ("_draws",)

    def __init__(self, draws: Sequence[int]) -> None:
        super().__init__(b"", 0)
        object.__setattr__(self, "_draws", iter(draws))
        self._draws: Iterator[int]

    def permutation(self, n: int, label: str) -> tuple[int, ...]:
        """Takes one of the indices that are left at every draw; the last needs none."""
        left = list(range(n))
        order = [left.pop(next(self._draws)) for _ in range(n - 1)]
        return (*order, *left)

    def integer(self, bound: int, label: str) -> int:
        return next(self._draws) if bound > 1 else 0

    def bits(self, n: int, label: str) -> tuple[bool, ...]:
        return tuple(next(self._draws) == 1 for _ in range(n))
