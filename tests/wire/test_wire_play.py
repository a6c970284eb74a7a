from dataclasses import replace

import pytest

from arena.games.carrera import Carrera, Observation
from arena.games.dice import Dice
from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome
from arena.match.players import Faulted, Heard, Prompt, Table
from arena.wire.play import (
    PlayEncoder,
    faulted_from,
    finished_from,
    prompt_from,
    table_from,
)
from botarena.v1 import play_service_pb2 as pb

CARRERA = Carrera(3)
TABLE = Table(
    match_id="m-1",
    attempt=2,
    since_attempt=1,
    game="carrera",
    version=1,
    options=CARRERA.options,
    seat=0,
    seats=3,
    clock=Clock(limit_ms=250),
    faults_allowed=3,
    commitment="0f" * 32,
)
STATE = CARRERA.chance(CARRERA.start(), Dice(b"wire", 0))
PROMPT = Prompt(
    ply=4,
    observation=CARRERA.observe(STATE, 0),
    legal_actions=tuple(map(str, CARRERA.legal_actions(STATE, 0))),
    limit_ms=2_000,
    bank_ms=9_876,
    faults_left=0,
    heard=(Heard(1, 2, "down"), Heard(2, 1, "up 4a 5")),
    last_elapsed_ms=12,
)
ENCODER = PlayEncoder()


def received(sent: bytes, kind: str):
    response = pb.PlayResponse.FromString(sent)
    assert response.WhichOneof("message") == kind
    return getattr(response, kind)


@pytest.mark.parametrize("table", [TABLE, replace(TABLE, attempt=1, seat=2)])
def test_a_seat_survives_the_wire(table):
    assert table_from(received(ENCODER.seated(table), "seated")) == table


@pytest.mark.parametrize(
    "prompt", [PROMPT, replace(PROMPT, ply=0, bank_ms=0, heard=(), last_elapsed_ms=0)]
)
def test_a_prompt_survives_the_wire(prompt):
    message = received(ENCODER.prompt("m-1", 2, prompt), "prompt")

    assert (message.match_id, message.attempt) == ("m-1", 2)
    assert prompt_from(message, Observation) == prompt


@pytest.mark.parametrize("fault", Fault)
def test_a_notice_survives_the_wire(fault):
    notice = Faulted(7, fault, "down 1", -1)

    message = received(ENCODER.faulted("m-1", notice), "faulted")

    assert message.match_id == "m-1"
    assert faulted_from(message) == notice


@pytest.mark.parametrize("outcome", [None, Outcome((0, 0, 2), (2, 2, 1), (1,))])
def test_an_end_survives_the_wire_with_an_outcome_and_without(outcome):
    message = received(ENCODER.finished("m-1", outcome, PROMPT.heard), "finished")

    assert message.match_id == "m-1"
    assert finished_from(message) == (outcome, PROMPT.heard)
