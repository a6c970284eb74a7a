"""What a seat sees, and what it does not."""

from dataclasses import replace

import pytest

from arena.games.carrera import Carrera, Play, Trick
from arena.games.codec import encode
from arena.games.dice import Dice
from tests.games.playthrough import playthrough

from .tables import after, table

HANDS = ("1 2 3 4a 4b 5", "1 2 3 4a 4b 5", "1 2 3 4a 4b 5")
OPENING = ("up 3 2", "down 5", "up 1 0", "down 2")


def test_everything_public_is_told():
    game = Carrera(3)
    state = table(*HANDS, momentum=(1, 0, 0), trophies=(0, 0, 1), market=4, round=2, discarded=3)

    seen = game.observe(after(game, state, *OPENING), 1)

    assert (seen.seat, seen.round, seen.trick, seen.leader, seen.to_act) == (1, 2, 2, 0, 1)
    assert seen.hand == ("1", "2", "3", "4a", "4b")
    assert seen.hand_sizes == (4, 5, 5)
    assert (seen.fuel, seen.momentum, seen.trophies) == ((3, 5, 5), (2, 0, 0), (0, 0, 1))
    assert (seen.market, seen.discarded) == (2, 7)
    assert seen.plays == (Play(0, None, 0, 2),)
    assert [trick.winner for trick in seen.tricks] == [0]
    assert not seen.truncated


@pytest.mark.parametrize(("seat", "known"), [(0, None), (1, "5"), (2, None), (None, None)])
def test_a_face_down_card_is_known_to_its_own_seat_alone(seat, known):
    game = Carrera(3)

    seen = game.observe(after(game, table(*HANDS), *OPENING), seat)

    assert seen.tricks == (
        Trick((Play(0, "3", 2, 0), Play(1, None, 0, 0, known), Play(2, "1", 0, 0)), 0),
    )
    assert seen.plays[0].face_down == ("2" if seat == 0 else None)


def test_a_spectator_sees_no_hand():
    assert Carrera(3).observe(table(*HANDS), None).hand == ()


@pytest.mark.parametrize("seat", [0, None])
def test_the_bytes_do_not_depend_on_what_the_seat_cannot_see(seat):
    game = Carrera(3)
    state = after(game, table(*HANDS), "up 3 0", "down 5", "down 1")
    down_1 = after(game, table(*HANDS), "up 3 0", "down 1", "down 5")
    other = replace(down_1, hands=(state.hands[0], *(["3", "3", "4a", "4a", "4b"], ("2",) * 5)))

    assert other != state
    assert encode(game.observe(other, seat)) == encode(game.observe(state, seat))


@pytest.mark.parametrize("reveal", ["never", "end_of_round"])
def test_face_down_cards_are_revealed_after_the_round_if_the_option_says_so(reveal):
    game = Carrera(3, reveal_facedown=reveal)
    last_trick = Trick((Play(0, "3", 0, 0), Play(1, None, 0, 0, "1"), Play(2, "5", 1, 0)), 2)
    state = after(game, table("3", "1", "5"), "up 3 0", "down 1")
    state = replace(state, tricks=table("", trick=6).tricks)
    revealed = (*state.tricks, last_trick) if reveal == "end_of_round" else ()

    assert game.observe(state, 0).revealed == ()
    state = after(game, state, "up 5 1")

    assert game.observe(state, 0).revealed == revealed
    assert game.observe(state, 0).tricks[5].plays[1].face_down is None
    assert game.observe(game.chance(state, Dice(bytes(32), 9)), 0).revealed == revealed


def test_the_trick_counts_from_one_to_six():
    told = [
        (seen.round, seen.trick, seen.to_act is None)
        for at in playthrough(Carrera(3, max_rounds=1), b"tricks")
        if not (seen := Carrera(3).observe(at.state, None)).plays
    ]

    assert told == [(0, 0, True), *((1, trick, False) for trick in range(1, 7)), (1, 6, True)]
