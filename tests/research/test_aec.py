"""The PettingZoo environments keep PettingZoo's own rules, and ours."""

import pickle
import random
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from arena.research.aec.rewards import duels
from arena.research.aec.table import PlainTable
from arena.research.aec.tables import table_for
from arena.research.encodings import ENCODINGS
from botarena.pettingzoo import carrera_v1, scout_v1
from tests.games.catalogue import CATALOGUE

MODULES = {"scout": scout_v1, "carrera": carrera_v1}
TABLES = [(name, seats) for name in MODULES for seats in ENCODINGS[name].game.seat_counts]
at_every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


def drawn_options(data: st.DataObject, game: str, seats: int) -> dict[str, Any]:
    return data.draw(st.fixed_dictionaries(CATALOGUE[game].options(seats)), "options")


def played(env: Any, seed: int) -> list[tuple[str, dict[str, Any]]]:
    """Returns every agent's turn with what it saw, in a match of random play."""
    draw = random.Random(seed)
    env.reset(seed=seed)
    turns = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        turns.append((agent, seen))
        over = terminated or truncated
        env.step(None if over else draw.choice(np.flatnonzero(seen["action_mask"])))
    return turns


@at_every_table
def test_pettingzoo_accepts_the_environment(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Two that it spares its own environments with action masks, by their names.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(MODULES[game].env(seats=seats), num_cycles=100)
        seed_test(lambda: MODULES[game].env(seats=seats), num_cycles=40)


@settings(max_examples=6)
@given(data=st.data(), seed=st.integers(0, 2**63))
@at_every_table
def test_every_observation_lies_in_its_space_under_any_options(
    game: str, seats: int, data: st.DataObject, seed: int
) -> None:
    env = MODULES[game].env(seats=seats, **drawn_options(data, game, seats))

    for agent, seen in played(env, seed):
        assert env.observation_space(agent).contains(seen)


@at_every_table
def test_a_match_ends_with_the_rewards_of_its_scores(game: str, seats: int) -> None:
    for reward in ("duels", "scores"):
        env = MODULES[game].env(seats=seats, reward=reward)
        env.reset(seed=5)
        draw, paid = random.Random(5), {}
        for agent in env.agent_iter():
            seen, earned, terminated, _, _ = env.last()
            if terminated:
                paid[agent] = earned
                env.step(None)
            else:
                assert earned == 0
                env.step(draw.choice(np.flatnonzero(seen["action_mask"])))
        assert list(paid) == env.possible_agents
        if reward == "duels":
            scored = paid
            assert sum(paid.values()) == pytest.approx(0)
    assert tuple(scored.values()) == duels([int(score) for score in paid.values()])


@settings(max_examples=12)
@given(data=st.data(), seed=st.integers(0, 2**32))
@at_every_table
def test_the_quick_table_plays_by_the_rules(
    game: str, seats: int, data: st.DataObject, seed: int
) -> None:
    """Action by action: who acts, what is legal, what every seat sees, and the scores."""
    options = drawn_options(data, game, seats)
    quick = table_for(game, seats, options, to_be_drawn=False)
    plain = PlainTable(ENCODINGS[game], seats, options)
    assert type(quick) is not PlainTable

    draw = random.Random(seed)
    for table in (quick, plain):
        table.open(np.random.default_rng(seed))
    while plain.scores is None:
        assert (quick.scores, quick.actor) == (None, plain.actor)
        mask = plain.mask
        assert quick.mask == mask
        assert [quick.vector(s) for s in range(seats)] == [plain.vector(s) for s in range(seats)]
        action = draw.choice([number for number, legal in enumerate(mask) if legal])
        for table in (quick, plain):
            table.choose(action)

    assert quick.scores == plain.scores
    assert [quick.vector(s) for s in range(seats)] == [plain.vector(s) for s in range(seats)]


def test_a_table_can_be_opened_again() -> None:
    for game, seats in TABLES:
        env = MODULES[game].env(seats=seats)
        first = played(env, 1)

        again = played(env, 1)

        assert [agent for agent, _ in again] == [agent for agent, _ in first]
        assert all(
            (one["observation"] == other["observation"]).all()
            for (_, one), (_, other) in zip(first, again, strict=True)
        )


def test_duels_are_what_a_ladder_rates() -> None:
    assert duels((7, 3, 3)) == (1.0, -0.5, -0.5)
    assert duels((1, 1)) == (0.0, 0.0)
    assert duels((1, 2, 3, 4)) == pytest.approx((-1, -1 / 3, 1 / 3, 1))


@pytest.mark.parametrize("seats", range(2, 6))
def test_nobody_sees_a_choice_before_all_have_made_theirs(seats: int) -> None:
    """All seats keep or flip at once; a later agent sees the same whatever an earlier one chose."""

    def seen_after(first: int) -> list[bytes]:
        env = scout_v1.env(seats=seats)
        env.reset(seed=3)
        found = []
        for agent in env.possible_agents:
            assert env.agent_selection == agent
            found.append(env.last()[0]["observation"].tobytes())
            env.step(first if agent == "seat_0" else 0)
        return found

    assert seen_after(0) == seen_after(1)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = scout_v1.env(seats=3)
    env.reset(seed=1)
    before = env.last()[0]["observation"].tobytes()

    for wrong in (2, 811, 812, -1, None):
        with pytest.raises(ValueError, match="seat_0 may not play"):
            env.step(wrong)

    assert env.agent_selection == "seat_0"
    assert env.last()[0]["observation"].tobytes() == before


def test_whatever_is_done_to_an_observation_stays_with_whoever_does_it() -> None:
    env = scout_v1.env(seats=3)
    env.reset(seed=1)
    seen = env.last()[0]

    seen["action_mask"][:] = 1
    seen["observation"][:] = 0

    assert env.last()[0]["action_mask"].sum() == 2
    with pytest.raises(ValueError, match="may not play"):
        env.step(2)


def test_resets_without_a_seed_go_on_from_the_last_one() -> None:
    def deals(env: Any) -> list[bytes]:
        env.reset(seed=9)
        found = [env.observe("seat_0")["observation"].tobytes()]
        for _ in range(2):
            env.reset()
            found.append(env.observe("seat_0")["observation"].tobytes())
        return found

    first = deals(scout_v1.env(seats=4))

    assert len(set(first)) == 3
    assert deals(scout_v1.env(seats=4)) == first


@pytest.mark.parametrize("game", MODULES)
def test_actions_are_named_as_in_the_arena(game: str) -> None:
    env = MODULES[game].env(seats=3)
    env.reset(seed=2)

    assert len(set(env.notations)) == env.action_space("seat_0").n
    assert len(env.last()[0]["action_mask"]) == len(env.notations)
    assert env.notations[0] == {"scout": "keep", "carrera": "down 1"}[game]


@pytest.mark.parametrize("game", MODULES)
def test_rendering_shows_every_hand(game: str) -> None:
    env = MODULES[game].env(seats=3, render_mode="ansi")
    env.reset(seed=2)

    text = env.render()

    assert [line.split(":")[0].strip("> ") for line in text.splitlines()[1:]] == [
        "seat 0",
        "seat 1",
        "seat 2",
    ]
    assert MODULES[game].env(seats=3).render() is None


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(scout_v1.env(seats=2, start_player="random")))

    assert played(env, 4)[0][0] == "seat_0"


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"seats": 7}, "7"),
        ({"jokers": 2}, "jokers"),
        ({"reward": "x"}, "x"),
        ({"render_mode": "x"}, "x"),
    ],
)
def test_wrong_arguments_are_named(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        scout_v1.env(**wrong)


def test_whoever_lacks_the_extra_is_told_its_name() -> None:
    script = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from importlib import util; known = util.find_spec\n"
        "util.find_spec = lambda name: None if name == 'gymnasium' else known(name)\n"
        "import botarena.v1.match_pb2\n"
        "import botarena.pettingzoo"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "ModuleNotFoundError: botarena.pettingzoo needs gymnasium: " in done.stderr
    assert "pip install 'botarena[rl]'" in done.stderr


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.last(),
        lambda env: env.step(0),
        lambda env: env.observe("seat_0"),
        lambda env: env.render(),
        lambda env: env.rewards,
    ],
)
def test_whatever_needs_a_match_says_that_there_is_none_yet(use: Any) -> None:
    with pytest.raises(AttributeError, match=r"call reset\(\) first"):
        use(scout_v1.env(seats=3, render_mode="ansi"))


@pytest.mark.parametrize("action", ["keep", [1, 2]])
def test_an_action_that_is_no_number_is_refused(action: Any) -> None:
    env = scout_v1.env(seats=3)
    env.reset(seed=1)

    with pytest.raises(ValueError, match="an action is a number"):
        env.step(action)
    env.step(env.last()[0]["action_mask"].argmax())


def test_an_attribute_that_never_is_there_is_missing_as_usual() -> None:
    assert not hasattr(scout_v1.env(seats=3), "board")
