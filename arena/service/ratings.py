"""Rates blocks, once each, and proves the ratings from the results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arena.contest.blocks import duel_scores
from arena.contest.rating import rate
from arena.service.ports import Now, OpenUnit
from arena.service.records import (
    Block,
    BlockState,
    Match,
    MatchState,
    RatingChange,
    Standing,
)

TOLERANCE = 1e-9
"""How far a rating may be from its recomputation."""


def rate_block(block_id: str, *, open_unit: OpenUnit, now: Now) -> str:
    """Moves the ratings by a block whose matches are all final. Doing it twice does it once.

    A block with a void match is void as a whole: it would not be fair to every seat. Returns the
    ladder, which may want a new block.
    """
    with open_unit() as unit:
        ladder = unit.ladders.lock(unit.blocks.get(block_id).ladder_id)
        block = unit.blocks.get(block_id)
        matches = unit.blocks.matches(block_id)
        if block.state is not BlockState.OPEN or not all(m.state.final for m in matches):
            return ladder.ladder_id
        if any(m.state is MatchState.VOID for m in matches):
            unit.blocks.close(block_id, BlockState.VOID, now(), None)
            return ladder.ladder_id
        sequence = ladder.rated_blocks + 1
        standings = unit.ladders.standings(ladder.ladder_id, block.lineup)
        before = [standings[s].rating for s in block.lineup]
        after = _rated(block, matches, before, ladder.k_factor)
        changes = [
            RatingChange(ladder.ladder_id, sequence, block_id, s, old, new, now())
            for s, old, new in zip(block.lineup, before, after, strict=True)
        ]
        moved = [
            _counted(standings[s], new, matches) for s, new in zip(block.lineup, after, strict=True)
        ]
        unit.ladders.rate(ladder.ladder_id, moved, changes)
        unit.blocks.close(block_id, BlockState.RATED, now(), sequence)
        return ladder.ladder_id


def _rated(
    block: Block, matches: Sequence[Match], before: Sequence[float], k_factor: float
) -> tuple[float, ...]:
    results = [(m.lineup, m.outcome.ranks) for m in matches if m.outcome is not None]
    return rate(before, duel_scores(block.lineup, results), k_factor)


def _counted(standing: Standing, rating: float, matches: Sequence[Match]) -> Standing:
    """Returns the standing after a block, with its matches added to the sums."""
    ranks = scores = faults = 0
    for match in matches:
        seat = match.lineup.index(standing.submission_id)
        assert match.outcome is not None, "a rated match has an outcome"
        ranks += match.outcome.ranks[seat]
        scores += match.outcome.scores[seat]
        faults += match.faults[seat]
    return replace(
        standing,
        rating=rating,
        blocks=standing.blocks + 1,
        matches=standing.matches + len(matches),
        rank_sum=standing.rank_sum + ranks,
        score_sum=standing.score_sum + scores,
        faults=standing.faults + faults,
    )


@dataclass(frozen=True, slots=True)
class Recomputation:
    """The ratings that the results give, beside those on record."""

    blocks: int
    ratings: Mapping[str, float]
    """By submission, from the results alone."""
    largest_difference: float
    drift: float
    """How far the sum of all ratings is from where the newcomers put it."""
    complaints: tuple[str, ...]
    """One line for every number on record that the results do not give."""


def recompute(ladder_id: str, *, open_unit: OpenUnit) -> Recomputation:
    """Returns all ratings of a ladder as its results give them, block by block."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        ratings: dict[str, float] = {}
        complaints: list[str] = []
        largest = 0.0
        changes = iter(unit.ladders.all_changes(ladder.ladder_id))
        blocks = 0
        for block, matches in unit.blocks.rated(ladder.ladder_id):
            blocks += 1
            before = [ratings.get(s, ladder.initial_rating) for s in block.lineup]
            after = _rated(block, matches, before, ladder.k_factor)
            ratings.update(zip(block.lineup, after, strict=True))
            if block.sequence != blocks:
                complaints.append(f"{block.block_id} is number {block.sequence}, not {blocks}")
            recorded = {c.submission_id: c for _, c in zip(block.lineup, changes, strict=False)}
            for submission, old, new in zip(block.lineup, before, after, strict=True):
                change = recorded.get(submission)
                if change is None or change.block_id != block.block_id:
                    complaints.append(f"{block.block_id}: no change of {submission} on record")
                    continue
                off = max(abs(change.before - old), abs(change.after - new))
                largest = max(largest, off)
                if off > TOLERANCE:
                    complaints.append(
                        f"{block.block_id}: {submission} {change.before!r} to {change.after!r}"
                        f" on record, {old!r} to {new!r} by the results"
                    )
        complaints += [f"{c.block_id}: a change of {c.submission_id} too many" for c in changes]
        for submission, standing in unit.ladders.standings(ladder.ladder_id, ratings).items():
            off = abs(standing.rating - ratings[submission])
            largest = max(largest, off)
            if off > TOLERANCE:
                complaints.append(
                    f"{submission} stands at {standing.rating!r}, not {ratings[submission]!r}"
                )
        drift = sum(rating - ladder.initial_rating for rating in ratings.values())
        return Recomputation(blocks, ratings, largest, drift, tuple(complaints))
