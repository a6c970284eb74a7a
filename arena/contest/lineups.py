"""Who meets whom on a ladder: the fewest blocks first, then whoever is near in rating."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from itertools import pairwise

from arena.contest.blocks import Lineup
from arena.games.dice import Dice

_HASTE = 0.1
"""Whoever is most uncertain counts as having played so much less: no more, since everybody is to
play about as much."""

_UNCERTAIN = 200.0
"""Points from which on a rating is as uncertain as can be."""

_NEIGHBOURS = 16
"""How many of the nearest come into question for a table. Enough for the ten best of a ladder
to meet each other, few enough for the first not to meet the last of a long one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A submission that could be given a block now."""

    submission_id: str
    author_id: str
    rating: float
    blocks: int
    """How many blocks it has played."""
    room: int
    """How many more blocks it can take on."""
    open_blocks: int = 0
    """How many blocks it is in that are not over yet."""
    uncertainty: float = 0.0
    """By how many points its rating may be off."""
    turns: tuple[int, ...] = ()
    """How many of its blocks had each of the numbers of seats that there are, rising."""


def draw_lineups(
    candidates: Sequence[Candidate],
    seats: int | Sequence[int],
    count: int,
    *,
    same_author_allowed: bool,
    dice: Dice,
    fillers: Sequence[str] = (),
) -> tuple[Lineup, ...]:
    """Returns the lineups of up to `count` new blocks, each with exactly `seats` submissions.

    Of several numbers of seats each block has the one that whoever comes first has had least,
    among those that can be filled. Where too few submissions, or authors, have room, fillers take
    the seats that are left, and without them there are fewer blocks. The order of the candidates
    decides nothing: the dice settle every tie, and who sits where.
    """
    sizes = (seats,) if isinstance(seats, int) else tuple(sorted(seats))
    draw = _Draw(candidates, sizes, same_author_allowed, fillers, dice)
    lineups: list[Lineup] = []
    while len(lineups) < count and (lineup := draw.lineup(len(lineups))):
        lineups.append(lineup)
    return tuple(lineups)


class _Draw:
    """One draw: candidates by luck and by rating, with the blocks and the room they have left."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        sizes: Sequence[int],
        same_author_allowed: bool,
        fillers: Sequence[str],
        dice: Dice,
    ) -> None:
        able = sorted((c for c in candidates if c.room > 0), key=lambda c: c.submission_id)
        self._candidates = [able[i] for i in dice.permutation(len(able), "candidates")]
        # A table has one seat for each party.
        self._parties = [
            c.submission_id if same_author_allowed else c.author_id for c in self._candidates
        ]
        self._room = [c.room for c in self._candidates]
        self._weights = [
            1 - _HASTE * min(1.0, c.uncertainty / _UNCERTAIN) for c in self._candidates
        ]
        self._blocks = [
            weight * (c.blocks + c.open_blocks)
            for weight, c in zip(self._weights, self._candidates, strict=True)
        ]
        """Weighted, so that the uncertain come a little sooner."""
        self._queue = [(blocks, candidate) for candidate, blocks in enumerate(self._blocks)]
        heapify(self._queue)
        ranked = sorted(range(len(able)), key=lambda c: self._candidates[c].rating)
        self._better = dict(pairwise(ranked))
        self._worse = dict(pairwise(reversed(ranked)))
        """Who is next in rating among those with room: nobody without is ever passed again."""
        self._sizes = sizes
        self._turns: dict[int, list[int]] = {}
        """By candidate, once it sits at a table of this draw."""
        self._fillers = fillers
        self._dice = dice

    def lineup(self, number: int) -> Lineup:
        """Returns the lineup of one more block, empty if no table can be filled."""
        first = self._fewest_blocks()
        if first is None:
            return ()
        for size in self._preferred(first, number):
            table = self._table(first, self._sizes[size], number)
            if len(table) == self._sizes[size]:
                return self._seated(table, size, (), number)
        table = self._table(first, self._sizes[0], number)
        missing = self._sizes[0] - len(table)
        if missing > len(self._fillers):
            return ()
        return self._seated(table, 0, self._fillers[:missing], number)

    def _preferred(self, first: int, number: int) -> list[int]:
        """Returns the sizes as `first` is to have them next: what it has had least comes first."""
        if len(self._sizes) == 1:
            return [0]
        order = self._dice.permutation(len(self._sizes), f"size {number}")
        return sorted(order, key=self._turns_of(first).__getitem__)

    def _turns_of(self, candidate: int) -> list[int]:
        if candidate not in self._turns:
            had = self._candidates[candidate].turns
            self._turns[candidate] = [*had, *[0] * (len(self._sizes) - len(had))]
        return self._turns[candidate]

    def _seated(
        self, table: Sequence[int], size: int, fillers: Sequence[str], number: int
    ) -> Lineup:
        for candidate in table:
            self._room[candidate] -= 1
            if not self._room[candidate]:
                self._skip(candidate)
            self._blocks[candidate] += self._weights[candidate]
            self._turns_of(candidate)[size] += 1
        seated = [*(self._candidates[c].submission_id for c in table), *fillers]
        return tuple(seated[i] for i in self._dice.permutation(len(seated), f"seats {number}"))

    def _table(self, first: int, seats: int, number: int) -> list[int]:
        """Returns who sits at a table with `first`; fewer where so many parties are not there."""
        near = self._near(first, max(_NEIGHBOURS, seats - 1))
        others = [near[i] for i in self._dice.permutation(len(near), f"table {number}")]
        seated = {self._parties[first]: first}
        for other in sorted(others, key=self._blocks.__getitem__):
            if len(seated) < seats:
                seated.setdefault(self._parties[other], other)
        return list(seated.values())

    def _fewest_blocks(self) -> int | None:
        """Returns who has room and the fewest blocks; what the queue says may be out of date."""
        while self._queue:
            blocks, candidate = self._queue[0]
            if not self._room[candidate]:
                heappop(self._queue)
            elif blocks < self._blocks[candidate]:
                heapreplace(self._queue, (self._blocks[candidate], candidate))
            else:
                return candidate
        return None

    def _near(self, first: int, parties: int) -> list[int]:
        """Returns the nearest by rating, from so many parties other than that of `first`."""
        near: list[int] = []
        met = {self._parties[first]}
        for candidate in self._outwards(first):
            if len(met) > parties:
                break
            if self._parties[candidate] != self._parties[first]:
                near.append(candidate)
                met.add(self._parties[candidate])
        return near

    def _outwards(self, candidate: int) -> Iterator[int]:
        """Yields those with room above and below one in turn, nearest first."""
        worse: int | None = candidate
        better: int | None = candidate
        while worse is not None or better is not None:
            if worse is not None and (worse := self._worse.get(worse)) is not None:
                yield worse
            if better is not None and (better := self._better.get(better)) is not None:
                yield better

    def _skip(self, candidate: int) -> None:
        """Makes the neighbours of one that has no room left each other's."""
        worse, better = self._worse.pop(candidate, None), self._better.pop(candidate, None)
        if worse is not None:
            self._link(self._better, worse, better)
        if better is not None:
            self._link(self._worse, better, worse)

    @staticmethod
    def _link(links: dict[int, int], candidate: int, other: int | None) -> None:
        if other is None:
            del links[candidate]
        else:
            links[candidate] = other
