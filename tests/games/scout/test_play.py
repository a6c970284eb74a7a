"""What Shows and Scouts do: a position, what is done in it, and what is true then."""

import pytest

from arena.games.dice import Dice
from arena.games.scout import End, Scout, Scouting
from arena.games.scout.options import Options
from arena.games.scout.play import scores
from arena.games.scout.state import Phase
from tests.games.playthrough import playthrough

from .positions import SEED, after, facts, legal, position, said

FIGURE = {"table": "3/10 4/8 5/6", "mover": 1}
"""The table of two figures in the printed rules."""

THREE_OR_MORE = [
    pytest.param(
        position("1 1 | 5 7 8 3 3 9 | 1", **FIGURE),
        ["scout left keep 5"],
        "hands: 1 1 | 5 7 8 3 3 3 9 | 1; table: 4 5; owner: 0; chips: 1 0 0; mover: 2",
        id="SC28-a-card-goes-in-as-it-lies-and-the-owner-gets-a-chip",
    ),
    pytest.param(
        position("1 1 | 5 7 8 3 3 9 | 1", **FIGURE),
        ["scout right flip 1"],
        "hands: 1 1 | 5 6 7 8 3 3 9 | 1; table: 3 4; owner: 0; chips: 1 0 0; mover: 2",
        id="SC29-a-card-goes-in-turned",
    ),
    pytest.param(
        position("1 1 | 8 5 6 1 | 1", table="4 5", mover=1),
        ["show 1 2"],
        "hands: 1 1 | 8 1 | 1; table: 5 6; owner: 1; captured: 0 2 0; chips: 0 0 0; mover: 2",
        id="a-show-captures-what-it-beats",
    ),
    pytest.param(
        position("1 1 | 9 9 | 7 7 1", table="3 4 5", mover=1),
        ["scout left keep 2", "show 0 2"],
        "hands: 1 1 | 9 9 3 | 1; table: 7 7; owner: 2; captured: 0 0 2; unbeaten for: 0",
        id="a-show-captures-only-what-scouts-have-left",
    ),
    pytest.param(
        position("3 4 1 | 5 6 | 7 8"),
        ["show 0 2", "scout left keep 0", "scout left keep 0"],
        "phase: done; hands: 1 | 3 5 6 | 4 7 8; table: ; owner: None; ender: 0; totals: 2 -3 -3",
        id="SC31-a-round-ends-though-the-last-scout-empties-the-table",
    ),
    pytest.param(
        position("3 4 5 1 | 5 6 | 7 8"),
        ["show 0 3", "scout left keep 0", "scout left keep 0"],
        "phase: done; hands: 1 | 3 5 6 | 4 7 8; table: 5; ender: 0; totals: 2 -3 -3",
        id="a-round-ends-when-all-others-have-scouted",
    ),
    pytest.param(
        position("3 1 | 5 | 6 8 8 | 7 7"),
        ["show 0 1", "scout left keep 0", "show 1 2"],
        "chips: 1 0 0 0; captured: 0 0 0 0; owner: 2; unbeaten for: 0; mover: 3; phase: play",
        id="SC32-on-an-empty-table-a-show-captures-nothing",
    ),
    pytest.param(
        position("3 4 8 | 6 6 | 5 9"),
        ["show 0 2", "show 0 2"],
        "phase: done; ender: 1; captured: 0 2 0; totals: -1 2 -2",
        id="SC33-a-round-ends-when-a-hand-is-empty",
    ),
    pytest.param(
        position("3 4 1 1 | 9 | 5 7"),
        ["show 0 2", "scout left keep 1", "scout+show left keep 1", "show 0 2"],
        "phase: play; hands: 1 1 | 9 3 | 7; chips: 2 0 0; captured: 0 0 0; owner: 2; spent: 2; "
        "unbeaten for: 0; mover: 0",
        id="SC34-a-scout-and-show-starts-the-count-again",
    ),
    pytest.param(
        position("3 4 1 1 | 9 | 5 7"),
        ["show 0 2", "scout left keep 1", "scout+show left keep 1"],
        "phase: show; hands: 1 1 | 9 3 | 5 4 7; chips: 2 0 0; table: ; spent: 2; mover: 2",
        id="SC34-after-the-first-half-the-same-seat-owes-the-show",
    ),
    pytest.param(
        position("1 1 | 8 1 | 3", table="5 6 7", mover=1),
        ["scout+show right keep 0", "show 0 2"],
        "phase: play; hands: 1 1 | 1 | 3; table: 7 8; captured: 0 2 0; chips: 1 0 0; owner: 1",
        id="SC35-a-scout-and-show-captures-the-rest",
    ),
    pytest.param(
        position("1 1 | 8 | 3", table="6 7", mover=1),
        ["scout+show right keep 0", "show 0 2"],
        "phase: done; ender: 1; captured: 0 1 0; totals: -1 1 -1",
        id="a-scout-and-show-can-empty-the-hand",
    ),
    pytest.param(
        position("9 9 | 1 | 1 | 1", table="5", owner=3, mover=0, chips=(1, 0, 4, 2)),
        ["show 0 2"],
        "phase: done; ender: 0; captured: 1 0 0 0; totals: 2 -1 3 1",
        id="chips-and-captured-cards-score",
    ),
]

