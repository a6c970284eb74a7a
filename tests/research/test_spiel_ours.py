"""Our games inside OpenSpiel."""

import random
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import botarena.openspiel  # noqa: F401  # registers them
from arena.games.dice import Dice
from arena.games.kernel import Finished
from arena.games.scout import Scout
from arena.research.spiel.events import Rehearsed, Scripted

TABLES = [("scout", 2), ("scout", 3), ("carrera", 3), ("carrera", 4), ("carrera", 5)]


def load(name: str, players: int, **parameters: Any) -> Any:
    return pyspiel.load_game(f"python_botarena_{name}", {"players": players, **parameters})


def played(game: Any, seed: int) -> Any:
    draw, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_openspiel_accepts_our_game(name: str, players: int) -> None:
    short = {"scout": {"max_turns_per_round": 12}, "carrera": {"max_rounds": 2}}[name]

    pyspiel.random_sim_test(load(name, players, **short), 1, True, False)


@pytest.mark.parametrize(
    ("name", "players"), [("scout", 4), ("scout", 5), *TABLES], ids=lambda value: str(value)
)
def test_returns_are_the_scores_within_what_was_announced(name: str, players: int) -> None:
    game = load(name, players)

    state = played(game, 3)

    scores = game.rules.turn(state.match)
    assert isinstance(scores, Finished)
    assert tuple(state.returns()) == scores.scores
    assert all(game.min_utility() <= score <= game.max_utility() for score in scores.scores)
    assert sum(step.player >= 0 for step in state.full_history()) <= game.max_game_length()


def test_an_observation_is_the_vector_and_the_text_of_ours() -> None:
    game = load("scout", 3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    seeing = make_observation(game)

    seeing.set_from(state, 2)

    vector = np.frombuffer(state.vector(2), np.int8)
    assert (seeing.tensor == vector).all()
    assert seeing.dict["hand"].shape == (45, 2)
    assert state.observation_tensor(2) == list(vector)
    assert '"seat":2' in state.observation_string(2)


def test_seats_that_choose_at_once_do_not_see_each_other() -> None:
    first, second = (load("scout", 3).new_initial_state() for _ in range(2))
    for state, choice in ((first, 0), (second, 1)):
        while state.is_chance_node():
            state.apply_action(0)
        state.apply_action(choice)

    assert first.current_player() == second.current_player() == 1
    assert first.observation_string(1) == second.observation_string(1)
    assert first.observation_string(0) == second.observation_string(0)


def test_options_are_parameters() -> None:
    game = load("carrera", 3, copies_per_suit="9", placement="winner_only")

    assert game.rules.options["copies_per_suit"] == 9
    assert game.rules.options["placement"] == "winner_only"


def test_draws_make_every_permutation_as_likely_as_any_other() -> None:
    asked = Rehearsed()
    asked.permutation(3, "deal")
    asked.integer(1, "nobody")
    asked.bits(1, "turn")
    assert asked.bounds == [3, 2, 2]

    orders = Counter(
        Scripted((first, second)).permutation(3, "deal")
        for first in range(3)
        for second in range(2)
    )

    assert len(orders) == 6


def test_a_drawn_deal_is_a_deal_of_our_game() -> None:
    game, asked = Scout(4), Rehearsed()
    game.chance(game.start(), asked)
    dice = Dice(b"x", 0)

    state = game.chance(
        game.start(),
        Scripted([dice.integer(bound, str(n)) for n, bound in enumerate(asked.bounds)]),
    )

    cards = {card.upright for hand in state.play.hands for card in hand}
    assert len(cards) == 44


def test_python_ends_in_peace_after_it() -> None:
    script = "import pyspiel, botarena.openspiel; pyspiel.load_game('python_botarena_carrera')"

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


def test_whoever_lacks_the_extra_is_told_its_name() -> None:
    script = (
        "from importlib import util; known = util.find_spec\n"
        "util.find_spec = lambda name: None if name == 'pyspiel' else known(name)\n"
        "import botarena.openspiel"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "botarena.openspiel needs pyspiel: pip install 'botarena[openspiel]'" in done.stderr
