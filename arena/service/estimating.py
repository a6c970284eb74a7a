"""Ratings from all blocks of a ladder at once, beside the live ones."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.contest.estimate import Estimates, estimate
from arena.service.ports import OpenUnit
from arena.service.progress import scored
from arena.service.records import Name


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
            scored(block, {block.block_id: matches})
            for block, matches in unit.blocks.rated(ladder.ladder_id)
        ]
        names = unit.submissions.names({s for block in blocks for s in block.lineup})
    seed = ladder.ladder_id.encode()
    found = estimate(blocks, seed=seed, centre=ladder.initial_rating)
    return LadderEstimates(len(blocks), found, names)
