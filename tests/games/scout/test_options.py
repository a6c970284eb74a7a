"""What an operator may choose."""

from fractions import Fraction

import pytest

from arena.games.scout import Scout

DEFAULTS = {
    "start_player": "seat0",
    "flip_phase": "simultaneous_hidden",
    "unbeaten_even_if_emptied": True,
    "max_turns_per_round": 500,
    "two_player_owner_gets_chip": False,
    "two_player_unspent_chip_vp": 1,
    "scout_insert_public": False,
    "tie_policy": "shared",
}


def test_options_have_defaults():
    assert Scout(4).options == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("start_player", "random"),
        ("flip_phase", "sequential"),
        ("unbeaten_even_if_emptied", False),
        ("max_turns_per_round", 0),
        ("max_turns_per_round", 10_000),
        ("two_player_owner_gets_chip", True),
        ("two_player_unspent_chip_vp", 0),
        ("scout_insert_public", True),
        ("tie_policy", "shared"),
    ],
)
def test_an_option_can_be_chosen(option, value):
    game = Scout(2, **{option: value})

    assert game.options == DEFAULTS | {option: value}
    assert game == Scout(2, **game.options)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("start_player", "holder_1_2"),
        ("start_player", 0),
        ("flip_phase", "SEQUENTIAL"),
        ("flip_phase", None),
        ("unbeaten_even_if_emptied", 1),
        ("unbeaten_even_if_emptied", "true"),
        ("max_turns_per_round", -1),
        ("max_turns_per_round", 10_001),
        ("max_turns_per_round", 2**64),
        ("max_turns_per_round", True),
        ("max_turns_per_round", 500.0),
        ("max_turns_per_round", float("inf")),
        ("max_turns_per_round", float("nan")),
        ("max_turns_per_round", Fraction(500)),
        ("max_turns_per_round", "500"),
        ("two_player_owner_gets_chip", 0),
        ("two_player_unspent_chip_vp", 2),
        ("two_player_unspent_chip_vp", False),
        ("two_player_unspent_chip_vp", [1]),
        ("scout_insert_public", None),
        ("tie_policy", "split"),
        ("jokers", 2),
    ],
)
def test_a_bad_option_is_refused_by_name(option, value):
    with pytest.raises(ValueError, match=option):
        Scout(3, **{option: value})


@pytest.mark.parametrize("seats", [-3, 0, 1, 6, True, 3.0, "3", None, float("inf")])
def test_a_bad_number_of_seats_is_refused(seats):
    with pytest.raises(ValueError, match="seats"):
        Scout(seats)
