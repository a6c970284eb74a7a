"""Round robin: everybody meets everybody, any two as often as any other two, give or take one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from arena.contest.designs import balanced_tables
from arena.contest.tournament import (
    Placing,
    PlayedRound,
    Round,
    check_entrants,
    placings_by_points,
    seated,
)
from arena.games.dice import Dice


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Placings are by points, see `placings_by_points`.

    Everybody plays as many tables as everybody else; nobody sits at two in one round, and not
    everybody in every round. No round depends on the ones before.
    """

    seats: int
    seed: bytes
    """Decides who has which number in the plan of tables, and who sits where."""

    def check(self, entrants: Sequence[str]) -> None:
        check_entrants(entrants, self.seats)
        _rounds(len(entrants), self.seats)

    def next_round(self, entrants: Sequence[str], played: Sequence[PlayedRound]) -> Round | None:
        schedule = self.schedule(entrants)
        return schedule[len(played)] if len(played) < len(schedule) else None

    def placings(
        self, entrants: Sequence[str], played: Sequence[PlayedRound]
    ) -> tuple[Placing, ...]:
        return placings_by_points(entrants, played)

    def schedule(self, entrants: Sequence[str]) -> tuple[Round, ...]:
        """Returns all rounds."""
        self.check(entrants)
        numbered = [entrants[i] for i in Dice(self.seed, 0).permutation(len(entrants), "numbers")]
        return tuple(
            Round(
                seated(
                    [[numbered[number] for number in table] for table in tables],
                    Dice(self.seed, count),
                )
            )
            for count, tables in enumerate(_rounds(len(entrants), self.seats), start=1)
        )


@cache
def _rounds(entrants: int, seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    if seats == 2:
        return tuple(_circle(entrants, turn) for turn in range(entrants - 1 + entrants % 2))
    return tuple(_packed(balanced_tables(entrants, seats)))


def _circle(entrants: int, turn: int) -> tuple[tuple[int, ...], ...]:
    """Returns the pairs of one round by the circle method: as few rounds as can be."""
    places = entrants - 1 + entrants % 2
    pairs = [((turn + i) % places, (turn - i) % places) for i in range(1, places // 2 + 1)]
    return (*pairs,) if entrants % 2 else ((turn, places), *pairs)


def _packed(tables: Sequence[tuple[int, ...]]) -> list[tuple[tuple[int, ...], ...]]:
    """Returns the tables in rounds, those with the most tables to come first."""
    rounds: list[tuple[tuple[int, ...], ...]] = []
    to_come = Counter(number for table in tables for number in table)
    left = list(tables)
    while left:
        left.sort(key=lambda table: -sum(to_come[number] ** 2 for number in table))
        busy: set[int] = set()
        chosen = []
        for table in left:
            if busy.isdisjoint(table):
                busy.update(table)
                chosen.append(table)
        to_come.subtract(busy)
        left = [table for table in left if table not in set(chosen)]
        rounds.append(tuple(chosen))
    return rounds
