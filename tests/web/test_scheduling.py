"""Quarantine, tables that cannot be filled, and tournaments that start by themselves, on pages."""

from datetime import UTC, datetime

import pytest

from arena.service.filling import Unfilled
from arena.service.tournament_records import Tournament

from .conftest import SignIn
from .serving import Reader
from .world import World

LADDER = {"name": "quick", "game": "scout", "limit_ms": "100", "bank_ms": "0"}
CUP = {
    "name": "Friday",
    "game": "scout",
    "format": "knockout",
    "seats": "4",
    "rounds": "0",
    "advancing": "0",
    "limit_ms": "100",
    "bank_ms": "0",
}


def rated(world: World) -> tuple[str, str, str]:
    """Returns a ladder, a submission on it and its bot."""
    ladder_id = world.ladders["scout"].ladder_id
    with world.open_unit() as unit:
        submission_id = unit.ladders.active(ladder_id)[0].submission_id
        return ladder_id, submission_id, unit.submissions.get(submission_id).bot_id


def test_an_operator_quarantines_and_everybody_reads_why_until_that_is_lifted(
    world: World, sign_in: SignIn, reader: Reader
) -> None:
    ladder_id, submission_id, bot_id = rated(world)
    olga, form = sign_in("Olga"), f"/ladders/{ladder_id}/quarantine"
    fields = {"submission": submission_id}

    held = olga.submit(f"/bots/{bot_id}", form, do="set", reason="it <b>floods</b>", **fields)

    assert held.path == f"/bots/{bot_id}"
    assert "it &lt;b&gt;floods&lt;/b&gt;" in reader.get(f"/bots/{bot_id}").text
    assert form not in reader.get(f"/bots/{bot_id}").text, "readers have no such form"
    olga.submit(f"/bots/{bot_id}", form, do="lift", **fields)
    assert "floods" not in reader.get(f"/bots/{bot_id}").text


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "set", "reason": " "}, 400),
        ({"do": "hide", "reason": "why"}, 400),
        ({"do": "lift"}, 409),
        ({"do": "set", "reason": "why", "submission": "sub-nobody"}, 404),
    ],
)
def test_a_quarantine_that_makes_no_sense_is_refused(
    world: World, sign_in: SignIn, fields: dict[str, str], status: int
) -> None:
    ladder_id, submission_id, bot_id = rated(world)
    given = {"submission": submission_id, **fields}

    answer = sign_in("Olga").submit(f"/bots/{bot_id}", f"/ladders/{ladder_id}/quarantine", **given)

    assert answer.status == status


def test_an_author_quarantines_nobody(world: World, sign_in: SignIn) -> None:
    ladder_id, submission_id, _ = rated(world)
    fields = {"do": "set", "reason": "a rival", "submission": submission_id}

    answer = sign_in("Ada").submit("/account", f"/ladders/{ladder_id}/quarantine", **fields)

    assert answer.status == 403
    with world.open_unit() as unit:
        assert unit.conducts.quarantined([submission_id]) == ()


def test_a_ladder_is_opened_with_mixed_tables_and_a_policy(world: World, sign_in: SignIn) -> None:
    more = {"seats": "3-5", "unfilled": "refuse", "quarantine_after": "7"}

    answer = sign_in("Olga").submit("/operator", "/ladders", **LADDER, **more)

    assert "quick" in answer.text
    with world.open_unit() as unit:
        made = unit.ladders.get("quick")
    assert (made.sizes, made.unfilled) == ((3, 4, 5), Unfilled.REFUSE)
    assert made.quarantine_after == 7


def test_a_policy_that_is_none_opens_nothing(sign_in: SignIn) -> None:
    answer = sign_in("Olga").submit("/operator", "/ladders", **LADDER, seats="4", unfilled="never")

    assert answer.status == 400


def test_a_tournament_is_scheduled_by_a_form_and_says_so(world: World, sign_in: SignIn) -> None:
    schedule = {"starts": "2099-12-01T18:00", "repeat": "0 18 * * 5"}

    answer = sign_in("Olga").submit("/operator", "/tournaments", **CUP, **schedule)

    assert "2099-12-01 18:00:00" in answer.text
    assert "0 18 * * 5" in answer.text
    assert found(world).starts == datetime(2099, 12, 1, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("schedule", "label"),
    [({"starts": "soon"}, "Starts by itself"), ({"repeat": "often"}, "Held again")],
)
def test_a_schedule_that_makes_no_sense_is_refused(
    sign_in: SignIn, schedule: dict[str, str], label: str
) -> None:
    answer = sign_in("Olga").submit("/operator", "/tournaments", **CUP, **schedule)

    assert answer.status == 400
    assert f"<strong>{label}" in answer.text


def found(world: World) -> Tournament:
    with world.open_unit() as unit:
        return unit.tournaments.get("Friday")
