"""Imagined states, against all states there are."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest

from arena.games.dice import Dice
from arena.games.scout import KnownCard, PublicAction, Scout, can_beat, deck
from arena.games.scout.state import Phase
from tests.games.playthrough import playthrough

from .positions import SEED, cards, everything, position


def past(seats, *unseen):
    """Returns a history in which every card but `unseen` was shown."""
    hidden = {c.upright for c in cards(" ".join(unseen))}
    return (PublicAction(0, "show", tuple(c for c in deck(seats) if c not in hidden)),)


def either_way(*several):
    """Yields the cards in every combination of sides."""
    return product(*((c, c.turned) for c in several))


def orders(*several):
    return [tuple(order) for sides in either_way(*several) for order in permutations(sides)]


OWN, SCOUTED, FIRST, SECOND = cards("1/2 4/3 5/6 7/8")
"""In the hands of seat 0, seat 1, and one each of seats 1 and 2."""

ENDGAME = position(
    "1/2 | 4/3 5/6 | 7/8",
    table="6/2",
    owner=0,
    mover=1,
    history=past(3, "1/2", "5/6", "7/8"),
    known=((), (KnownCard(SCOUTED, None),), ()),
)
OPEN_ENDGAME = replace(
    ENDGAME, play=replace(ENDGAME.play, known=((), (KnownCard(SCOUTED, 0),), ()))
)
OWES_SHOW = replace(ENDGAME, play=replace(ENDGAME.play, phase=Phase.SHOW))

SEEN_BY_0 = [
    ((OWN,), hand, (last,))
    for mine, other in ((FIRST, SECOND), (SECOND, FIRST))
    for hand in orders(SCOUTED, mine)
    for (last,) in either_way(other)
]
SEEN_BY_NONE = [
    ((own,), hand, (last,))
    for mine, other, third in permutations((OWN, FIRST, SECOND))
    for hand in orders(SCOUTED, other)
    for own, last in either_way(mine, third)
]

LAST_CARDS = position(
    "1/2 | 5/6",
    table="6/9",
    owner=0,
    mover=1,
    chips=(1, 0),
    history=past(2, "1/2", "5/6", "7/8", "3/4"),
)

CASES = {
    "hidden-cards-and-places": (ENDGAME, 0, SEEN_BY_0),
    "a-spectator-knows-no-hand": (ENDGAME, None, SEEN_BY_NONE),
    "open-places": (
        OPEN_ENDGAME,
        0,
        [hands for hands in SEEN_BY_0 if hands[1][0] == SCOUTED],
    ),
    "a-show-is-owed": (
        OWES_SHOW,
        0,
        [hands for hands in SEEN_BY_0 if can_beat(hands[1], OWES_SHOW.play.table)],
    ),
    "whoever-owes-it-knows-its-own-hand": (
        OWES_SHOW,
        1,
        [
            ((first,), ENDGAME.play.hands[1], (last,))
            for one, other in permutations((OWN, SECOND))
            for first, last in either_way(one, other)
        ],
    ),
    "the-other-of-two-has-no-chip-and-yet-plays": (
        LAST_CARDS,
        0,
        [((OWN,), (c,)) for c in cards("7/8 8/7")],
    ),
    "the-first-of-two-waits": (
        LAST_CARDS,
        1,
        [((c,), cards("5/6")) for c in cards("1/2 2/1 7/8 8/7 3/4 4/3")],
    ),
}


@pytest.mark.parametrize(("state", "seat", "expected"), CASES.values(), ids=CASES)
def test_all_states_that_an_observation_allows_are_equally_likely(state, seat, expected):
    """By the chi-square statistic; its mean is one less than the number of states."""
    game = Scout(len(state.play.hands))
    seen = game.observe(state, seat)
    samples = 60 * len(expected)

    drawn = Counter(game.imagine(seen, Dice(SEED, ply)).play.hands for ply in range(samples))

    assert drawn.keys() == set(expected)
    assert len(expected) == len(set(expected))
    deviation = sum((count - 60) ** 2 / 60 for count in drawn.values())
    freedom = len(expected) - 1
    assert deviation < freedom + 3 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"scout_insert_public": True, "two_player_owner_gets_chip": True}),
        (3, {"flip_phase": "sequential"}),
        (4, {"scout_insert_public": True}),
        (5, {"max_turns_per_round": 60}),
    ],
)
def test_every_imagined_state_is_whole_and_looks_the_same(seats, options):
    game = Scout(seats, **options)
    for at in list(playthrough(game, SEED))[::3]:
        for watcher in (*range(seats), None):
            seen = game.observe(at.state, watcher)
            imagined = game.imagine(seen, Dice(SEED, at.ply))
            assert game.observe(imagined, watcher) == seen
            assert game.turn(imagined) == at.turn
            if at.state.round:
                assert everything(imagined) == Counter(deck(seats))
                assert len(imagined.reserve) == len(at.state.reserve)


def test_the_cards_that_the_other_of_two_kept_stay_hidden_in_the_second_round():
    game = Scout(2)
    state = next(at.state for at in playthrough(game, SEED) if at.state.round == 2)

    imagined = [game.imagine(game.observe(state, 0), Dice(SEED, ply)) for ply in range(200)]

    kept = state.first_round.kept
    assert {other.first_round.kept[0] for other in imagined} == {kept[0]}
    unseen = Counter(c for other in imagined for c in other.first_round.kept[1])
    others = [c.upright for c in state.play.hands[1]]
    assert unseen.keys() == {*kept[1], *others}


RUN = "3/1 4/1 5/1 6/1 7/1 8/1 9/1"
LONG_TABLE = "2/10 3/10 4/10 5/10 6/10 7/10 8/10"


@pytest.mark.parametrize(
    ("hand", "known"),
    [
        pytest.param(f"{RUN} 2/3 2/4", [], id="nothing-known"),
        pytest.param(f"{RUN} 2/3 2/4", [("4/1", None), ("3/2", None)], id="scouted"),
        pytest.param(f"{RUN} 2/3 2/4", [("3/1", 0), ("6/1", 3)], id="scouted-openly"),
        pytest.param(RUN, [(text, None) for text in RUN.split()], id="all-known"),
    ],
)
def test_a_show_that_must_be_there_is_there_however_unlikely(hand, known):
    game = Scout(4)
    mine = tuple(KnownCard(cards(text)[0], place) for text, place in known)
    used = {c.upright for c in (*cards(hand), *cards(LONG_TABLE))}
    others = [c for c in deck(4) if c not in used]
    thirds = [others[i::3] for i in range(3)]
    held = [" ".join(map(str, third)) for third in thirds]
    shown = (
        PublicAction(0, "show", cards(LONG_TABLE)),
        *(PublicAction(1, "scout left", (k.card,)) for k in mine),
    )
    state = position(
        " | ".join([held[0], hand, *held[1:]]),
        table=LONG_TABLE,
        mover=1,
        phase=Phase.SHOW,
        history=shown,
        known=((), mine, (), ()),
    )

    for watcher in (0, 2, None):
        seen = game.observe(state, watcher)
        for ply in range(5):
            imagined = game.imagine(seen, Dice(SEED, ply))
            assert game.observe(imagined, watcher) == seen
            assert everything(imagined) == Counter(deck(4))
            assert can_beat(imagined.play.hands[1], imagined.play.table)