TWO = [
    pytest.param(
        position("3 4 9 9 | 4 1 2", chips=(3, 3)),
        ["show 0 2", "scout right keep 0"],
        "phase: play; hands: 9 9 | 4 4 1 2; table: 3; chips: 3 2; mover: 1; owner: 0",
        id="SC40-a-scout-costs-a-chip-and-the-seat-goes-on",
    ),
    pytest.param(
        position("3 4 9 9 | 4 1 2", chips=(3, 3)),
        ["show 0 2", "scout right flip 0", "show 1 1"],
        "phase: play; hands: 9 9 | 5 1 2; table: 4; captured: 0 1; chips: 3 2; mover: 0",
        id="SC40-a-show-passes-the-turn",
    ),
    pytest.param(
        position("9 9 1 | 1 3", chips=(3, 0)),
        ["show 0 2"],
        "phase: done; ender: 0; totals: 3 -2",
        id="SC41-a-round-ends-when-the-other-can-do-nothing",
    ),
    pytest.param(
        position("9/8 9/8 1 | 1 3", chips=(3, 1)),
        ["show 0 2"],
        "phase: play; mover: 1",
        id="SC42-it-goes-on-while-the-other-can-scout",
    ),
    pytest.param(
        position("9/8 9/8 1 | 1 3", chips=(3, 1)),
        ["show 0 2", "scout left flip 0"],
        "phase: done; hands: 1 | 8 1 3; table: 9; ender: 0; chips: 3 0; totals: 3 -3",
        id="SC42-and-ends-when-that-was-in-vain",
    ),
    pytest.param(
        position("9 9 1 | 1 3", chips=(3, 1)),
        ["show 0 2", "scout left keep 0"],
        "phase: done; hands: 1 | 9 1 3; table: 9; ender: 0; totals: 3 -3",
        id="an-equal-set-does-not-save-a-seat",
    ),
    pytest.param(
        position("9 9 1 | 3 5", chips=(2, 2)),
        ["show 0 2", "scout left keep 0", "scout left keep 0"],
        "phase: play; hands: 1 | 9 9 3 5; table: ; owner: None; chips: 2 0; mover: 1",
        id="on-an-emptied-table-a-seat-without-chips-may-show",
    ),
    pytest.param(
        position("9 9 | 1 3", chips=(1, 3)),
        ["show 0 2"],
        "phase: done; ender: 0; totals: 1 1",
        id="a-round-ends-when-a-hand-is-empty",
    ),
]


def is_scout(notation):
    return notation.startswith("scout")


@pytest.mark.parametrize(("state", "notations", "expected"), THREE_OR_MORE + TWO)
def test_what_is_done_has_these_effects(state, notations, expected):
    game = Scout(len(state.play.hands))

    state = after(game, state, *notations)

    told = facts(state)
    assert {name: told[name] for name in said(expected)} == said(expected)


