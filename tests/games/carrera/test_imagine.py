"""Imagined states, against all deals there are."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, permutations

import pytest

from arena.games.carrera import SUITS, Carrera, Play, State, Trick, winner
from arena.games.dice import Dice
from arena.games.kernel import Seat
from tests.games.playthrough import playthrough

from .tables import after, table

SAMPLES = 3000
POWERFUL = {"facedown_one_has_power": True}


def imagined(game: Carrera, state: State, seat: Seat | None, samples: int) -> Iterator[State]:
    observation = game.observe(state, seat)
    return (game.imagine(observation, Dice(b"imagine", number)) for number in range(samples))


def is_hidden(play: Play, seat: Seat | None) -> bool:
    return play.suit is None and play.seat != seat


def undealt(game: Carrera, state: State) -> Counter[str]:
    """Returns the cards that are in nobody's hand and in no trick."""
    copies = game.options["copies_per_suit"]
    left = Counter(dict.fromkeys(SUITS, game.seats if copies == "n" else copies))
    left.subtract(chain(*state.hands))
    left.subtract(play.suit or play.face_down for play in every_play(state))
    return left


def every_play(state: State) -> Iterator[Play]:
    return chain(state.plays, *(trick.plays for trick in state.tricks))


def exchanged(state: State, seat: Seat | None, cards: Iterator[str]) -> State:
    """Returns `state` with the next of `cards` in every place that `seat` cannot see."""

    def filled(plays: tuple[Play, ...]) -> tuple[Play, ...]:
        return tuple(
            replace(play, face_down=next(cards)) if is_hidden(play, seat) else play
            for play in plays
        )

    return replace(
        state,
        plays=filled(state.plays),
        tricks=tuple(Trick(filled(trick.plays), trick.winner) for trick in state.tricks),
        hands=tuple(
            hand if holder == seat else tuple(sorted(islice(cards, len(hand))))
            for holder, hand in enumerate(state.hands)
        ),
    )


def possible(game: Carrera, state: State, seat: Seat | None) -> Counter[State]:
    """Counts, by state, the ways to lay the physical cards that `seat` cannot see."""
    hidden = [card for holder, hand in enumerate(state.hands) if holder != seat for card in hand]
    hidden += [play.face_down for play in every_play(state) if is_hidden(play, seat)]
    unseen = [*hidden, *undealt(game, state).elements()]
    states = (exchanged(state, seat, iter(cards)) for cards in permutations(unseen, len(hidden)))
    power = game.options["facedown_one_has_power"]
    return Counter(
        state
        for state in states
        if all(
            winner(trick.plays, facedown_one_has_power=power) == trick.winner
            for trick in state.tricks
        )
    )


PLAIN = after(
    Carrera(3),
    table("1 2 3 4a 5 5", "1 2 3 4a 4b 5", "1 2 3 4a 4b 4b"),
    *("up 3 0", "down 4b", "up 1 0"),
    *("up 4a 0", "up 5 1", "up 2 0"),
    *("up 4a 0", "down 4a", "down 5"),
    *("up 3 0", "down 3", "up 2 0"),
    *("up 2 0", "up 4b 0", "up 1 0"),
    *("down 1",),
)
POWER = after(
    Carrera(4, **POWERFUL),
    table(*["1 2 3 4a 4b 5"] * 4),
    *("up 5 0", "down 1", "up 3 0", "down 2"),  # the 3 wins: one of the two is a 1
    *("up 4a 0", "down 3", "up 3 0", "up 2 0"),  # the 4a wins: that is no 1
    *("up 5 0", "up 4b 0", "up 4a 0", "up 3 0"),
    *("up 4b 0", "up 5 0", "up 1 0", "up 4a 0"),
    *("up 2 0", "up 4a 0", "up 4b 0", "up 5 0"),
    *("up 1 0",),
)
OVER = after(Carrera(4, **POWERFUL), POWER, "down 1", "up 2 0", "up 4b 0")


@pytest.mark.parametrize(
    ("options", "state", "seat"),
    [
        *(pytest.param({}, PLAIN, seat, id=f"plain-{seat}") for seat in (0, 1, 2, None)),
        pytest.param({"copies_per_suit": 4}, PLAIN, 0, id="left-over"),
        *(pytest.param(POWERFUL, POWER, seat, id=f"power-{seat}") for seat in (0, 1, 2, 3, None)),
        pytest.param(POWERFUL, OVER, None, id="power-after-the-round"),
    ],
)
def test_every_possible_deal_is_equally_likely(options, state, seat):
    game = Carrera(len(state.hands), **options)
    ways = possible(game, state, seat)
    assert state in ways

    drawn = Counter(imagined(game, state, seat, SAMPLES))

    assert_even(drawn, ways)


def assert_even(drawn: Counter[State], ways: Counter[State]) -> None:
    """Compares by chi-square, four standard deviations being allowed; the dice are fixed."""
    assert set(drawn) <= set(ways)
    assert len(ways) > 1
    expected = {state: drawn.total() * n / ways.total() for state, n in ways.items()}
    chi_square = sum((drawn[state] - e) ** 2 / e for state, e in expected.items())
    freedom = len(ways) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("options", [{}, POWERFUL, {"reveal_facedown": "end_of_round"}])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_imagined_looks_the_same(seats, options):
    game = Carrera(seats, **options)
    for at in playthrough(game, b"looks"):
        for seat in (*range(seats), None):
            observation = game.observe(at.state, seat)

            (state,) = imagined(game, at.state, seat, 1)

            assert game.observe(state, seat) == observation
            assert game.turn(state) == at.turn


def test_revealed_cards_are_known():
    game = Carrera(3, reveal_facedown="end_of_round")
    state = after(game, PLAIN, "down 4b", "down 5")

    assert set(imagined(game, state, None, 20)) == {state}


def test_the_same_dice_imagine_the_same():
    first, again = (list(imagined(Carrera(3), PLAIN, 0, 20)) for _ in range(2))

    assert first == again
    assert len(set(first)) > 1


def test_an_observation_that_no_deal_fits_is_refused():
    game = Carrera(4, **POWERFUL)
    observation = game.observe(POWER, None)
    no_ones_left = replace(observation, plays=(*[Play(0, "1", 0, 0)] * 3,))

    with pytest.raises(ValueError, match="no deal"):
        game.imagine(no_ones_left, Dice(b"imagine", 0))
