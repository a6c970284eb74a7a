"""What a bot owes an answer to, as the machine sees that runs it."""

import pytest

from arena.hosting.alive import ALIVE, Debts
from botarena.v1 import play_service_pb2 as pb

PROMPT = pb.PlayResponse(prompt=pb.Prompt(match_id="m", ply=7, attempt=2))
SEATED = pb.PlayResponse(seated=pb.Seated(match_id="m", attempt=2))
BEAT = pb.PlayResponse(heartbeat=pb.Heartbeat(number=3))


def debts(*told: pb.PlayResponse) -> Debts:
    found = Debts()
    for response in told:
        found.heard(response)
    return found


PAID = {
    "a seat that was taken": (
        SEATED,
        pb.PlayRequest(acknowledge=pb.Acknowledge(match_id="m", attempt=2)),
    ),
    "a choice": (PROMPT, pb.PlayRequest(choice=pb.Choice(match_id="m", ply=7, attempt=2))),
    "a choice of an older bot": (PROMPT, pb.PlayRequest(choice=pb.Choice(match_id="m", ply=7))),
    "a failure": (PROMPT, pb.PlayRequest(failure=pb.Failure(match_id="m", ply=7, attempt=2))),
    "an echo": (BEAT, pb.PlayRequest(heartbeat=pb.Heartbeat(number=3, echo=True))),
}


@pytest.mark.parametrize(("told", "said"), PAID.values(), ids=list(PAID))
def test_an_answer_pays_what_it_answers(told: pb.PlayResponse, said: pb.PlayRequest) -> None:
    owed = debts(told)
    before = bool(owed)
    owed.said(said)

    assert (before, bool(owed)) == (True, False)


UNPAID = {
    "another ply": pb.PlayRequest(choice=pb.Choice(match_id="m", ply=6, attempt=2)),
    "an attempt before": pb.PlayRequest(choice=pb.Choice(match_id="m", ply=7, attempt=1)),
    "an attempt to come": pb.PlayRequest(failure=pb.Failure(match_id="m", ply=7, attempt=3)),
    "another match": pb.PlayRequest(choice=pb.Choice(match_id="n", ply=7)),
    "another seat": pb.PlayRequest(acknowledge=pb.Acknowledge(match_id="m", attempt=1)),
    "another echo": pb.PlayRequest(heartbeat=pb.Heartbeat(number=2, echo=True)),
    "a heartbeat of its own": pb.PlayRequest(heartbeat=pb.Heartbeat(number=3)),
    "a sign of life": pb.PlayRequest.FromString(ALIVE),
}


@pytest.mark.parametrize("told", [PROMPT, SEATED, BEAT], ids=["prompt", "seat", "heartbeat"])
@pytest.mark.parametrize("said", UNPAID.values(), ids=list(UNPAID))
def test_what_a_gateway_would_ignore_pays_nothing(
    told: pb.PlayResponse, said: pb.PlayRequest
) -> None:
    """Otherwise a bot could stop its clock."""
    owed = debts(told)
    owed.said(said)

    assert owed


def test_after_the_end_of_a_match_nothing_is_owed_there() -> None:
    owed = debts(SEATED, PROMPT, pb.PlayResponse(finished=pb.Finished(match_id="m")))

    assert not owed


def test_an_echo_of_ours_is_no_question() -> None:
    assert not debts(pb.PlayResponse(heartbeat=pb.Heartbeat(number=3, echo=True)))
