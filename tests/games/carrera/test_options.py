"""Options: what is accepted, and how the rest is refused."""

import pytest

from arena.games.carrera import Carrera

DEFAULTS = {
    "copies_per_suit": "n",
    "start_player": "seat0",
    "leader_may_play_face_down": True,
    "reveal_facedown": "never",
    "facedown_one_has_power": False,
    "rank2_take_optional": True,
    "rank2_limit_check": "after_commit",
    "tie_break": "first",
    "all_facedown": "no_winner",
    "refill_includes_current_trick": False,
    "max_rounds": 20,
    "placement": "trophies",
}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_options_list_every_default(seats):
    assert Carrera(seats).seats == seats
    assert Carrera(seats).options == DEFAULTS


def test_options_list_what_was_chosen():
    game = Carrera(4, tie_break="last", copies_per_suit=4, max_rounds=1)

    assert game.options == DEFAULTS | {
        "tie_break": "last",
        "copies_per_suit": 4,
        "max_rounds": 1,
    }


@pytest.mark.parametrize("seats", [2, 6, 0, -3, True, 3.0, "3", None])
def test_bad_seats_are_refused(seats):
    with pytest.raises(ValueError, match="seats"):
        Carrera(seats)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("copies_per_suit", 3),  # cannot deal six each to four
        ("copies_per_suit", 21),
        ("copies_per_suit", 10**9),
        ("copies_per_suit", -4),
        ("copies_per_suit", "4"),
        ("copies_per_suit", 4.0),
        ("copies_per_suit", True),
        ("start_player", "seat1"),
        ("leader_may_play_face_down", 1),
        ("leader_may_play_face_down", "true"),
        ("reveal_facedown", "always"),
        ("reveal_facedown", False),
        ("facedown_one_has_power", 0),
        ("rank2_take_optional", None),
        ("rank2_limit_check", "on_commit"),
        ("tie_break", ""),
        ("tie_break", ["last"]),
        ("all_facedown", "leader"),
        ("refill_includes_current_trick", "false"),
        ("max_rounds", 0),
        ("max_rounds", -1),
        ("max_rounds", True),
        ("max_rounds", "20"),
        ("max_rounds", 10**12),
        ("placement", "winner"),
        ("tie_brake", "last"),
        ("seed", 1),
    ],
)
def test_a_bad_option_is_refused_by_name(name, value):
    with pytest.raises(ValueError, match=name):
        Carrera(4, **{name: value})


def test_a_refusal_says_what_may_be_chosen():
    with pytest.raises(ValueError, match="'n' or an integer from 5 to 20, not 4"):
        Carrera(5, copies_per_suit=4)
