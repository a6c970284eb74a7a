"""Knockout: the best of each table go on, until one table is left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import NamedTuple

from arena.contest.scored_block import ScoredBlock
from arena.contest.tournament import Placing, PlayedRound, Round, check_entrants, seated
from arena.games.dice import Dice


@dataclass(frozen=True, slots=True)
class Knockout:
    """The best `advancing` of each table go on to the next round, the others are out.

    Ranks at a table are by points, then by the seeding. Each round deals the remaining entrants to
    the tables so that the seeding is spread: the first is with the last. The best seeded have the
    byes. Where the numbers do not work out, a round lets on a few of those who just missed it, the
    ones with the most points. Placings are by the number of rounds survived, then by the points at
    the last table, then by the seeding.
    """

    seats: int
    advancing: int
    seed: bytes
    """Decides who sits where."""

    def check(self, entrants: Sequence[str]) -> None:
        check_entrants(entrants, self.seats)
        if not 1 <= self.advancing <= self.seats // 2:
            raise ValueError(f"at most half of {self.seats} go on, not {self.advancing}")
        _plan(len(entrants), self.seats, self.advancing)

    def next_round(self, entrants: Sequence[str], played: Sequence[PlayedRound]) -> Round | None:
        self.check(entrants)
        plan = _plan(len(entrants), self.seats, self.advancing)
        if len(played) == len(plan):
            return None
        *_, left = self._survivors(entrants, played)
        had_byes = {s for past in played for s in past.byes}
        count = plan[len(played)].byes
        byes = [s for s in left if s not in had_byes][:count]
        tables = _spread([s for s in left if s not in byes], self.seats)
        return Round(seated(tables, Dice(self.seed, len(played) + 1)), tuple(byes))

    def placings(
        self, entrants: Sequence[str], played: Sequence[PlayedRound]
    ) -> tuple[Placing, ...]:
        self.check(entrants)
        survived = dict.fromkeys(entrants, 0)
        for left in self._survivors(entrants, played)[1:]:
            for submission in left:
                survived[submission] += 1
        tables = dict.fromkeys(entrants, 0)
        last = dict.fromkeys(entrants, 0.0)
        for past in played:
            for block in past.tables:
                for submission, points in zip(block.lineup, block.points, strict=True):
                    tables[submission] += 1
                    last[submission] = points
            for submission in past.byes:
                tables[submission] += 1
        order = sorted(entrants, key=lambda s: (-survived[s], -round(last[s], 9)))
        return tuple(
            Placing(place, s, tables[s], survived[s], (last[s],))
            for place, s in enumerate(order, start=1)
        )

    def _survivors(self, entrants: Sequence[str], played: Sequence[PlayedRound]) -> list[list[str]]:
        """Returns who was left in each round, in the order of seeding."""
        plan = _plan(len(entrants), self.seats, self.advancing)
        seeding = {submission: number for number, submission in enumerate(entrants)}
        left = [list(entrants)]
        for past, stage in zip(played, plan[:-1], strict=False):
            ranked = [_ranked(block, seeding) for block in past.tables]
            # Who came next at a table goes before whoever came after that at another.
            missed = [
                candidate
                for level in zip(*(table[self.advancing :] for table in ranked), strict=True)
                for candidate in sorted(level)
            ]
            through = [*chain.from_iterable(table[: self.advancing] for table in ranked)]
            on = {s for _, _, s in (*through, *missed[: stage.lucky])} | set(past.byes)
            left.append(sorted(on, key=seeding.__getitem__))
        return left


def _ranked(block: ScoredBlock, seeding: Mapping[str, int]) -> list[tuple[float, int, str]]:
    """Returns the table as (points, seeding, submission), the best first, with points negative."""
    return sorted(
        (-round(points, 9), seeding[submission], submission)
        for submission, points in zip(block.lineup, block.points, strict=True)
    )


def _spread(left: Sequence[str], seats: int) -> list[list[str]]:
    """Returns tables dealt in the order of seeding, there and back."""
    count = len(left) // seats
    rows = [left[start : start + count] for start in range(0, len(left), count)]
    turned = [row[::-1] if number % 2 else row for number, row in enumerate(rows)]
    return [[*table] for table in zip(*turned, strict=True)]


class _Stage(NamedTuple):
    """What one round is made of."""

    tables: int
    byes: int
    lucky: int
    """How many go on who just missed it."""


@cache
def _plan(entrants: int, seats: int, advancing: int) -> tuple[_Stage, ...]:
    """Returns as few rounds as can be; byes where they matter least, in the first of them."""
    plans: dict[int, tuple[_Stage, ...]] = {seats: (_Stage(1, 0, 0),)}
    for size in range(seats + 1, entrants):
        plans[size] = min(_plans(size, seats, advancing, plans), key=_cost)
    if entrants == seats:
        return plans[seats]
    fair = [plan for plan in _plans(entrants, seats, advancing, plans) if _is_fair(plan, seats)]
    if not fair:
        raise ValueError(f"{entrants} entrants at tables of {seats} need second byes")
    return min(
        fair,
        key=lambda plan: (len(plan), *_cost(plan[1:])[1:], plan[0].lucky, plan[0].byes),
    )


def _is_fair(plan: Sequence[_Stage], seats: int) -> bool:
    """Whether nobody needs a second bye, even if all who had one are still in."""
    had = 0
    for stage in plan:
        if stage.byes and had + stage.byes > stage.tables * seats + stage.byes:
            return False
        had += stage.byes
    return True


def _cost(plan: Sequence[_Stage]) -> tuple[int, int, int]:
    return len(plan), sum(stage.byes for stage in plan), sum(stage.lucky for stage in plan)


def _plans(
    size: int, seats: int, advancing: int, plans: Mapping[int, tuple[_Stage, ...]]
) -> Iterator[tuple[_Stage, ...]]:
    for tables in range(1, size // seats + 1):
        byes = size - tables * seats
        for lucky in range(seats - advancing):
            if (left := advancing * tables + byes + lucky) in plans:
                yield _Stage(tables, byes, lucky), *plans[left]
