"""Quarantine on ladders: after failures in a row by itself, or by an operator."""

from collections.abc import Collection, Sequence
from datetime import datetime

from arena.contest.conduct import Conduct
from arena.service.errors import NotFound, WrongState
from arena.service.faults import first_fault
from arena.service.house import is_house
from arena.service.naming import checked_reason
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.records import Block, Ladder, Match


def note_block(
    ladder: Ladder, block: Block, matches: Sequence[Match], unit: UnitOfWork, instant: datetime
) -> None:
    """Keeps how everybody behaved in a block whose matches are all finished.

    The caller holds the lock of the ladder and closes the block, so that this happens once.
    """
    known = unit.conducts.among(ladder.ladder_id, block.lineup)
    for submission_id in block.lineup:
        if is_house(submission_id):
            continue
        before = known.get(submission_id, Conduct(ladder.ladder_id, submission_id))
        after = before.after_block(
            _failure(submission_id, matches, unit),
            block.created,
            instant,
            quarantine_after=ladder.quarantine_after,
        )
        if len(ladder.sizes) > 1 and len(block.lineup) in ladder.sizes:
            after = after.seated(ladder.sizes.index(len(block.lineup)), len(ladder.sizes))
        if after != before:
            unit.conducts.put(after)


def _failure(submission_id: str, matches: Sequence[Match], unit: UnitOfWork) -> str:
    """Returns what made a submission forfeit a match of a block; empty if it forfeited none."""
    for match in matches:
        assert match.outcome is not None, "a finished match has an outcome"
        if match.lineup.index(submission_id) in match.outcome.forfeits:
            return first_fault(submission_id, match, unit) or f"it forfeited {match.match_id}"
    return ""


def quarantine(
    ladder_id: str, submission_id: str, reason: str, *, open_unit: OpenUnit, now: Now
) -> Conduct:
    """Keeps a submission from playing on a ladder until somebody lifts that.

    Doing it twice does it once, with the newest reason. Blocks that are open are played.
    """
    reason = checked_reason("reason", reason)
    with open_unit() as unit:
        conduct = _locked(ladder_id, submission_id, unit).held(reason, now())
        unit.conducts.put(conduct)
        return conduct


def lift_quarantine(ladder_id: str, submission_id: str, *, open_unit: OpenUnit) -> Conduct:
    """Lets a submission play again, with a clean record."""
    with open_unit() as unit:
        conduct = _locked(ladder_id, submission_id, unit)
        if conduct.quarantined is None:
            raise WrongState(f"submission {submission_id} is not quarantined there")
        unit.conducts.put(conduct.lifted())
        return conduct.lifted()


def quarantines_of(submission_ids: Collection[str], *, open_unit: OpenUnit) -> tuple[Conduct, ...]:
    """Returns where these submissions are quarantined, and why."""
    with open_unit() as unit:
        return unit.conducts.quarantined(submission_ids)


def _locked(ladder_id: str, submission_id: str, unit: UnitOfWork) -> Conduct:
    """Returns the conduct of a submission that is, or was, on the ladder."""
    ladder = unit.ladders.lock(unit.ladders.get(ladder_id).ladder_id)
    if not unit.ladders.standings(ladder.ladder_id, [submission_id]):
        raise NotFound("standing", submission_id)
    known = unit.conducts.among(ladder.ladder_id, [submission_id])
    return known.get(submission_id, Conduct(ladder.ladder_id, submission_id))
