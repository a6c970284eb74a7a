"""How far the ratings of a ladder can be off, from all its blocks at once."""

from collections.abc import Mapping

from arena.contest.estimate import Estimate
from arena.service.estimating import estimate_ladder
from arena.service.ports import OpenUnit
from arena.service.records import Ladder


def intervals_of(ladder: Ladder, *, open_unit: OpenUnit) -> Mapping[str, Estimate]:
    """Returns what all rated blocks say of each submission, by submission.

    Reads every rated block: whoever asks often keeps the answer until there is another block. Who
    cannot be compared with the others is left out.
    """
    found = estimate_ladder(ladder.ladder_id, open_unit=open_unit)
    return {row.submission_id: row for row in found.estimates.rows}
