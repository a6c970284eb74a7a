"""Whole matches, under every option's alternatives."""

from collections import Counter
from itertools import chain

import pytest

from arena.games.carrera import SUITS, Carrera
from arena.games.kernel import Chance, Decision, Finished
from tests.games.playthrough import default, playthrough

ALTERNATIVES = [
    {},
    {"copies_per_suit": 6},
    {"start_player": "random"},
    {"leader_may_play_face_down": False},
    {"reveal_facedown": "end_of_round"},
    {"facedown_one_has_power": True},
    {"rank2_take_optional": False},
    {"rank2_limit_check": "on_take"},
    {"rank2_limit_check": "on_take", "rank2_take_optional": False},
    {"tie_break": "last"},
    {"all_facedown": "leader_wins"},
    {"refill_includes_current_trick": True},
    {"max_rounds": 1},
    {"placement": "winner_only"},
]

every_table = pytest.mark.parametrize(
    ("seats", "options"),
    [(seats, options) for seats in (3, 4, 5) for options in ALTERNATIVES],
)


def matches(seats, options, count=6):
    game = Carrera(seats, **options)
    for seed in range(count):
        yield game, list(playthrough(game, seed.to_bytes(32, "big")))


@every_table
def test_fuel_is_conserved(seats, options):
    for _, positions in matches(seats, options):
        for state in (at.state for at in positions):
            on_cards = sum(play.fuel for play in state.plays)

            assert sum(state.fuel) + state.market + state.discarded + on_cards == 5 * seats
            assert 0 <= min(state.fuel) <= max(state.fuel) <= 5
            assert state.market >= 0
            assert state.discarded >= 0


@every_table
def test_cards_are_conserved(seats, options):
    copies = options.get("copies_per_suit", seats)
    for _, positions in matches(seats, options):
        for state in (at.state for at in positions[1:]):
            plays = chain(state.plays, *(trick.plays for trick in state.tricks))
            cards = Counter(play.suit or play.face_down for play in plays)
            cards.update(chain(*state.hands))

            assert cards.total() == 6 * seats
            assert cards <= Counter(dict.fromkeys(SUITS, copies))


@every_table
def test_no_suit_lies_face_up_twice_in_a_trick(seats, options):
    for _, positions in matches(seats, options):
        for state in (at.state for at in positions):
            face_up = [play.suit for play in state.plays if play.suit is not None]

            assert len(set(face_up)) == len(face_up)


@every_table
def test_a_match_ends_with_the_second_trophy_or_the_last_round(seats, options):
    for game, positions in matches(seats, options):
        final = positions[-1]

        assert isinstance(final.turn, Finished)
        assert sum(isinstance(at.turn, Chance) for at in positions) == final.state.round
        assert max(final.state.trophies) == 2 or final.state.round == game.options["max_rounds"]
        assert game.observe(final.state, None).truncated == (max(final.state.trophies) < 2)
        assert all(max(at.state.trophies) < 2 for at in positions[:-1])


def test_default_play_is_all_face_down_and_reaches_the_last_round():
    positions = list(playthrough(Carrera(4), bytes(32), default))

    assert sum(isinstance(at.turn, Decision) for at in positions) == 20 * 24
    assert positions[-1].turn == Finished((0, 0, 0, 0))
    assert positions[-1].state.fuel == (5, 5, 5, 5)
