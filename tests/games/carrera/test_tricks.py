"""Resolving a trick, by the shared vectors."""

import json
from pathlib import Path

import pytest

from arena.games.carrera import Play, totals, winner
from arena.games.carrera.tricks import refill

VECTORS = json.loads((Path(__file__).parents[1] / "rules_vectors.json").read_text())["carrera"]

OPTIONS = {
    (): {},
    (("tie", "last"),): {"tie_break": "last"},
    (("alldown", "leader"),): {"all_facedown": "leader_wins"},
}
"""The options of the game by how the vectors spell them."""


def by_id(vector):
    return vector["id"]


@pytest.mark.parametrize("vector", VECTORS["resolve"], ids=by_id)
def test_a_trick_resolves(vector):
    plays = [Play(*row) for row in vector["plays"]]
    options = OPTIONS[tuple(vector["opts"].items())]

    assert list(totals(plays).items()) == [tuple(row) for row in vector["totals"]]
    assert winner(plays, **options) == vector["winner"]


@pytest.mark.parametrize("vector", VECTORS["refill"], ids=by_id)
def test_a_market_refills_those_who_played_face_down(vector):
    assert refill(vector["market"], vector["face_down"], vector["fuel"]) == (
        vector["market_after"],
        tuple(vector["fuel_after"]),
        vector["discarded"],
    )


@pytest.mark.parametrize(("has_power", "first"), [(False, 0), (True, 2)])
def test_a_face_down_1_has_power_if_the_option_says_so(has_power, first):
    plays = [Play(0, "5", 0, 0), Play(1, None, 0, 0, "1"), Play(2, "3", 0, 0)]

    assert winner(plays, facedown_one_has_power=has_power) == first


def test_an_unknown_card_has_no_power():
    plays = [Play(0, "5", 0, 0), Play(1, None, 0, 0), Play(2, "3", 0, 0)]

    assert winner(plays, facedown_one_has_power=True) == 0
