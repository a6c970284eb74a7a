"""Decks, deals, starting seats, and the choice to keep or flip."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision
from arena.games.scout import Scout, deck
from tests.games.playthrough import playthrough

from .positions import SEED, after, cards, facts, legal
from .test_sets import VECTORS

PAGE = Path(__file__).parents[3] / "docs/rules/scout.md"


def dealt(seats, seed=SEED, **options):
    game = Scout(seats, **options)
    return game, game.chance(game.start(), Dice(seed, 0))


def row(hand):
    return " ".join(map(str, hand))


@pytest.mark.parametrize(
    ("seats", "size", "hand", "aside", "missing"),
    [
        (2, 44, 11, 22, "9/10"),
        (3, 36, 12, 0, "1/10 2/10 3/10 4/10 5/10 6/10 7/10 8/10 9/10"),
        (4, 44, 11, 0, "9/10"),
        (5, 45, 9, 0, ""),
    ],
)
def test_every_card_of_the_deck_is_dealt_or_set_aside(seats, size, hand, aside, missing):
    _, state = dealt(seats)

    everywhere = [*state.reserve, *(c for held in state.play.hands for c in held)]

    assert [len(held) for held in state.play.hands] == [hand] * seats
    assert len(state.reserve) == aside
    assert len(deck(seats)) == size
    assert Counter(c.upright for c in everywhere) == Counter(deck(seats))
    assert set(deck(5)) - set(deck(seats)) == set(cards(missing))


def test_the_rules_page_tells_how_cards_are_dealt():
    _, state = dealt(3)
    page = PAGE.read_text().replace("\n", " ")

    assert ", ".join(f"`{row(hand)}`" for hand in state.play.hands[:2]) in page
    assert f"and `{row(state.play.hands[2])}`." in page


def test_order_and_side_of_the_cards_change_with_the_seed():
    hands = [dealt(5, bytes([number]) * 32)[1].play.hands[0] for number in range(50)]

    assert len({tuple(c.upright for c in hand) for hand in hands}) == 50
    turned = sum(c.up > c.down for hand in hands for c in hand)
    assert 190 < turned < 260
    assert all(
        {hand[place].up > hand[place].down for hand in hands} == {True, False} for place in range(9)
    )


@pytest.mark.parametrize(
    ("options", "expected"), [({}, {0}), ({"start_player": "random"}, {0, 1, 2})]
)
def test_the_first_starting_seat_is_seat_0_or_drawn(options, expected):
    states = [dealt(3, bytes([number]) * 32, **options)[1] for number in range(20)]

    assert {state.start_player for state in states} == expected
    assert all(state.play.mover == state.start_player for state in states)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_match_has_a_round_per_seat_and_the_start_moves_on(seats):
    game = Scout(seats, start_player="random")
    positions = list(playthrough(game, SEED))

    deals = [at.ply for at in positions if isinstance(at.turn, Chance)]
    opened = [at.state for at in positions if at.ply - 1 in deals]

    assert [state.round for state in opened] == [*range(1, seats + 1)]
    first = opened[0].start_player
    assert [state.start_player for state in opened] == [(first + i) % seats for i in range(seats)]
    chips, scout_and_show = (3, False) if seats == 2 else (0, True)
    for state in opened:
        assert state.play.chips == (chips,) * seats
        assert state.play.scout_and_show == (scout_and_show,) * seats
        assert state.play.captured == (0,) * seats


@pytest.mark.parametrize(("chosen", "name"), [("keep", "hand"), ("flip", "flipped")])
def test_a_flip_turns_every_card_and_keeps_the_order(chosen, name):
    game, state = dealt(5)
    held, expected = (
        cards(" ".join(f"{up}/{down}" for up, down in VECTORS["flip"][key]))
        for key in ("hand", name)
    )
    hands = (state.play.hands[0], held, *state.play.hands[2:])
    state = replace(state, play=replace(state.play, hands=hands))

    state = after_choices(game, state, {1: chosen})

    assert state.play.hands == (hands[0], expected, *hands[2:])


def after_choices(game, state, choices):
    keep, flip = game.legal_actions(state, 0)
    actions = {s: flip if choices.get(s) == "flip" else keep for s in range(game.seats)}
    return game.apply(state, actions)


def test_all_seats_choose_at_once_and_in_secret():
    game, state = dealt(3)

    assert game.turn(state) == Decision((0, 1, 2))
    assert [str(a) for a in game.legal_actions(state, 1)] == ["keep", "flip"]
    assert {game.public(state, 1, a) for a in game.legal_actions(state, 1)} == {"ready"}
    kept, flipped = (after_choices(game, state, {1: chosen}) for chosen in ("keep", "flip"))
    assert kept.play.hands != flipped.play.hands
    assert game.observe(kept, 0) == game.observe(flipped, 0)
    assert game.observe(kept, None) == game.observe(flipped, None)
    assert facts(flipped)["phase"] == "play"
    assert game.turn(flipped) == Decision((0,))


def test_seats_may_choose_one_after_the_other():
    game, state = dealt(3, start_player="random", flip_phase="sequential")
    assert state.start_player == 2

    turns = []
    for chosen in ("keep", "flip", "flip"):
        turns.append(game.turn(state))
        assert legal(game, state) == ["keep", "flip"]
        before, state = state, after(game, state, chosen)
        seat = before.play.mover
        assert (state.play.hands == before.play.hands) == (chosen == "keep")
        assert game.observe(state, (seat + 1) % 3).hand == before.play.hands[(seat + 1) % 3]

    assert turns == [Decision((2,)), Decision((0,)), Decision((1,))]
    assert game.turn(state) == Decision((2,))
    assert facts(state)["phase"] == "play"