@pytest.mark.parametrize(
    ("option", "state", "notations", "expected"),
    [
        pytest.param(
            {"unbeaten_even_if_emptied": False},
            position("3 4 1 | 5 6 | 7 8"),
            ["show 0 2", "scout left keep 0", "scout left keep 0"],
            "phase: play; table: ; mover: 0; unbeaten for: 2",
            id="an-emptied-table-may-go-on",
        ),
        pytest.param(
            {"unbeaten_even_if_emptied": False},
            position("3 4 5 1 | 5 6 | 7 8"),
            ["show 0 3", "scout left keep 0", "scout left keep 0"],
            "phase: done; ender: 0",
            id="but-a-set-that-nobody-beats-ends-the-round",
        ),
        pytest.param(
            {"two_player_owner_gets_chip": True},
            position("3 4 9 9 | 4 1 2", chips=(3, 3)),
            ["show 0 2", "scout right keep 0"],
            "chips: 4 2",
            id="the-owner-may-get-the-chip",
        ),
        pytest.param(
            {"two_player_unspent_chip_vp": 0},
            position("9 9 | 1 3", chips=(1, 3)),
            ["show 0 2"],
            "totals: 0 -2",
            id="chips-may-be-worth-nothing-to-two",
        ),
        pytest.param(
            {"two_player_unspent_chip_vp": 0},
            position("9 9 | 1 3 | 1", chips=(1, 3, 2)),
            ["show 0 2"],
            "totals: 1 1 1",
            id="but-to-three-they-are-worth-a-point",
        ),
        pytest.param(
            {"max_turns_per_round": 2},
            position("3 4 5 1 | 5 6 | 7 8"),
            ["show 0 3", "scout left keep 0"],
            "phase: done; truncated: true; ender: None; totals: 0 -3 -2",
            id="a-long-round-is-stopped-and-nobody-is-spared",
        ),
        pytest.param(
            {"max_turns_per_round": 3},
            position("3 4 5 1 | 5 6 | 7 8"),
            ["show 0 3", "scout left keep 0", "scout left keep 0"],
            "phase: done; truncated: false; ender: 0",
            id="a-round-that-ends-in-time-is-not-truncated",
        ),
        pytest.param(
            {"max_turns_per_round": 1},
            position("1 1 | 8 1 | 3", table="5 6 7", mover=1),
            ["scout+show right keep 0"],
            "phase: show; truncated: false",
            id="no-round-is-stopped-within-a-scout-and-show",
        ),
        pytest.param(
            {"max_turns_per_round": 1},
            position("1 1 | 8 1 | 3", table="5 6 7", mover=1),
            ["scout+show right keep 0", "show 0 2"],
            "phase: done; truncated: true; captured: 0 2 0; totals: -1 1 -1",
            id="but-after-it",
        ),
    ],
)
def test_options_change_what_happens(option, state, notations, expected):
    game = Scout(len(state.play.hands), **option)

    state = after(game, state, *notations)

    told = facts(state)
    assert {name: told[name] for name in said(expected)} == said(expected)


@pytest.mark.parametrize(
    ("captured", "chips", "hand", "ender", "score"),
    [
        pytest.param(2, 1, "1 3 5 7 9", 1, -2, id="SC37"),
        pytest.param(3, 2, "", 0, 5, id="SC38-whose-hand-is-empty"),
        pytest.param(2, 5, "1 3 5", 0, 7, id="SC39-whose-set-nobody-beat"),
    ],
)
def test_a_seat_scores_captured_cards_and_chips_less_its_hand(captured, chips, hand, ender, score):
    state = position(
        f"{hand} | 1 1 | 2", captured=(captured, 0, 1), chips=(chips, 0, 0), ender=ender
    )

    assert scores(state.play, Options())[0] == score


def test_only_the_ends_of_the_active_set_can_be_scouted():
    state = position("1 1 | 5 7 8 3 3 9 | 1", **FIGURE)

    scouts = [n.split() for n in legal(Scout(3), state) if n.startswith("scout ")]

    assert [(end, flip, int(gap)) for _, end, flip, gap in scouts] == [
        (end, flip, gap)
        for end in ("left", "right")
        for flip in ("keep", "flip")
        for gap in range(7)
    ]


