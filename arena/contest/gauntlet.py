"""Gauntlet: one against the rest."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from arena.contest.blocks import Lineup
from arena.contest.tournament import (
    Placing,
    PlayedRound,
    Round,
    check_entrants,
    placings_by_points,
    seated,
)
from arena.games.dice import Dice

_ATTEMPTS = 100
"""How often a round is drawn until everybody plays as much as everybody else. The last pair may
have met already, which takes other pairs."""


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The first entrant sits at every table, with all others equally often, give or take one time.

    A round is as many tables as it takes to meet everybody; where the others do not fill the last
    one, some play twice, but none again before the rest. No table is repeated before all there are
    have been played. Placings are by points per table, see `placings_by_points`.
    """

    seats: int
    rounds: int
    seed: bytes
    """Decides who sits with whom, and where."""

    def check(self, entrants: Sequence[str]) -> None:
        check_entrants(entrants, self.seats)
        if self.rounds < 1:
            raise ValueError(f"a gauntlet has one round or more, not {self.rounds}")

    def next_round(self, entrants: Sequence[str], played: Sequence[PlayedRound]) -> Round | None:
        self.check(entrants)
        if len(played) == self.rounds:
            return None
        first, *others = entrants
        past = [block.lineup for before in played for block in before.tables]
        dice = Dice(self.seed, len(played) + 1)
        drawn: list[tuple[str, ...]] = []
        for attempt in range(_ATTEMPTS):
            order = dice.permutation(len(others), f"others {attempt}")
            drawn = _drawn([others[i] for i in order], past, self.seats - 1)
            tables = _tables(others, [*past, *drawn])
            if max(tables.values()) - min(tables.values()) <= 1:
                break
        return Round(seated([(first, *mates) for mates in drawn], dice))

    def placings(
        self, entrants: Sequence[str], played: Sequence[PlayedRound]
    ) -> tuple[Placing, ...]:
        return placings_by_points(entrants, played)


def _drawn(others: Sequence[str], past: Collection[Lineup], count: int) -> list[tuple[str, ...]]:
    """Returns who sits together in one round: whoever played least, in the order given."""
    tables = _tables(others, past)
    met = Counter(frozenset(lineup).intersection(tables) for lineup in past)
    drawn: list[tuple[str, ...]] = []
    for _ in range(-(-len(others) // count)):
        all_met = len(met) == comb(len(others), count)
        fewest = min(met.values()) if all_met else 0
        mates = next(
            mates
            for mates in combinations(sorted(others, key=tables.__getitem__), count)
            if met[frozenset(mates)] == fewest
        )
        met[frozenset(mates)] += 1
        tables.update(mates)
        drawn.append(mates)
    return drawn


def _tables(others: Sequence[str], lineups: Collection[Lineup]) -> Counter[str]:
    """Returns how many tables each of the others has played."""
    tables = Counter(dict.fromkeys(others, 0))
    tables.update(s for lineup in lineups for s in lineup if s in tables)
    return tables
