"""Who meets whom on a ladder: the fewest blocks first, then whoever is near in rating."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

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


def draw_lineups(
    candidates: Sequence[Candidate],
    seats: int | Sequence[int],
    count: int,
    *,
    same_author_allowed: bool,
    dice: Dice,
) -> tuple[Lineup, ...]:
    """Returns the lineups of up to `count` new blocks, each with exactly `seats` submissions.

    Of several numbers of seats the dice choose one for each block, among those that can be filled.
    There are fewer blocks where too few submissions, or authors, have room. The order of the
    candidates decides nothing: the dice settle every tie, and who sits where.
    """
    draw = _Draw(candidates, same_author_allowed, dice)
    sizes = (seats,) if isinstance(seats, int) else tuple(sorted(seats))
    lineups: list[Lineup] = []
    while len(lineups) < count and (lineup := draw.lineup_of_any(sizes, len(lineups))):
        lineups.append(lineup)
    return tuple(lineups)


class _Draw:
    """One draw: candidates by luck and by rating, with the blocks and the room they have left."""

    def __init__(
        self, candidates: Sequence[Candidate], same_author_allowed: bool, dice: Dice
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
        self._ranked = sorted(range(len(able)), key=lambda c: self._candidates[c].rating)
        self._places = {candidate: place for place, candidate in enumerate(self._ranked)}
        self._dice = dice

    def lineup_of_any(self, sizes: Sequence[int], number: int) -> Lineup:
        """Returns the lineup of one more block of one of the sizes, empty if none can be filled."""
        order = self._dice.permutation(len(sizes), f"size {number}") if len(sizes) > 1 else (0,)
        lineups = (self.lineup(sizes[place], number) for place in order)
        return next(filter(None, lineups), ())

    def lineup(self, seats: int, number: int) -> Lineup:
        """Returns the lineup of one more block, empty if no table can be filled."""
        table = self._table(seats, number)
        if len(table) < seats:
            return ()
        for candidate in table:
            self._room[candidate] -= 1
            self._blocks[candidate] += self._weights[candidate]
        order = self._dice.permutation(seats, f"seats {number}")
        return tuple(self._candidates[table[i]].submission_id for i in order)

    def _table(self, seats: int, number: int) -> list[int]:
        first = self._fewest_blocks()
        if first is None:
            return []
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
        for candidate in self._outwards(self._places[first]):
            if len(met) > parties:
                break
            if self._room[candidate] and self._parties[candidate] != self._parties[first]:
                near.append(candidate)
                met.add(self._parties[candidate])
        return near

    def _outwards(self, place: int) -> Iterator[int]:
        """Yields the candidates above and below a place in turn, nearest first."""
        for distance in range(1, len(self._ranked)):
            for other in (place - distance, place + distance):
                if 0 <= other < len(self._ranked):
                    yield self._ranked[other]
