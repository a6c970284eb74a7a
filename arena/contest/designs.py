"""Balanced designs: any two meet as often as any other two, give or take one time.

The entrants are numbers on a circle. A base table, turned through all places of the circle, makes
all who are as far apart as two of its seats meet once. So what is looked for is a few base tables
with every distance as often as any other. No entrant plays more than another.
"""

from collections.abc import Iterator
from functools import cache
from math import ceil, comb

_PATIENCE = 2_000
"""How many seats are tried for one set of base tables before one of another size is looked for."""

_MOST_SEATS = 160
"""How many seats all base tables have at most: enough for hundreds of entrants, and no deeper than
Python recurses."""


@cache
def balanced_tables(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Returns tables of the numbers below `entrants`, at which any two meet once or more often."""
    if entrants == seats * seats and all(seats % d for d in range(2, seats)):
        return tuple(_lines(seats))
    for count, short in _sizes(entrants, seats):
        search = _Search(entrants, seats, count, short)
        if search.found():
            return tuple(
                tuple(sorted((seat + turn) % entrants for seat in base))
                for base in search.base_tables
                for turn in range(entrants if base != search.short else entrants // seats)
            )
    raise ValueError(f"no balanced tables of {seats} for {entrants} entrants")


def _lines(order: int) -> Iterator[tuple[int, ...]]:
    """Yields the lines of the plane over a prime: any two points are on exactly one."""
    for slope in range(order):
        for height in range(order):
            yield tuple(x * order + (slope * x + height) % order for x in range(order))
    for x in range(order):
        yield tuple(x * order + y for y in range(order))


def _sizes(entrants: int, seats: int) -> list[tuple[int, bool]]:
    """Returns how many base tables to look for, and if with the short one: fewest tables first.

    The short one has its seats spread evenly over the circle and is the same after a fraction of
    a turn.
    """
    shorts = (False, True) if entrants % seats == 0 else (False,)
    counts = range(1 + _MOST_SEATS // seats)
    return sorted(
        ((count, short) for count in counts for short in shorts if count or short),
        key=lambda size: size[0] * entrants + size[1] * entrants // seats,
    )


class _Search:
    """A search for base tables, seat by seat, the least seen distances first."""

    def __init__(self, entrants: int, seats: int, count: int, short: bool) -> None:
        self._entrants = entrants
        self._seats = seats
        self._count = count
        self._met = [0] * (entrants // 2 + 1)
        """By distance, how often two meet who are so far apart. Nobody is at distance 0."""
        self.short = tuple(range(0, entrants, entrants // seats)) if short else ()
        self.base_tables = [self.short] if short else []
        for distance in {self._distance(0, seat) for seat in self.short[1:]}:
            self._met[distance] = 1
        tables = count * entrants + (entrants // seats if short else 0)
        self._fewest = tables * comb(seats, 2) // comb(entrants, 2)
        self._left = _PATIENCE

    def found(self) -> bool:
        """Whether there are such base tables, as far as patience goes."""
        return self._fewest > 0 and self._completed(self._count)

    def _completed(self, count: int) -> bool:
        """Fills so many further base tables."""
        missing = sum(
            ceil((self._fewest - met) / self._worth(distance))
            for distance, met in enumerate(self._met)
            if distance and met < self._fewest
        )
        if missing > count * comb(self._seats, 2):
            return False
        if not count:
            return True
        rarest = min(range(1, len(self._met)), key=lambda distance: (self._met[distance], distance))
        return self._seat(rarest, [0], count)

    def _filled(self, table: list[int], count: int) -> bool:
        if len(table) == self._seats:
            self.base_tables.append(tuple(table))
            if self._completed(count - 1):
                return True
            self.base_tables.pop()
            return False
        free = [seat for seat in range(1, self._entrants) if seat not in table]
        free.sort(key=lambda seat: sum(self._met[self._distance(seat, taken)] for taken in table))
        return any(self._seat(seat, table, count) for seat in free)

    def _seat(self, seat: int, table: list[int], count: int) -> bool:
        """Takes one more seat at a base table, and gives it back where that leads nowhere."""
        if not self._left:
            return False
        self._left -= 1
        distances = [self._distance(seat, taken) for taken in table]
        for distance in distances:
            self._met[distance] += self._worth(distance)
        if max(self._met) <= self._fewest + 1 and self._filled([*table, seat], count):
            return True
        for distance in distances:
            self._met[distance] -= self._worth(distance)
        return False

    def _distance(self, one: int, other: int) -> int:
        return min((one - other) % self._entrants, (other - one) % self._entrants)

    def _worth(self, distance: int) -> int:
        """How often two meet on one turn: those opposite each other from either side."""
        return 2 if 2 * distance == self._entrants else 1
