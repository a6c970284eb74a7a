"""What a submission did wrong in a match, for its author."""

from arena.match.events import Decided
from arena.service.ports import UnitOfWork
from arena.service.records import Match


def first_fault(submission_id: str, match: Match, unit: UnitOfWork) -> str:
    """Returns what the submission did wrong in a match, at first; empty if it did nothing."""
    seat = match.lineup.index(submission_id)
    if not match.faults[seat]:
        return ""
    for event in unit.matches.log(match.match_id):
        if isinstance(event, Decided):
            for choice in event.choices:
                if choice.seat == seat and choice.fault is not None:
                    fault = choice.fault.value.replace("_", " ")
                    return f"{fault} at ply {event.ply} of {match.match_id}, seat {seat}"
    return f"faults in {match.match_id}, seat {seat}"
