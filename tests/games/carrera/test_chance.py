"""The deal, against the definition in `docs/rules/carrera.md` followed with nothing but SHA-256."""

from collections import Counter
from hashlib import sha256
from itertools import chain

import pytest

from arena.games.carrera import SUITS, Carrera
from arena.games.dice import Dice

from .tables import after, dealt, table

SEED = bytes(range(32))


def by_definition(seed, ply, label, n):
    """Returns the permutation of `n`."""
    return sorted(range(n), key=lambda i: sha256(seed + f"/{ply}/{label}/{i}".encode()).digest())


@pytest.mark.parametrize(
    ("seats", "options", "copies"),
    [(3, {}, 3), (4, {}, 4), (5, {}, 5), (3, {"copies_per_suit": 7}, 7)],
)
def test_a_deal_follows_the_definition(seats, options, copies):
    game = Carrera(seats, **options)
    order = by_definition(SEED, 12, "deal", 6 * copies)
    suits = [["1", "2", "3", "4a", "4b", "5"][card // copies] for card in order]

    hands = game.chance(game.start(), Dice(SEED, 12)).hands

    assert hands == tuple(tuple(sorted(suits[6 * s : 6 * s + 6])) for s in range(seats))


def test_the_deal_of_the_rule_sheet():
    hands = Carrera(3).chance(Carrera(3).start(), Dice(SEED, 0)).hands

    assert [" ".join(hand) for hand in hands] == [
        "1 3 4a 4a 4b 4b",
        "2 3 3 5 5 5",
        "1 1 2 2 4a 4b",
    ]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_all_cards_are_dealt(seats):
    hands = dealt(Carrera(seats)).hands

    assert Counter(chain(*hands)) == dict.fromkeys(SUITS, seats)
    assert [len(hand) for hand in hands] == [6] * seats


def test_cards_beyond_six_each_are_left_over():
    hands = dealt(Carrera(3, copies_per_suit=20)).hands

    assert [len(hand) for hand in hands] == [6, 6, 6]


def test_seat_0_leads_the_first_trick():
    assert {dealt(Carrera(5), seed).leader for seed in range(20)} == {0}


def test_a_random_first_leader_follows_the_definition():
    game = Carrera(5, start_player="random")

    leaders = []
    for seed in range(20):
        raw = seed.to_bytes(32, "big")
        leaders.append(dealt(game, seed).leader)
        assert leaders[-1] == by_definition(raw, 0, "start_player", 5)[0]

    assert set(leaders) == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("start_player", ["seat0", "random"])
def test_whoever_won_trick_six_leads_the_next_round(start_player):
    game = Carrera(3, start_player=start_player)
    state = after(game, table("3", "1", "5", trick=6), "up 3 0", "up 1 4", "down 5")

    for seed in range(5):
        state_2 = game.chance(state, Dice(seed.to_bytes(32, "big"), 9))

        assert (state_2.leader, state_2.round, state_2.trophies) == (1, 2, (0, 1, 0))


def test_a_new_round_keeps_fuel_and_market():
    game = Carrera(3)
    end = after(game, table("3", "1", "5", trick=6, market=4), "up 3 1", "up 1 0", "up 5 3")

    state = game.chance(end, Dice(SEED, 9))

    assert (state.fuel, state.market, state.momentum) == ((4, 5, 2), 8, (0, 0, 0))
    assert (state.tricks, state.plays) == ((), ())
