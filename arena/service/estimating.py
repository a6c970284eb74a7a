"""Ratings from all blocks of a ladder at once, beside the live ones."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arena.contest.estimate import Estimates, estimate
from arena.contest.scored_block import ScoredBlock
from arena.service.estimate_storage import KeptEstimate
from arena.service.house import is_house, without_house
from arena.service.isolation import isolated
from arena.service.ladders import every_ladder
from arena.service.ports import OpenUnit
from arena.service.progress import scored
from arena.service.records import Ladder, Name

_MORE = 20
"""Estimates are made again when there is a 20th more of blocks: the next ones take longer, and move
less. So the work for all is about 20 times that for the last."""


@dataclass(frozen=True, slots=True)
class LadderEstimates:
    """What the results of a ladder say about those who played, active or not."""

    blocks: int
    estimates: Estimates
    names: Mapping[str, Name]


def estimate_ladder(ladder_id: str, *, open_unit: OpenUnit) -> LadderEstimates:
    """Returns what the results give; the same results give the same to the last digit.

    Reads every rated block and computes for a second or so for every thousand of them: nothing for
    a process in which bots wait.
    """
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        blocks = [
            _without_fillers(ladder, scored(block, {block.block_id: matches}))
            for block, matches in unit.blocks.rated(ladder.ladder_id)
        ]
        names = unit.submissions.names({s for block in blocks for s in block.lineup})
    seed = ladder.ladder_id.encode()
    found = estimate(blocks, seed=seed, anchors=ladder.anchors, centre=ladder.initial_rating)
    return LadderEstimates(len(blocks), found, names)


def _without_fillers(ladder: Ladder, block: ScoredBlock) -> ScoredBlock:
    """House bots only fill tables, unless one is an anchor: then it is the yardstick."""
    if any(is_house(s) and s in ladder.anchors for s in block.lineup):
        return block
    return without_house(block)


def keep_every_estimate(*, open_unit: OpenUnit) -> None:
    """Does `keep_estimates` for every ladder."""
    for ladder in every_ladder(open_unit):
        with isolated(ladder=ladder.ladder_id):
            keep_estimates(ladder.ladder_id, open_unit=open_unit)


def keep_estimates(ladder_id: str, *, open_unit: OpenUnit) -> bool:
    """Makes the estimates of a ladder again if it is time, and keeps them; returns whether it did.

    Doing it twice does it once.
    """
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        covered = unit.estimates.covered(ladder.ladder_id)
    if ladder.rated_blocks < covered + max(1, covered // _MORE):
        return False
    found = estimate_ladder(ladder.ladder_id, open_unit=open_unit)
    with open_unit() as unit:
        unit.ladders.lock(ladder.ladder_id)
        if unit.estimates.covered(ladder.ladder_id) >= found.blocks:
            return False
        unit.estimates.keep(tuple(_kept(ladder, found)))
    return True


def _kept(ladder: Ladder, found: LadderEstimates) -> Iterator[KeptEstimate]:
    for row in found.estimates.rows:
        bounded = math.isfinite(row.low)
        yield KeptEstimate(
            ladder.ladder_id,
            found.blocks,
            row.submission_id,
            0,
            row.blocks,
            row.rating,
            row.low if bounded else None,
            row.high if bounded else None,
            row.anchored,
            row.samples,
        )
    for number, group in enumerate(found.estimates.apart, 1):
        for submission_id in group:
            yield KeptEstimate(ladder.ladder_id, found.blocks, submission_id, number, 0)
