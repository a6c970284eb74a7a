"""Swiss system: few rounds, in which everybody meets those who did about as well."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product

from arena.contest.tournament import (
    Placing,
    PlayedRound,
    Round,
    check_entrants,
    placings_by_points,
    seated,
)
from arena.games.dice import Dice

_PATIENCE = 4_000
"""How many ways to fill a seat are tried. With up to nine entrants that is more than there are."""

_OTHER_BYES = 50
"""How many other choices of byes are tried to avoid a repeated table."""


@dataclass(frozen=True, slots=True)
class Swiss:
    """Placings are by points, see `placings_by_points`.

    In the first round the seeding is folded, so that the best are at different tables. From then
    on neighbours in the placings meet, those who met least first. No table is repeated while there
    is another way: for sure in half as many rounds as entrants. Whoever does not fit at the last
    table has a bye: the last in the placings who had none.
    """

    seats: int
    rounds: int
    seed: bytes
    """Decides who sits where."""

    def check(self, entrants: Sequence[str]) -> None:
        check_entrants(entrants, self.seats)
        if not 1 <= self.rounds <= self.most_rounds(len(entrants)):
            raise ValueError(
                f"{len(entrants)} entrants at tables of {self.seats} play 1 to"
                f" {self.most_rounds(len(entrants))} rounds, not {self.rounds}"
            )

    def most_rounds(self, entrants: int) -> int:
        """Returns in how many rounds nobody needs a second bye; no more than there are others."""
        byes = entrants % self.seats
        return min(entrants - 1, entrants // byes) if byes else entrants - 1

    def next_round(self, entrants: Sequence[str], played: Sequence[PlayedRound]) -> Round | None:
        self.check(entrants)
        if len(played) == self.rounds:
            return None
        ranked = [placing.submission_id for placing in placings_by_points(entrants, played)]
        tables, byes = (
            _Pairing(ranked, played, self.seats).best() if played else _folded(ranked, self.seats)
        )
        return Round(seated(tables, Dice(self.seed, len(played) + 1)), byes)

    def placings(
        self, entrants: Sequence[str], played: Sequence[PlayedRound]
    ) -> tuple[Placing, ...]:
        return placings_by_points(entrants, played)


class _Pairing:
    """A search for the tables of one round."""

    def __init__(self, ranked: Sequence[str], played: Sequence[PlayedRound], seats: int) -> None:
        self._ranked = ranked
        self._seats = seats
        self._had_byes = {s for past in played for s in past.byes}
        self._tables = {frozenset(block.lineup) for past in played for block in past.tables}
        self._met = Counter(
            pair
            for past in played
            for block in past.tables
            for pair in permutations(block.lineup, 2)
        )
        self._left = 0

    def best(self) -> tuple[list[list[str]], tuple[str, ...]]:
        """Returns tables and byes with as few repeated tables as can be found."""
        for repeats in range(1 + len(self._ranked) // self._seats):
            self._left = _PATIENCE
            for byes in self._byes():
                unseated = [s for s in self._ranked if s not in byes]
                tables = self._seating(unseated, repeats)
                if tables is not None:
                    return tables, byes
            if not self._left:
                return self._repaired()
        raise AssertionError("with every table a repeated one there is a way")

    def _repaired(self) -> tuple[list[list[str]], tuple[str, ...]]:
        """Returns the first tables that come to mind, with repeated ones dissolved by exchanges.

        As long as nobody has met half of the others, any pair that met finds another with which
        it can change partners.
        """
        byes = next(self._byes())
        self._left = len(self._ranked)
        tables = self._seating([s for s in self._ranked if s not in byes], len(self._ranked))
        assert tables is not None, "the first table is always good enough"
        for number, table in enumerate(tables):
            if frozenset(table) in self._tables:
                for other in sorted(range(len(tables)), key=lambda place: abs(place - number)):
                    if other != number and self._exchanged(table, tables[other]):
                        break
        return tables, byes

    def _exchanged(self, table: list[str], other: list[str]) -> bool:
        """Exchanges one of a repeated table for one of another, if that leaves neither repeated."""
        for i, j in product(range(self._seats), repeat=2):
            table[i], other[j] = other[j], table[i]
            if self._tables.isdisjoint((frozenset(table), frozenset(other))):
                return True
            table[i], other[j] = other[j], table[i]
        return False

    def _byes(self) -> Iterator[tuple[str, ...]]:
        last = [s for s in reversed(self._ranked) if s not in self._had_byes]
        return islice(combinations(last, len(self._ranked) % self._seats), 1 + _OTHER_BYES)

    def _seating(self, unseated: Sequence[str], repeats: int) -> list[list[str]] | None:
        """Returns tables for all, as long as so many repeated ones are enough."""
        tables: list[list[str]] = []
        ways = [self._with_mates(unseated[:1], unseated[1:])]
        while ways:
            repeated = sum(frozenset(table) in self._tables for table in tables)
            for table in ways[-1]:
                if repeated + (frozenset(table) in self._tables) <= repeats:
                    tables.append(table)
                    unseated = [s for s in unseated if s not in table]
                    if not unseated:
                        return tables
                    ways.append(self._with_mates(unseated[:1], unseated[1:]))
                    break
            else:
                ways.pop()
                if tables:
                    unseated = sorted([*unseated, *tables.pop()], key=self._ranked.index)
        return None

    def _with_mates(self, table: Sequence[str], others: Sequence[str]) -> Iterator[list[str]]:
        """Yields the table filled up with others in every way, the most suitable first."""
        if len(table) == self._seats:
            yield [*table]
            return
        nearest = 2 * self._seats - 1
        suitable = sorted(
            range(len(others)),
            key=lambda i: (i >= nearest, sum(self._met[others[i], s] for s in table), i),
        )
        for tried, i in enumerate(suitable, start=1):
            if self._left:
                self._left -= 1
                untried = [others[j] for j in sorted(suitable[tried:])]
                yield from self._with_mates([*table, others[i]], untried)


def _folded(ranked: Sequence[str], seats: int) -> tuple[list[Sequence[str]], tuple[str, ...]]:
    """Returns tables of one from each part of the ranking, and byes for the last."""
    tables = len(ranked) // seats
    return [ranked[i : tables * seats : tables] for i in range(tables)], (
        *ranked[tables * seats :],
    )
