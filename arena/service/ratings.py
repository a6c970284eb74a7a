"""Rates blocks, once each, and proves the ratings from the results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from arena.service.block_rating import newcomer, rated
from arena.service.conduct import note_block
from arena.service.house import rated_lineup
from arena.service.ports import Now, OpenUnit
from arena.service.records import (
    Block,
    BlockState,
    Ladder,
    Match,
    MatchState,
    RatingChange,
    Standing,
)

TOLERANCE = 1e-9
"""How far a rating may be from its recomputation."""


def rate_block(block_id: str, *, open_unit: OpenUnit, now: Now) -> str:
    """Moves the ratings by a block whose matches are all final. Doing it twice does it once.

    A block with a void match is void as a whole: it would not be fair to every seat. House bots
    are not rated, nor is anybody in a probe. Returns the ladder, which may want a new block.
    """
    with open_unit() as unit:
        ladder_id = unit.blocks.get(block_id).ladder_id
        assert ladder_id is not None, "tournaments move no ratings"
        ladder = unit.ladders.lock(ladder_id)
        block = unit.blocks.get(block_id)
        matches = unit.blocks.matches(block_id)
        if block.state is not BlockState.OPEN or not all(m.state.final for m in matches):
            return ladder.ladder_id
        if any(m.state is MatchState.VOID for m in matches):
            unit.blocks.close(block_id, BlockState.VOID, now(), None)
            return ladder.ladder_id
        note_block(ladder, block, matches, unit, now())
        if block.unrated:
            unit.blocks.close(block_id, BlockState.COUNTED, now(), None)
            return ladder.ladder_id
        sequence = ladder.rated_blocks + 1
        standings = unit.ladders.standings(ladder.ladder_id, block.lineup)
        before = [standings[s] for s in rated_lineup(block.lineup)]
        after = rated(ladder, block, matches, before).standings
        changes = [
            RatingChange(
                ladder_id, sequence, block_id, old.submission_id, old.rating, new.rating, now()
            )
            for old, new in zip(before, after, strict=True)
        ]
        unit.ladders.rate(ladder_id, after, changes)
        unit.blocks.close(block_id, BlockState.RATED, now(), sequence)
        return ladder.ladder_id


@dataclass(frozen=True, slots=True)
class Recomputation:
    """The ratings that the results give, beside those on record."""

    blocks: int
    ratings: Mapping[str, float]
    """By submission, from the results alone."""
    largest_difference: float
    drift: float
    """How far the sum of the ratings on record is from where the newcomers put it, and from what
    the anchors would have won and lost."""
    complaints: tuple[str, ...]
    """One line for everything on record that the results do not give."""


def recompute(ladder_id: str, *, open_unit: OpenUnit) -> Recomputation:
    """Returns all ratings of a ladder as its results give them, block by block.

    Whatever is rated meanwhile is left out, on record as in the results.
    """
    with open_unit() as unit:
        unit.freeze()
        ladder = unit.ladders.get(ladder_id)
        proof = _Proof(ladder, unit.ladders.all_changes(ladder.ladder_id))
        for block, matches in unit.blocks.rated(ladder.ladder_id):
            proof.add(block, matches)
        standings = unit.ladders.standings(ladder.ladder_id, proof.standings)
        return proof.against(standings)


class _Proof:
    """Rates every block again, and compares what comes out with what is on record."""

    def __init__(self, ladder: Ladder, changes: Iterable[RatingChange]) -> None:
        self.standings: dict[str, Standing] = {}
        """As the results give them."""
        self._ladder = ladder
        self._changes: dict[tuple[str, str], RatingChange] = {}
        self._blocks = 0
        self._held = list[float]()
        self._largest = 0.0
        self._complaints: list[str] = []
        for change in changes:
            key = change.block_id, change.submission_id
            if self._changes.setdefault(key, change) is not change:
                self._complain_of_surplus(*key)

    def add(self, block: Block, matches: Sequence[Match]) -> None:
        """Takes the block that was rated next."""
        self._blocks += 1
        if block.sequence != self._blocks:
            self._complain(f"{block.block_id} is number {block.sequence}, not {self._blocks}")
        old = [self._standing(submission) for submission in rated_lineup(block.lineup)]
        new = old
        try:
            found = rated(self._ladder, block, matches, old)
            new = list(found.standings)
            self._held.append(found.held)
        except (ValueError, IndexError, AssertionError) as error:
            self._complain(f"{block.block_id} cannot be rated again: {error}")
        self.standings |= {standing.submission_id: standing for standing in new}
        for before, after in zip(old, new, strict=True):
            self._compare(block, before.submission_id, (before.rating, after.rating))

    def _standing(self, submission_id: str) -> Standing:
        known = self.standings.get(submission_id)
        return known or newcomer(self._ladder, submission_id, self._ladder.created)

    def _compare(self, block: Block, submission_id: str, ratings: Sequence[float]) -> None:
        change = self._changes.pop((block.block_id, submission_id), None)
        where = f"{block.block_id}: {submission_id}"
        if change is None:
            self._complain(f"{where} has no change on record")
            return
        if change.sequence != block.sequence:
            self._complain(f"{where} changed with block {change.sequence}, not {block.sequence}")
        on_record = (change.before, change.after)
        if self._off(on_record, ratings):
            self._complain(
                f"{where} went from {change.before!r} to {change.after!r} on record,"
                f" from {ratings[0]!r} to {ratings[1]!r} by the results"
            )

    def against(self, standings: Mapping[str, Standing]) -> Recomputation:
        """Returns the result, once all blocks are added."""
        for key in self._changes:
            self._complain_of_surplus(*key)
        drift = list(self._held)
        for submission_id, mine in self.standings.items():
            if (standing := standings.get(submission_id)) is None:
                self._complain(f"{submission_id} has played but has no standing")
                continue
            came = newcomer(self._ladder, submission_id, standing.joined)
            drift.append(standing.rating - came.rating)
            if self._off((standing.rating,), (mine.rating,)):
                self._complain(
                    f"{submission_id} stands at {standing.rating!r}, not {mine.rating!r}"
                )
            if self._off(_skill(standing), _skill(mine)):
                skills = f"{_skill(standing)}, not {_skill(mine)}"
                self._complain(f"{submission_id} has the openskill {skills}")
            if _counts(standing) != _counts(mine):
                counts = f"{_counts(standing)}, not {_counts(mine)}"
                self._complain(f"{submission_id} has counted {counts}")
        if self._ladder.rated_blocks != self._blocks:
            counts = f"{self._ladder.rated_blocks} blocks, not {self._blocks}"
            self._complain(f"{self._ladder.ladder_id} has counted {counts}")
        return Recomputation(
            self._blocks,
            {submission_id: standing.rating for submission_id, standing in self.standings.items()},
            self._largest,
            fsum(drift),
            tuple(self._complaints),
        )

    def _off(self, on_record: Sequence[float], by_results: Sequence[float]) -> bool:
        off = max(abs(one - other) for one, other in zip(on_record, by_results, strict=True))
        self._largest = max(self._largest, off)
        return not off <= TOLERANCE  # so that a NaN is off, too

    def _complain_of_surplus(self, block_id: str, submission_id: str) -> None:
        self._complain(f"{block_id}: {submission_id} has a change too many on record")

    def _complain(self, complaint: str) -> None:
        self._complaints.append(complaint)


def _counts(standing: Standing) -> tuple[int, ...]:
    """Returns blocks, matches, and the sums of ranks, scores and faults."""
    return (
        standing.blocks,
        standing.matches,
        standing.rank_sum,
        standing.score_sum,
        standing.faults,
    )


def _skill(standing: Standing) -> tuple[float, float]:
    """Returns mean and doubt; no doubt at all where there is no skill."""
    if standing.mu is None or standing.sigma is None:
        return 0.0, 0.0
    return standing.mu, standing.sigma
