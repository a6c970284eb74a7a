"""Playing cards and what follows, each case on a table of its own."""

import pytest

from arena.games.carrera import Carrera
from arena.games.carrera.actions import ACTIONS
from arena.games.kernel import Chance, Decision, Finished

from .tables import after, notations, table


def ups(suit, *fuel, take=""):
    return [f"up {suit} {chips}{take}" for chips in fuel]


def test_there_are_49_actions_in_the_order_of_lists():
    written = [str(action) for action in ACTIONS]

    assert len(set(written)) == 49
    assert written[:7] == ["down 1", "down 2", "down 3", "down 4a", "down 4b", "down 5", "up 1 0"]
    assert written[12:16] == ["up 2 0", "up 2 0 take", "up 2 1", "up 2 1 take"]
    assert written[-1] == "up 5 5"


def test_legal_actions_are_interned():
    game = Carrera(3)
    state = table("1 2 5", "3 3 3", "4a 4a 4b", market=3)

    assert {id(action) for action in game.legal_actions(state, 0)} <= set(map(id, ACTIONS))


def test_legal_actions_are_downs_by_suit_then_ups_by_suit_fuel_and_take():
    state = table("1 2 2 5", "3 3 3 3", "4a 4a 4b 4b", fuel=(1, 5, 5), market=1)

    assert notations(Carrera(3), state) == [
        "down 1", "down 2", "down 5",
        "up 1 0", "up 1 1",
        "up 2 0", "up 2 0 take", "up 2 1", "up 2 1 take", "up 2 2 take",
        "up 5 0", "up 5 1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "fuel", "market", "offered"),
    [
        ({}, 5, 0, ups("2", *range(6))),
        ({}, 0, 1, ["up 2 0", "up 2 0 take", "up 2 1 take"]),
        ({"rank2_take_optional": False}, 5, 0, ups("2", *range(6))),
        ({"rank2_take_optional": False}, 5, 1, ups("2", *range(7), take=" take")),
        ({"rank2_limit_check": "on_take", "rank2_take_optional": False}, 5, 1,
         ups("2", *range(6), take=" take")),
        ({"rank2_limit_check": "on_take", "rank2_take_optional": False}, 3, 1,
         ups("2", *range(5), take=" take")),
    ],
)  # fmt: skip
def test_a_2_may_take_a_chip_from_the_market(options, fuel, market, offered):
    state = table("2 2", "3 3", "4a 4a", fuel=(fuel, 0, 0), market=market)

    assert notations(Carrera(3, **options), state) == ["down 2", *offered]


@pytest.mark.parametrize(("market", "count"), [(0, 7), (1, 14)])
def test_cs02_cs03_a_lead_of_2s_with_five_fuel(market, count):
    assert len(notations(Carrera(3), table("2 2", "3 3", "5 5", market=market))) == count


def test_cs03_six_fuel_on_a_2_leave_nothing():
    state = after(Carrera(3), table("2 2", "3 3", "5 5", market=1), "up 2 6 take")

    assert (state.fuel[0], state.market, state.plays[0].fuel) == (0, 0, 6)


@pytest.mark.parametrize(
    ("limit_check", "notation", "reserve", "discarded"),
    [
        ("after_commit", "up 2 0 take", 5, 1),
        ("after_commit", "up 2 1 take", 5, 0),
        ("on_take", "up 2 0 take", 5, 1),
        ("on_take", "up 2 1 take", 4, 1),
    ],
)
def test_cs04_cs05_the_sixth_chip(limit_check, notation, reserve, discarded):
    game = Carrera(3, rank2_limit_check=limit_check)

    state = after(game, table("2 2", "3 3", "5 5", market=2), notation)

    assert (state.fuel[0], state.market, state.discarded) == (reserve, 1, discarded)
    assert state.plays[0].take


def test_cs06_only_a_face_down_card_is_left():
    state = after(Carrera(3), table("5 3", "5 5", "1 1"), "up 5 0")

    assert notations(Carrera(3), state) == ["down 5"]


def test_cs07_a_face_down_card_blocks_no_suit():
    state = after(Carrera(3), table("3 5", "3 3", "1 1"), "down 3")

    assert notations(Carrera(3), state) == ["down 3", *ups("3", *range(6))]


@pytest.mark.parametrize(("allowed", "downs"), [(True, ["down 1", "down 3"]), (False, [])])
def test_a_leader_plays_face_down_if_the_option_says_so(allowed, downs):
    game = Carrera(3, leader_may_play_face_down=allowed)
    state = table("1 3", "2 4a", "5 5", fuel=(0, 0, 0))

    assert notations(game, state) == [*downs, "up 1 0", "up 3 0"]
    assert notations(game, after(game, state, "up 3 0"))[:2] == ["down 2", "down 4a"]


