"""Finds what was dropped: lost workers, lost queue entries, matches past their deadline."""

from dataclasses import dataclass

from arena.service.playing import ATTEMPTS
from arena.service.ports import Now, OpenUnit, Queue
from arena.service.records import AttemptEnd

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep found."""

    overdue: int
    """Matches given up because their deadline was over."""
    abandoned: int
    """Matches whose worker stopped renewing its lease."""
    ripe: int
    """Blocks that waited to be rated."""


def sweep(*, open_unit: OpenUnit, queue: Queue, now: Now) -> Swept:
    """Puts everything that got lost back on its way. Safe to run at any time, also twice at once.

    What waits for a worker is the business of `dispatch_matches`.
    """
    with open_unit() as unit:
        overdue = unit.matches.overdue(now(), _AT_ONCE)
        for match in overdue:
            unit.matches.void(match.match_id, AttemptEnd.DEADLINE, "swept", now())
        abandoned = unit.matches.expired(now(), _AT_ONCE)
        for match in abandoned:
            if match.attempt >= ATTEMPTS:
                unit.matches.void(match.match_id, AttemptEnd.WORKER_LOST, "swept", now())
            else:
                unit.matches.release(
                    match.match_id, match.attempt, AttemptEnd.WORKER_LOST, "swept", now()
                )
        ripe = unit.blocks.ripe(_AT_ONCE)
    for block_id in ripe:
        queue.rate(block_id)
    return Swept(len(overdue), len(abandoned), len(ripe))
