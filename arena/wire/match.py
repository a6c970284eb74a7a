"""What a match is played by, how it ended, and the events of its log."""

from collections.abc import Mapping

from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
from arena.match.outcome import Fault, Outcome
from arena.wire.durations import duration, milliseconds
from arena.wire.structs import options_from, struct
from botarena.v1 import match_pb2 as pb

FAULTS: Mapping[Fault, pb.Fault] = {
    Fault.TIMEOUT: pb.FAULT_TIMEOUT,
    Fault.ILLEGAL_ACTION: pb.FAULT_ILLEGAL_ACTION,
    Fault.DISCONNECT: pb.FAULT_DISCONNECT,
    Fault.CRASH: pb.FAULT_CRASH,
    Fault.NO_SHOW: pb.FAULT_NO_SHOW,
}
_FAULTS_FROM = {number: fault for fault, number in FAULTS.items()}


def clock_message(clock: Clock) -> pb.Clock:
    return pb.Clock(
        limit=duration(clock.limit_ms),
        bank=duration(clock.bank_ms),
        lag_allowance=duration(clock.lag_ms),
        join_limit=duration(clock.join_ms),
    )


def clock_from(message: pb.Clock) -> Clock:
    """Returns the clock with the default for every field that is absent."""
    present = {
        ours: milliseconds(getattr(message, theirs))
        for ours, theirs in (
            ("limit_ms", "limit"),
            ("bank_ms", "bank"),
            ("lag_ms", "lag_allowance"),
            ("join_ms", "join_limit"),
        )
        if message.HasField(theirs)
    }
    return Clock(**present)


def outcome_message(outcome: Outcome) -> pb.Outcome:
    return pb.Outcome(scores=outcome.scores, ranks=outcome.ranks, forfeits=outcome.forfeits)


def outcome_from(message: pb.Outcome) -> Outcome:
    return Outcome(tuple(message.scores), tuple(message.ranks), tuple(message.forfeits))


def fault_from(number: pb.Fault) -> Fault:
    """Raises `ValueError` for a fault that this version does not know."""
    try:
        return _FAULTS_FROM[number]
    except KeyError:
        raise ValueError(f"unknown fault {number}") from None


def game_message(name: str, version: int, options: Mapping[str, str | int | bool]) -> pb.GameRef:
    return pb.GameRef(name=name, version=version, options=struct(options))


def event_message(event_id: int, event: MatchEvent) -> pb.MatchEvent:
    """Numbers of events count from 1."""
    match event:
        case Started():
            return pb.MatchEvent(event_id=event_id, started=_started_message(event))
        case Decided(ply, choices):
            decided = pb.MatchDecided(ply=ply, choices=map(_choice_message, choices))
            return pb.MatchEvent(event_id=event_id, decided=decided)
        case Ended(ply, outcome, seed):
            ended = pb.MatchEnded(ply=ply, outcome=outcome_message(outcome), seed=seed)
            return pb.MatchEvent(event_id=event_id, ended=ended)


def event_from(message: pb.MatchEvent) -> tuple[int, MatchEvent]:
    """Returns the number of the event and the event."""
    match message.WhichOneof("event"):
        case "started":
            return message.event_id, _started_from(message.started)
        case "decided":
            decided = message.decided
            return message.event_id, Decided(
                decided.ply, tuple(_choice_from(c) for c in decided.choices)
            )
        case "ended":
            ended = message.ended
            return message.event_id, Ended(ended.ply, outcome_from(ended.outcome), ended.seed)
        case _:
            raise ValueError(f"event {message.event_id} is of an unknown kind")


def _started_message(started: Started) -> pb.MatchStarted:
    return pb.MatchStarted(
        game=game_message(started.game, started.version, started.options),
        seat_count=started.seats,
        clock=clock_message(started.clock),
        faults_allowed=started.faults_allowed,
        commitment=started.commitment,
    )


def _started_from(message: pb.MatchStarted) -> Started:
    return Started(
        message.game.name,
        message.game.version,
        message.seat_count,
        options_from(message.game.options),
        clock_from(message.clock),
        message.faults_allowed,
        message.commitment,
    )


def _choice_message(choice: Choice) -> pb.MatchDecided.Choice:
    return pb.MatchDecided.Choice(
        seat=choice.seat,
        action=choice.action,
        public_action=choice.public,
        elapsed=duration(choice.elapsed_ms),
        fault=None if choice.fault is None else FAULTS[choice.fault],
    )


def _choice_from(message: pb.MatchDecided.Choice) -> Choice:
    return Choice(
        message.seat,
        message.action,
        message.public_action,
        milliseconds(message.elapsed),
        fault_from(message.fault) if message.fault else None,
    )
