"""Matches and their attempts as the arena keeps them; for the arena's own processes."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from google.protobuf.timestamp_pb2 import Timestamp

from arena.games.dice import commitment
from arena.service.records import Attempt, AttemptEnd, Match, MatchState, Name
from arena.wire.match import clock_message, game_message, outcome_message
from botarena.v1 import match_pb2 as pb

MATCH_STATES: Mapping[MatchState, pb.MatchState] = {
    MatchState.QUEUED: pb.MATCH_STATE_QUEUED,
    MatchState.RUNNING: pb.MATCH_STATE_RUNNING,
    MatchState.FINISHED: pb.MATCH_STATE_FINISHED,
    MatchState.VOID: pb.MATCH_STATE_VOID,
}
_MATCH_STATES_FROM = {number: state for state, number in MATCH_STATES.items()}

ATTEMPT_ENDS: Mapping[AttemptEnd, pb.AttemptEnd] = {
    AttemptEnd.FINISHED: pb.ATTEMPT_END_FINISHED,
    AttemptEnd.WORKER_LOST: pb.ATTEMPT_END_WORKER_LOST,
    AttemptEnd.RELAY_LOST: pb.ATTEMPT_END_RELAY_LOST,
    AttemptEnd.STORAGE: pb.ATTEMPT_END_STORAGE,
    AttemptEnd.INTERNAL: pb.ATTEMPT_END_INTERNAL,
    AttemptEnd.DEADLINE: pb.ATTEMPT_END_DEADLINE,
    AttemptEnd.HANDED_BACK: pb.ATTEMPT_END_HANDED_BACK,
    AttemptEnd.OPERATOR: pb.ATTEMPT_END_OPERATOR,
}


def match_message(
    match: Match,
    names: Mapping[str, Name],
    attempts: Iterable[Attempt] = (),
    *,
    seed_open: bool,
) -> pb.Match:
    """Shows the seed only if `seed_open`: once every match of the block has ended.

    `names` has one for every submission of the lineup.
    """
    terms = match.terms
    return pb.Match(
        match_id=match.match_id,
        game=game_message(terms.game, terms.version, terms.options),
        lineup=[
            pb.SeatAssignment(
                seat=seat,
                submission_id=submission_id,
                bot_name=names[submission_id].bot,
                submission_number=names[submission_id].number,
            )
            for seat, submission_id in enumerate(match.lineup)
        ],
        state=MATCH_STATES[match.state],
        clock=clock_message(terms.clock),
        faults_allowed=terms.faults_allowed,
        commitment=commitment(match.seed),
        seed=match.seed if seed_open else b"",
        outcome=None if match.outcome is None else outcome_message(match.outcome),
        ladder_id=match.ladder_id or "",
        block_id=match.block_id or "",
        create_time=timestamp(match.created),
        start_time=timestamp(match.started),
        end_time=timestamp(match.ended),
        attempts=[attempt_message(attempt) for attempt in attempts],
    )


def attempt_message(attempt: Attempt) -> pb.Attempt:
    return pb.Attempt(
        number=attempt.number,
        start_time=timestamp(attempt.started),
        end_time=timestamp(attempt.ended),
        end=None if attempt.end is None else ATTEMPT_ENDS[attempt.end],
        detail=attempt.detail,
    )


def match_state_from(number: pb.MatchState) -> MatchState | None:
    """Returns `None` for the unspecified state; raises `ValueError` for an unknown one."""
    if number == pb.MATCH_STATE_UNSPECIFIED:
        return None
    try:
        return _MATCH_STATES_FROM[number]
    except KeyError:
        raise ValueError(f"unknown state of a match: {number}") from None


def timestamp(instant: datetime | None) -> Timestamp | None:
    """Takes aware instants."""
    if instant is None:
        return None
    message = Timestamp()
    message.FromDatetime(instant)
    return message
