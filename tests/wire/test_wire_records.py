from datetime import UTC, datetime, timedelta

import pytest

from arena.games.dice import commitment
from arena.match.clock import Clock
from arena.match.outcome import Outcome
from arena.service.records import Attempt, AttemptEnd, Match, MatchState, Name, Terms
from arena.wire.records import ATTEMPT_ENDS, MATCH_STATES, match_message, match_state_from
from botarena.v1 import match_pb2 as pb

NOON = datetime(2031, 5, 4, 12, 0, 0, 250_000, tzinfo=UTC)
SEED = bytes(range(32))
MATCH = Match(
    match_id="m-1",
    terms=Terms("carrera", 1, {"max_rounds": 20}, 2, Clock(), 3),
    lineup=("s-1", "s-2"),
    seed=SEED,
    created=NOON,
    deadline=NOON + timedelta(hours=1),
    state=MatchState.FINISHED,
    ladder_id="l-1",
    block_id="b-1",
    started=NOON + timedelta(seconds=1),
    ended=NOON + timedelta(seconds=2),
    outcome=Outcome((2, 0), (1, 2)),
)
NAMES = {"s-1": Name("Ada", 3, "ada", "a-1"), "s-2": Name("Bob", 1, "bob", "a-2")}
ATTEMPTS = (
    Attempt("m-1", 1, "w-1", NOON, NOON, AttemptEnd.WORKER_LOST, "no sign of life"),
    Attempt("m-1", 2, "w-2", NOON),
)


def test_a_match_is_shown_with_who_sat_where_and_what_was_tried():
    message = match_message(MATCH, NAMES, ATTEMPTS, seed_open=True)

    assert [(s.seat, s.submission_id, s.bot_name, s.submission_number) for s in message.lineup] == [
        (0, "s-1", "Ada", 3),
        (1, "s-2", "Bob", 1),
    ]
    assert message.outcome.ranks == [1, 2]
    assert message.create_time.ToDatetime(UTC) == NOON
    assert [(a.number, a.end, a.HasField("end_time")) for a in message.attempts] == [
        (1, pb.ATTEMPT_END_WORKER_LOST, True),
        (2, pb.ATTEMPT_END_UNSPECIFIED, False),
    ]


def test_a_seed_is_shown_only_when_it_is_open():
    shown = match_message(MATCH, NAMES, seed_open=True)
    hidden = match_message(MATCH, NAMES, seed_open=False)

    assert shown.seed == SEED
    assert SEED not in hidden.SerializeToString()
    assert hidden.commitment == commitment(SEED)


@pytest.mark.parametrize("state", MatchState)
def test_a_state_survives_the_wire(state):
    assert match_state_from(MATCH_STATES[state]) is state


def test_no_state_is_no_state_and_an_unknown_one_is_refused():
    assert match_state_from(pb.MATCH_STATE_UNSPECIFIED) is None
    with pytest.raises(ValueError, match="99"):
        match_state_from(99)


def test_our_enums_and_those_of_the_protocol_have_the_same_members():
    assert sorted(MATCH_STATES.values()) == [n for n in pb.MatchState.values() if n]
    assert sorted(ATTEMPT_ENDS.values()) == [n for n in pb.AttemptEnd.values() if n]
    assert set(ATTEMPT_ENDS) == set(AttemptEnd)
