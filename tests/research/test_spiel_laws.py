"""Every registered game of OpenSpiel keeps the laws of our games, or is listed with a reason."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pyspiel
import pytest
from hypothesis import strategies as st

from arena.games.dice import Dice
from arena.games.kernel import Decision, Finished, Game, Seat, Turn
from arena.games.registry import Registry, UnknownGame
from arena.research.spiel.family import member
from arena.research.spiel.fitting import is_open, obstacle
from arena.research.spiel.imagining import CannotImagine
from arena.research.spiel.observation import Observation
from arena.research.spiel.state import Act, State
from tests.games.catalogue import CATALOGUE, Entry
from tests.games.playthrough import at_random, playthrough
from tests.games.test_laws import LAWS

KINDS = pyspiel.registered_games()
PLAYED = [kind.short_name for kind in KINDS if obstacle(kind) is None]
OPEN = [kind.short_name for kind in KINDS if kind.short_name in PLAYED and is_open(kind)]
REFUSED = [kind.short_name for kind in KINDS if obstacle(kind) is not None]
SEED = b"seventy-seven"
MOST_PLIES = 60
"""After so many a match is called off, but in the test of whether it ends by itself."""
STATES_TO_SEARCH = 10


def called_off(short_name: str) -> Game[Any, Any]:
    """Returns a game in the smallest number of seats above one, which is never long."""
    kind = member(short_name)

    class Short(kind):  # type: ignore[misc, valid-type]
        states_to_search = STATES_TO_SEARCH

        def __init__(self, seats: int, **options: Any) -> None:
            super().__init__(seats, **options)
            self._observed: dict[Observation, State] = {}

        def turn(self, state: State) -> Turn:
            over = len(state.history) >= MOST_PLIES
            return Finished((0,) * self.seats) if over else super().turn(state)

        def observe(self, state: State, seat: Seat | None) -> Observation:
            observation = super().observe(state, seat)
            self._observed[observation] = state
            return observation

        def imagine(self, observation: Observation, dice: Dice) -> State:
            """Remembers a state where too much is hidden, so that the laws go on."""
            try:
                return super().imagine(observation, dice)
            except CannotImagine:
                return self._observed[observation]

    counts = kind.seat_counts
    return Short(2 if 2 in counts else counts[0])


@pytest.fixture(params=PLAYED)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game[Any, Any]:
    game = called_off(request.param)
    entry = Entry(
        options=lambda seats: dict.fromkeys(game.options, st.none()),
        goods=lambda game, state: None,
        exchanged=imagined_by_another,
    )
    monkeypatch.setitem(CATALOGUE, game.name, entry)
    return game


def imagined_by_another(
    game: Any, state: State, seat: Seat | None, choose: Callable[[Seat, Any], Act]
) -> State:
    """Returns another state that looks the same to the seat, if one is found."""
    return game.imagine(game.observe(state, seat), Dice(SEED, choose(0, range(9))))


def test_a_supported_game_keeps_the_laws(game: Game[Any, Any]) -> None:
    for law in LAWS.values():
        law(game, SEED)


@pytest.mark.parametrize("short_name", PLAYED)
def test_random_play_ends_with_what_openspiel_says(short_name: str) -> None:
    kind = member(short_name)
    game = kind(kind.seat_counts[-1] if len(kind.seat_counts) < 4 else kind.seat_counts[1])

    *_, last = playthrough(game, SEED, at_random(SEED))

    assert isinstance(last.turn, Finished)
    assert last.turn.scores == tuple(round(1000 * one) for one in last.state.position.returns())


@pytest.mark.parametrize("short_name", REFUSED)
def test_what_is_not_supported_says_why(short_name: str) -> None:
    with pytest.raises(UnknownGame, match=rf"openspiel:{short_name} is not supported: it"):
        Registry.installed().find(f"openspiel:{short_name}")


def test_most_games_are_supported() -> None:
    assert len(PLAYED) > 100
    assert {"chess", "hearts", "leduc_poker", "backgammon", "go", "bridge"} <= set(PLAYED)


@pytest.mark.parametrize("short_name", ["kuhn_poker", "leduc_poker", "liars_dice", "tiny_hanabi"])
def test_small_games_with_secrets_can_be_imagined(short_name: str) -> None:
    game = member(short_name)(2)
    looked_different = False
    for at in playthrough(game, SEED):
        for seat, draw in product(range(2), range(16)):
            seen = game.observe(at.state, seat)
            imagined = game.imagine(seen, Dice(SEED, draw))
            assert game.observe(imagined, seat) == seen
            looked_different |= imagined != at.state

    assert looked_different, "it imagines hidden cards, it does not know them"


@pytest.mark.parametrize("short_name", OPEN)
def test_where_nothing_is_hidden_the_state_itself_is_imagined(short_name: str) -> None:
    game = called_off(short_name)
    *_, last = playthrough(game, SEED)

    for seat in (*range(game.seats), None):
        assert game.imagine(game.observe(last.state, seat), Dice(SEED, 0)) == last.state


def test_a_game_too_large_to_search_says_so() -> None:
    game = member("hearts")(4)
    first = next(at for at in playthrough(game, SEED) if isinstance(at.turn, Decision))

    with pytest.raises(CannotImagine, match="none of 20000 states"):
        game.imagine(game.observe(first.state, 0), Dice(SEED, 0))
