"""Finds what was dropped: lost workers, lost queue entries, matches past their deadline."""

from dataclasses import dataclass

from arena.service.playing import fail_attempt
from arena.service.ports import Now, OpenUnit
from arena.service.queueing import Queue
from arena.service.records import AttemptEnd, Match

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
    given_up: tuple[Match, ...] = ()
    """Matches that are void now and whose bots nobody has told."""


def sweep(*, open_unit: OpenUnit, queue: Queue, now: Now) -> Swept:
    """Puts everything that got lost back on its way. Safe to run at any time, also twice at once.

    What waits for a worker is the business of `dispatch_matches`.
    """
    with open_unit() as unit:
        overdue = unit.matches.overdue(now(), _AT_ONCE)
        given_up = [
            match
            for match in overdue
            if unit.matches.void(match.match_id, AttemptEnd.DEADLINE, "swept", now())
        ]
        abandoned = unit.matches.expired(now(), _AT_ONCE)
        given_up += [
            match
            for match in abandoned
            if fail_attempt(match, AttemptEnd.WORKER_LOST, "swept", now(), unit)
        ]
        ripe = unit.blocks.ripe(_AT_ONCE)
    for block_id in ripe:
        queue.rate(block_id)
    untold = tuple(match for match in given_up if match.attempt)
    return Swept(len(overdue), len(abandoned), len(ripe), untold)
