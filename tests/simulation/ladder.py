"""A ladder from its first block on: does everybody play as much, and do the best meet?"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from arena.contest.lineups import Candidate, draw_lineups
from arena.contest.rating import rate
from arena.games.dice import Dice
from tests.simulation.figure import Figure
from tests.simulation.strengths import played

_ROOM = 2
_K = 32.0


@dataclass(frozen=True, slots=True)
class Season:
    """What became of a ladder."""

    matches: Counter[str]
    best: tuple[str, ...]
    """The ten best by true strength."""
    met: frozenset[tuple[str, str]]
    longest_wait: int
    """The most draws in a row that left somebody out."""

    @property
    def spread(self) -> float:
        """The most matches of a submission over the fewest."""
        fewest = min(self.matches.values())
        return max(self.matches.values()) / fewest if fewest else math.inf

    @property
    def strangers(self) -> int:
        """How many pairs of the best never met."""
        return sum(pair not in self.met for pair in combinations(sorted(self.best), 2))


def season(submissions: int, seats: int | Sequence[int], blocks: int, backlog: int) -> Season:
    """Plays a ladder of so many blocks, drawn `backlog` at a time from everybody."""
    random = Random(submissions)
    ids = [f"s{number:05}" for number in range(submissions)]
    strengths = {s: random.gauss(1500, 200) for s in ids}
    ratings = dict.fromkeys(ids, 1500.0)
    count = Counter(dict.fromkeys(ids, 0))
    matches = Counter(dict.fromkeys(ids, 0))
    last = dict.fromkeys(ids, -1)
    met: set[tuple[str, str]] = set()
    done = draws = longest_wait = 0
    while done < blocks:
        lineups = draw_lineups(
            [Candidate(s, s, ratings[s], count[s], _ROOM) for s in ids],
            seats,
            min(backlog, blocks - done),
            same_author_allowed=False,
            dice=Dice(b"season", draws),
        )
        for lineup in lineups:
            scores = played(lineup, strengths, random).duel_scores
            after = rate([ratings[s] for s in lineup], scores, _K)
            ratings.update(zip(lineup, after, strict=True))
            count.update(lineup)
            matches.update(dict.fromkeys(lineup, len(lineup)))
            met.update(combinations(sorted(lineup), 2))
            longest_wait = max(longest_wait, *(draws - last[s] - 1 for s in lineup))
            last.update(dict.fromkeys(lineup, draws))
        done += len(lineups)
        draws += 1
    best = tuple(sorted(ids, key=strengths.__getitem__)[-10:])
    return Season(matches, best, frozenset(met), longest_wait)


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yields what is asked of every ladder, for a small, a mixed and a large one."""
    yield from _figures("40 submissions, 4 seats, 5,000 matches", 40, 4, 1_250, 4)
    yield from _figures("40 submissions, 2 to 5 seats", 40, (2, 3, 4, 5), 1_430, 4)
    if quick:
        yield from _figures("1,000 submissions, 4 seats", 1_000, 4, 15_000, 500)
    else:
        yield from _figures(
            "10,000 submissions, 4 seats, a million matches", 10_000, 4, 250_000, 2_500
        )


def _figures(
    name: str, submissions: int, seats: int | Sequence[int], blocks: int, backlog: int
) -> Iterator[Figure]:
    played_out = season(submissions, seats, blocks, backlog)
    yield Figure(f"{name}: most matches over fewest", played_out.spread, high=1.2)
    yield Figure(f"{name}: pairs of the ten best that never met", played_out.strangers, high=0)
    turn = submissions / (backlog * _fewest(seats))
    yield Figure(
        f"{name}: draws in a row without one", played_out.longest_wait, high=3 * max(1, turn)
    )


def _fewest(seats: int | Sequence[int]) -> int:
    return seats if isinstance(seats, int) else min(seats)