@pytest.mark.parametrize(
    ("table", "hand", "scouts"),
    [("4 5", "1 3 5 7 9 1", 28), ("4 5 6", "1", 8), ("4", "1 3 5 7 9 1", 14), ("", "1 3", 0)],
)
def test_SC30_a_hand_has_so_many_scouts(table, hand, scouts):
    state = position(f"{hand} | 1 | 1", table=table, owner=2)

    notations = legal(Scout(3), state)

    assert sum(n.startswith("scout ") for n in notations) == scouts


def test_a_lone_card_is_taken_from_the_left_and_from_the_right_means_the_same():
    game = Scout(3)
    state = position("1 | 3 4 | 1", table="7/2", owner=0, mover=1)

    left, right = (game.apply(state, {1: Scouting(end, True, 1)}) for end in End)

    assert {n.split()[1] for n in legal(game, state) if is_scout(n)} == {"left"}
    assert left.play.hands == right.play.hands
    assert facts(left) == facts(right)
    assert facts(left)["hands"] == "1 | 3 2 4 | 1"


@pytest.mark.parametrize(
    ("table", "hand", "offered"),
    [
        pytest.param("5/10 6 7/3", "8 1", "right keep 0 1", id="SC35"),
        pytest.param("8/2 8/5 8/7", "1 3", "left flip 1", id="the-card-completes-a-set"),
        pytest.param("8 8 8", "1 3", "", id="nothing-is-good-enough"),
        pytest.param(
            "5/6 6/7",
            "4 4 1",
            "left keep 0 1 2 3, left flip 0 2 3, right keep 0 1 2 3, right flip 0 1 2 3",
            id="the-card-must-not-break-the-only-set",
        ),
        pytest.param("9", "1 1", "left keep 0 1 2, left flip 0 1 2", id="the-table-is-emptied"),
    ],
)
def test_a_scout_and_show_needs_a_show(table, hand, offered):
    state = position(f"1 1 | {hand} | 3", table=table, mover=1)

    found = {}
    for verb, end, side, gap in map(str.split, filter(is_scout, legal(Scout(3), state))):
        if verb == "scout+show":
            found.setdefault(f"{end} {side}", []).append(gap)

    assert ", ".join(" ".join([way, *gaps]) for way, gaps in found.items()) == offered


def test_SC36_a_scout_and_show_is_had_once_a_round():
    state = position("1 1 | 8 1 | 3", table="5 6 7", mover=1, scout_and_show=(True, False, True))

    assert not [n for n in legal(Scout(3), state) if n.startswith("scout+show")]


def test_the_default_is_to_keep_and_then_the_first_show_or_else_the_first_scout():
    game = Scout(3)

    assert str(game.legal_actions(game.chance(game.start(), Dice(SEED, 0)), 1)[0]) == "keep"
    assert legal(game, position("5 6 | 1 | 1"))[0] == "show 0 1"
    assert legal(game, position("5 6 | 1 | 1", table="9", owner=1))[0] == "show 0 2"
    assert legal(game, position("5 1 | 1 | 1", table="9", owner=1))[0] == "scout left keep 0"


def test_legal_actions_come_in_a_fixed_order_with_shows_first():
    state = position("3 4 4 | 1 | 1", table="2 3", owner=2)

    assert legal(Scout(3), state) == [
        "show 0 2",
        "show 1 2",
        *(
            f"{verb} {end} {side} {gap}"
            for verb in ("scout", "scout+show")
            for end in ("left", "right")
            for side in ("keep", "flip")
            for gap in range(4)
        ),
    ]


def test_SC43_seats_that_only_scout_are_stopped():
    """Three seats show one card when they must, and scout whenever they can."""

    def scouting(seat, legal):
        scouts = [a for a in legal if str(a).startswith("scout ")]
        return (scouts or legal)[0]

    game = Scout(3)
    rounds = [
        at.state
        for at in playthrough(game, SEED, scouting)
        if at.state.play.phase is Phase.DONE and at.state.round
    ]

    assert [state.play.turns for state in rounds] == [500] * 3
    for state in rounds:
        assert facts(state)["truncated"] == "true"
        assert facts(state)["ender"] == "None"
        assert sum(len(hand) for hand in state.play.hands) + len(state.play.table) == 36
