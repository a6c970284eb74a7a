"""What is particular about games of OpenSpiel here: names, chance, options, observations."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from arena.games.dice import Dice
from arena.games.kernel import Decision
from arena.games.registry import Registry, UnknownGame
from arena.match.replay import verify
from arena.research.spiel.chance import drawn, shares
from arena.research.spiel.family import member
from arena.research.spiel.listing import renewed
from arena.research.spiel.notation import acts
from arena_sdk import play_local
from arena_sdk.house import house_bot
from tests.games.playthrough import playthrough

PAGE = Path(__file__).parents[2] / "docs/openspiel.md"
SEED = b"a seed"


class Position:
    """A position with actions of these names."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def legal_actions(self, player: int) -> list[int]:
        return [10 * place for place in range(len(self._names))]

    def action_to_string(self, player: int, action: int) -> str:
        return self._names[action // 10]


@pytest.mark.parametrize(
    ("names", "notations"),
    [
        (("call", "fold"), ["call", "fold"]),
        (("go", "go", "stay"), ["go#0", "go#10", "stay"]),
        (("", "a\nb"), ["action#0", "a b"]),
        (("go", "go", "go#10"), ["action#0", "action#10", "action#20"]),
    ],
)
def test_actions_are_called_as_openspiel_does_unless_that_is_ambiguous(
    names: tuple[str, ...], notations: list[str]
) -> None:
    assert [str(act) for act in acts(Position(*names), 0)] == notations


@pytest.mark.parametrize(
    ("chances", "weights"),
    [
        ((1 / 3, 2 / 3), [1, 2]),
        ((1 / 6, 5 / 6), [1, 5]),
        ((0.7, 0.2, 0.1), [7, 2, 1]),
        ((1 / 7776, 7775 / 7776), [1, 7775]),
    ],
)
def test_probabilities_are_the_fractions_that_were_meant(
    chances: tuple[float, ...], weights: list[int]
) -> None:
    assert shares(chances) == weights


def test_probabilities_that_are_no_fractions_are_taken_as_they_are() -> None:
    odd = (2**-60, 1 - 2**-53)

    first, second = shares(odd)

    assert first / second == odd[0] / odd[1]


def test_outcomes_come_as_often_as_they_should_and_impossible_ones_never() -> None:
    outcomes = [(4, 0.5), (9, 0.0), (2, 0.25), (7, 0.25)]

    counts = Counter(drawn(outcomes, Dice(SEED, draw)) for draw in range(4000))

    assert counts.keys() == {4, 2, 7}
    # Four standard deviations to either side.
    assert abs(counts[4] - 2000) < 130
    assert abs(counts[2] - 1000) < 110


def test_a_match_is_played_and_its_log_verified() -> None:
    for name in ("openspiel:leduc_poker", "openspiel:goofspiel", "openspiel:backgammon"):
        outcome, log = play_local(name, [house_bot(name, "random")] * 2, seed=SEED)

        verify(Registry.installed(), log)
        assert sum(outcome.scores) == 0


def test_nobody_hears_a_hidden_action() -> None:
    poker, chess = member("kuhn_poker")(2), member("chess")(2)
    at = next(at for at in playthrough(poker, SEED) if isinstance(at.turn, Decision))
    act = poker.legal_actions(at.state, 0)[0]
    move = chess.legal_actions(chess.start(), 1)[0]

    assert poker.public(at.state, 0, act) == "acts"
    assert chess.public(chess.start(), 1, move) == str(move)
    assert poker.observe(at.state, None).text == ""


def test_tensors_come_along_when_asked_for() -> None:
    game = member("leduc_poker")(2, observation="both")
    position = pyspiel.load_game("leduc_poker").new_initial_state()

    seen = game.observe(game.start(), 1)

    assert list(seen.numbers) == position.information_state_tensor(1)
    assert seen.text == position.information_state_string(1)
    assert member("leduc_poker")(2, observation="tensor").observe(game.start(), 1).text == ""
    assert member("leduc_poker")(2).observe(game.start(), 1).tensor == ""


@pytest.mark.parametrize(
    ("game", "options", "named"),
    [
        ("leduc_poker", {"jokers": 1}, "jokers"),
        ("leduc_poker", {"suit_isomorphism": 1}, "suit_isomorphism"),
        ("leduc_poker", {"observation": "smell"}, "observation"),
        ("bargaining", {"discount": "often"}, "discount"),
        ("bargaining", {"discount": 1}, "discount"),
        ("bargaining", {"instances_file": "/etc/passwd"}, "instances_file"),
        ("hearts", {"observation": "tensor", "pass_cards": "no"}, "pass_cards"),
        ("hanabi", {"colors": -7}, "colors"),
        ("go", {"board_size": -7}, "board_size=-7"),
        ("breakthrough", {"rows": 0}, "rows=0"),
        ("tiny_hanabi", {"num_players": 3}, "num_players=3"),
    ],
)
def test_wrong_options_are_named(game: str, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        member(game)(2 if game != "hearts" else 4, **options)


def test_options_reach_the_game() -> None:
    small = member("go")(2, board_size=5, komi="0.5")

    assert small.options["board_size"] == 5
    assert len(small.legal_actions(small.start(), 0)) == 26
    assert member("go")(2).options["komi"] == "7.5"


def test_a_game_is_for_as_many_as_openspiel_makes_it_for() -> None:
    assert member("hearts").seat_counts == range(4, 5)
    assert member("leduc_poker").seat_counts == range(2, 11)
    assert member("pathfinding").seat_counts == range(1, 2)
    with pytest.raises(ValueError, match="hearts is for 4 to 4 seats, not 5"):
        member("hearts")(5)


def test_openspiel_is_loaded_only_when_it_is_asked_for() -> None:
    script = (
        "import sys; from arena.games.registry import Registry; games = Registry.installed();"
        "assert 'pyspiel' not in sys.modules; games.find('openspiel:nim');"
        "assert 'pyspiel' in sys.modules; print(games.names())"
    )

    names = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout

    assert "openspiel" not in names


def test_whoever_lacks_the_extra_is_told_its_name() -> None:
    script = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from arena.games.registry import Registry\n"
        "Registry.installed().find('openspiel:chess')"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "openspiel:chess needs pyspiel: pip install 'botarena[openspiel]'" in done.stderr


def test_a_game_that_openspiel_has_not_is_unknown() -> None:
    with pytest.raises(UnknownGame, match="OpenSpiel has no game 'scout'"):
        Registry.installed().find("openspiel:scout")


def test_the_page_lists_what_is_supported() -> None:
    page = PAGE.read_text()

    assert renewed(page) == page
