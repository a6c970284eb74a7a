"""A ladder from its first block on: does everybody play as much, and do the best meet?"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from arena.contest.blocks import rotations
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
    authors: Mapping[str, str]
    longest_wait: int
    """The most draws in a row that left somebody out."""
    seat_gap: int = 0
    """The most by which the seats of a submission differ within a block, each counted once."""
    twins: int = 0
    """Tables at which an author sat twice."""
    idle_moves: float = 0.0
    """How far the ratings of those moved who were not there."""
    turn_gap: float = 1.0
    """The most blocks of one size over the fewest, of whoever had the most uneven."""

    @property
    def spread(self) -> float:
        """The most matches of a submission over the fewest."""
        fewest = min(self.matches.values())
        return max(self.matches.values()) / fewest if fewest else math.inf

    @property
    def strangers(self) -> int:
        """How many pairs of the best never met, though they are of different authors."""
        return sum(
            pair not in self.met and self.authors[pair[0]] != self.authors[pair[1]]
            for pair in combinations(sorted(self.best), 2)
        )


def season(submissions: int, seats: int | Sequence[int], blocks: int, backlog: int) -> Season:
    """Plays a ladder of so many blocks, drawn `backlog` at a time from everybody."""
    random = Random(submissions)
    ids = [f"s{number:05}" for number in range(submissions)]
    authors = {s: f"a{number % max(1, submissions * 4 // 5)}" for number, s in enumerate(ids)}
    """Every fifth author has a second submission."""
    idle = frozenset(f"idle{number}" for number in range(5))
    sizes = (seats,) if isinstance(seats, int) else tuple(sorted(seats))
    turns = {s: [0] * len(sizes) for s in ids}
    seat_gap = twins = 0
    strengths = {s: random.gauss(1500, 200) for s in ids}
    ratings = dict.fromkeys([*ids, *idle], 1500.0)
    count = Counter(dict.fromkeys(ids, 0))
    matches = Counter(dict.fromkeys(ids, 0))
    last = dict.fromkeys(ids, -1)
    met: set[tuple[str, str]] = set()
    done = draws = longest_wait = 0
    while done < blocks:
        lineups = draw_lineups(
            [
                Candidate(s, authors[s], ratings[s], count[s], _ROOM, turns=tuple(turns[s]))
                for s in ids
            ]
            + [Candidate(s, s, ratings[s], 0, room=0) for s in idle],
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
            seat_gap = max(seat_gap, _seat_gap(lineup))
            twins += len({authors[s] for s in lineup}) < len(lineup)
            for s in lineup:
                turns[s][sizes.index(len(lineup))] += 1
            longest_wait = max(longest_wait, *(draws - last[s] - 1 for s in lineup))
            last.update(dict.fromkeys(lineup, draws))
        done += len(lineups)
        draws += 1
    best = tuple(sorted(ids, key=strengths.__getitem__)[-10:])
    return Season(
        matches,
        best,
        frozenset(met),
        authors,
        longest_wait,
        seat_gap,
        twins,
        max(abs(ratings[s] - 1500) for s in idle),
        max(max(had) / min(had) if min(had) else math.inf for had in turns.values()),
    )


def _seat_gap(lineup: Sequence[str]) -> int:
    """Returns by how much the times differ that somebody sits in each seat of a block."""
    seated = Counter((s, seat) for table in rotations(lineup) for seat, s in enumerate(table))
    times = [seated[s, seat] for s in lineup for seat in range(len(lineup))]
    return max(times) - min(times)


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
    yield Figure(f"{name}: most by which seats differ within a block", played_out.seat_gap, high=1)
    yield Figure(f"{name}: tables with two of one author", played_out.twins, high=0)
    yield Figure(f"{name}: points that an idle submission moved", played_out.idle_moves, high=0)
    if not isinstance(seats, int):
        yield Figure(f"{name}: most blocks of a size over fewest", played_out.turn_gap, high=1.5)
    turn = submissions / (backlog * _fewest(seats))
    yield Figure(
        f"{name}: draws in a row without one", played_out.longest_wait, high=3 * max(1, turn)
    )


def _fewest(seats: int | Sequence[int]) -> int:
    return seats if isinstance(seats, int) else min(seats)