def test_a_tie_falls_as_the_option_says():
    for tie_break, first in [("first", 0), ("last", 2)]:
        state = table("3 1", "1 1", "5 1")
        state = after(Carrera(3, tie_break=tie_break), state, "up 3 2", "down 1", "up 5 0")

        assert state.leader == state.tricks[0].winner == first


@pytest.mark.parametrize(("current", "refilled", "market"), [(False, 2, 2), (True, 4, 0)])
def test_cs01_a_refill_comes_before_this_tricks_fuel_goes_to_market(current, refilled, market):
    game = Carrera(3, refill_includes_current_trick=current)

    state = after(game, table("3 1", "1 1", "5 1", fuel=(5, 2, 5)), "up 3 2", "down 1", "up 5 0")

    assert state.tricks[0].winner == 0
    assert (state.fuel, state.market) == ((3, refilled, 5), market)
    assert state.momentum == (1, 0, 0)


@pytest.mark.parametrize(
    ("rule", "winner", "momentum"), [("no_winner", None, (0, 0, 0)), ("leader_wins", 1, (0, 1, 0))]
)
def test_cs08_all_face_down(rule, winner, momentum):
    game = Carrera(3, all_facedown=rule)
    state = table("1 1", "2 2", "3 3", leader=1, market=7)

    state = after(game, state, "down 2", "down 3", "down 1")

    assert state.tricks[0].winner == winner
    assert (state.leader, state.momentum) == (1, momentum)
    assert (state.fuel, state.market, state.discarded) == ((5, 5, 5), 0, 7)


def test_momentum_counts_from_the_next_trick_on():
    state = table("3 3", "1 1", "2 2")

    state = after(Carrera(3), state, "up 3 0", "down 1", "down 2", "up 3 0", "up 1 0", "up 2 0")

    assert [play.momentum for trick in state.tricks for play in trick.plays if not play.seat] == [
        0,
        1,
    ]


def test_turn_order_runs_from_the_winner():
    state = table("3 3", "1 1", "5 5")
    led = after(Carrera(3), state, "up 3 0", "up 1 0", "up 5 4")

    assert led.leader == 2
    assert Carrera(3).turn(led) == Decision((2,))
    assert Carrera(3).turn(after(Carrera(3), led, "down 5")) == Decision((0,))


def test_cs09_the_sixth_trick_wins_a_trophy_and_the_next_lead():
    game = Carrera(3)
    state = table("3", "1", "5", trick=6, fuel=(1, 0, 4), momentum=(2, 1, 0), market=3, discarded=7)

    state = after(game, state, "up 3 1", "up 1 0", "up 5 4")

    assert state.trophies == (1, 0, 0)
    assert (state.momentum, state.fuel, state.market) == ((0, 0, 0), (0, 0, 0), 8)
    assert game.turn(state) == Chance()
    assert (state.leader, state.round) == (0, 1)


def test_cs10_the_second_trophy_ends_the_match_at_once():
    game = Carrera(3)
    state = table("3", "1", "5", trick=6, trophies=(1, 0, 1))

    state = after(game, state, "up 3 0", "down 1", "up 5 0")

    assert game.turn(state) == Finished((1, 0, 2))
    assert not game.observe(state, None).truncated


@pytest.mark.parametrize(
    ("placement", "trophies", "scores"),
    [
        ("trophies", (1, 0, 1), (1, 0, 2)),
        ("winner_only", (1, 0, 1), (0, 0, 1)),
    ],
)
def test_scores_express_the_placement(placement, trophies, scores):
    game = Carrera(3, placement=placement)
    state = table("3", "1", "5", trick=6, trophies=trophies)

    state = after(game, state, "up 3 0", "down 1", "up 5 0")

    assert game.turn(state) == Finished(scores)


@pytest.mark.parametrize(
    ("placement", "trophies", "scores"),
    [
        ("trophies", (1, 0, 1), (1, 0, 1)),
        ("winner_only", (1, 0, 1), (1, 0, 1)),
        ("winner_only", (0, 0, 0), (1, 1, 1)),
    ],
)
def test_the_last_round_shares_ties_and_is_flagged(placement, trophies, scores):
    game = Carrera(3, max_rounds=2, placement=placement)
    state = table("3", "1", "5", trick=6, trophies=trophies, round=2)

    assert not game.observe(state, None).truncated
    state = after(game, state, "down 3", "down 1", "down 5")

    assert game.turn(state) == Finished(scores)
    assert game.observe(state, None).truncated


def test_a_round_before_the_last_is_followed_by_another():
    game = Carrera(3, max_rounds=2)

    state = after(game, table("3", "1", "5", trick=6), "down 3", "down 1", "down 5")

    assert game.turn(state) == Chance()


def test_others_see_only_that_a_card_is_face_down():
    game = Carrera(3)
    state = table("2 3", "1 1", "5 5", market=1)

    public = {str(action): game.public(state, 0, action) for action in game.legal_actions(state, 0)}

    assert public["down 2"] == public["down 3"] == "down"
    assert public["up 2 1 take"] == "up 2 1 take"
