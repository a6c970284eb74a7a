import pytest
from google.protobuf.duration_pb2 import Duration
from hypothesis import given
from hypothesis import strategies as st

from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, Started
from arena.match.outcome import Fault, Outcome
from arena.wire.durations import duration, milliseconds
from arena.wire.match import (
    clock_from,
    clock_message,
    event_from,
    event_message,
    fault_from,
    outcome_from,
    outcome_message,
)
from botarena.v1 import match_pb2 as pb

CLOCK = Clock(limit_ms=1_500, bank_ms=0, lag_ms=7, join_ms=60_001)
EVENTS = [
    Started("scout", 1, 4, {"tie": "shared", "turns": 500, "open": False}, CLOCK, 0, "ab" * 32),
    Decided(3, (Choice(0, "keep", "ready"), Choice(2, "flip", "ready", 1_999))),
    *[Decided(9, (Choice(1, "down 4a", "down", 2, fault),)) for fault in Fault],
    Ended(70, Outcome((-3, 0, 12), (3, 2, 1), (0,)), bytes(range(32))),
    Ended(0, Outcome((1, 1), (1, 1)), b""),
]


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_survives_the_wire(event):
    sent = event_message(17, event).SerializeToString()

    assert event_from(pb.MatchEvent.FromString(sent)) == (17, event)


def test_an_event_of_a_kind_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="event 5"):
        event_from(pb.MatchEvent(event_id=5))


@given(st.integers(-(10**12), 10**12))
def test_milliseconds_survive_a_duration(ms):
    sent = Duration.FromString(duration(ms).SerializeToString())

    assert milliseconds(sent) == ms
    assert sent.ToTimedelta().total_seconds() * 1_000 == pytest.approx(ms)


def test_a_clock_has_defaults_where_nothing_is_said_and_zero_where_zero_is_said():
    said = pb.Clock(limit=duration(500), bank=duration(0))

    assert clock_from(pb.Clock()) == Clock()
    assert clock_from(said) == Clock(limit_ms=500, bank_ms=0)
    assert clock_from(clock_message(CLOCK)) == CLOCK


def test_a_clock_that_cannot_run_is_refused():
    with pytest.raises(ValueError, match="limit_ms"):
        clock_from(pb.Clock(limit=duration(-1)))


def test_an_outcome_survives_the_wire():
    outcome = Outcome((5, -1, 5), (1, 3, 1), (1,))

    assert outcome_from(outcome_message(outcome)) == outcome


@pytest.mark.parametrize("number", [0, 99])
def test_a_fault_that_is_not_known_is_refused(number):
    with pytest.raises(ValueError, match=f"fault {number}"):
        fault_from(number)


def test_every_fault_of_the_protocol_is_one_of_ours():
    known = {fault_from(number) for number in pb.Fault.values() if number}

    assert known == set(Fault)
