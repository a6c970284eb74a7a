"""What seats and spectators may know, and what they may not."""

from dataclasses import replace

import pytest

from arena.games.codec import encode
from arena.games.scout import KnownCard, Remembered, Scout
from arena.games.scout.cards import listed
from tests.games.playthrough import playthrough

from .positions import SEED, after, cards, position

WATCHERS = [0, 1, 2, None]
OPEN = {"scout_insert_public": True}


def scouted(options, notation):
    game = Scout(3, **options)
    state = position("1 1 | 5/10 7/10 | 8", table="3/9 4/2", mover=1)
    return game, after(game, state, notation)


@pytest.mark.parametrize("watcher", WATCHERS)
@pytest.mark.parametrize("options", [{}, OPEN], ids=["hidden", "open"])
def test_where_a_scouted_card_goes_is_known_to_its_seat_and_otherwise_if_open(options, watcher):
    game, there = scouted(options, "scout left keep 0")
    _, elsewhere = scouted(options, "scout left flip 2")

    same = game.observe(there, watcher) == game.observe(elsewhere, watcher)

    assert same == (watcher != 1 and not options)


@pytest.mark.parametrize("watcher", WATCHERS)
@pytest.mark.parametrize("options", [{}, OPEN], ids=["hidden", "open"])
def test_where_shown_cards_came_from_is_known_to_their_seat_and_otherwise_if_open(options, watcher):
    game = Scout(3, **options)
    state = position("5/6 1/2 5/6 | 1 | 1")
    left, right = (after(game, state, f"show {start} 1") for start in (0, 2))

    same = game.observe(left, watcher) == game.observe(right, watcher)

    assert same == (watcher != 0 and not options)


@pytest.mark.parametrize(
    ("notation", "hidden", "open_"),
    [
        ("show 1 2", "show 8/9 7/9", "show 8/9 7/9 at 1"),
        ("show 1 1", "show 8/9", "show 8/9 at 1"),
        ("scout left flip 2", "scout left", "scout left flip 2"),
        ("scout right keep 0", "scout right", "scout right keep 0"),
        ("scout+show right keep 1", "scout+show right", "scout+show right keep 1"),
    ],
)
def test_others_see_an_action_by_its_public_notation(notation, hidden, open_):
    table = "" if notation == "show 1 1" else "3/9 4/2"
    state = position("1 1 | 5/10 8/9 7/9 | 8", table=table, mover=1)
    for options, public in (({}, hidden), (OPEN, open_)):
        game = Scout(3, **options)
        (action,) = (a for a in game.legal_actions(state, 1) if str(a) == notation)

        assert game.public(state, 1, action) == public
        told = game.observe(game.apply(state, {1: action}), None).history[-1]
        assert (told.seat, told.notation) == (1, public)


def test_history_tells_the_cards_of_every_show_and_scout():
    game = Scout(3)
    state = position("3/9 4/2 1 | 5/10 7/10 | 8 6")
    state = after(game, state, "show 0 2", "scout left flip 1", "scout+show left keep 1")

    told = game.observe(state, 0).history

    assert [(past.seat, past.notation, past.cards) for past in told] == [
        (0, "show 3/9 4/2", cards("3/9 4/2")),
        (1, "scout left", cards("3/9")),
        (2, "scout+show left", cards("4/2")),
    ]


@pytest.mark.parametrize(
    ("options", "notations", "known"),
    [
        ({}, ["scout left flip 1"], [("3/9", None)]),
        (OPEN, ["scout left flip 1"], [("9/3", 1)]),
        (OPEN, ["scout left flip 0"], [("9/3", 0)]),
        ({}, ["scout left flip 1", "scout left keep 0"], [("3/9", None), ("4/2", None)]),
        (OPEN, ["scout left flip 1", "scout left keep 0"], [("9/3", 2), ("4/2", 0)]),
        (OPEN, ["scout left flip 1", "scout left keep 2"], [("9/3", 1), ("4/2", 2)]),
        (OPEN, ["scout left flip 2", "show 0 2"], [("9/3", 0)]),
        ({}, ["scout left flip 2", "show 0 2"], [("3/9", None)]),
        (OPEN, ["scout left flip 0", "show 1 2"], [("9/3", 0)]),
        ({}, ["scout left flip 2", "show 2 1"], []),
    ],
)
def test_scouted_cards_are_known_to_all_until_they_are_shown(options, notations, known):
    """With two seats, because there one seat may scout twice."""
    game = Scout(2, **options)
    state = position("1 1 1 | 5/10 6/10 1", table="3/9 4/2", mover=1, chips=(3, 3))

    state = after(game, state, *notations)

    expected = tuple(KnownCard(cards(text)[0], place) for text, place in known)
    for watcher in (0, 1, None):
        assert game.observe(state, watcher).seats[1].known == expected


def test_a_seat_sees_its_own_hand_in_order_and_no_other():
    state = position("1/2 2/3 | 5/10 | 8/4")
    game = Scout(3)

    assert game.observe(state, 0).hand == cards("1/2 2/3")
    assert game.observe(state, 2).hand == cards("8/4")
    assert game.observe(state, None).hand == ()
    assert '"up":1' not in encode(game.observe(state, 1))


def test_the_cards_set_aside_are_seen_by_nobody():
    game = Scout(2)
    state = position("1/2 2/3 | 5/10")
    other = replace(state, reserve=state.reserve[::-1])

    for watcher in (0, 1, None):
        assert game.observe(state, watcher) == game.observe(other, watcher)


def test_in_the_second_round_two_seats_remember_what_they_saw_of_the_first():
    game = Scout(2)
    states = [at.state for at in playthrough(game, SEED)]
    end = [state for state in states if state.round == 1][-1]
    start = next(state for state in states if state.round == 2)
    shown = {c.upright for past in end.play.history for c in past.cards}
    kept = [listed({c.upright for c in hand} - shown) for hand in end.play.hands]
    counts = tuple(map(len, kept))
    assert min(counts)

    assert game.observe(end, 0).first_round is None
    for watcher, own in ((0, kept[0]), (1, kept[1]), (None, ())):
        assert game.observe(start, watcher).first_round == Remembered(listed(shown), own, counts)


def test_before_the_first_deal_there_is_nothing_to_know():
    game = Scout(4)

    seen = game.observe(game.start(), 1)

    assert (seen.phase, seen.round, seen.to_act, seen.hand) == ("done", 0, (), ())
    assert [seat.hand_size for seat in seen.seats] == [0, 0, 0, 0]
