"""How far the ratings of a ladder can be off, from all its blocks at once."""

from collections.abc import Mapping

from arena.contest.estimate import Estimate, estimate
from arena.service.ports import OpenUnit
from arena.service.progress import scored
from arena.service.records import Ladder


def intervals_of(ladder: Ladder, *, open_unit: OpenUnit) -> Mapping[str, Estimate]:
    """Returns what all rated blocks say of each submission, by submission.

    Reads every rated block: whoever asks often keeps the answer until there is another block. Who
    cannot be compared with the others is left out.
    """
    with open_unit() as unit:
        blocks = [
            scored(block, {block.block_id: matches})
            for block, matches in unit.blocks.rated(ladder.ladder_id)
        ]
    if not blocks:
        return {}
    found = estimate(blocks, seed=ladder.ladder_id.encode(), centre=ladder.initial_rating)
    return {row.submission_id: row for row in found.rows}
