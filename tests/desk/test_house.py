import math
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena.match.events import Decided
from arena.match.log import dump_log
from arena_sdk import Bot, play_local
from arena_sdk.house import NoSuchBot, house_bot, house_names, house_program
from arena_sdk.house.search import SearchBot

GAMES = Registry.installed()
EXAMPLES = Path(__file__).parents[2] / "sdk" / "examples"


def quick(game: str, name: str, worlds: int = 2) -> type[Bot]:
    """Returns a house bot; one that searches looks at few worlds, and never at the time."""
    bot = house_bot(game, name)
    fields = {"worlds": worlds, "share": math.inf}
    return type("Quick", (bot,), fields) if issubclass(bot, SearchBot) else bot


def duel(game: str, better: type[Bot], worse: type[Bot], seeds: range) -> float:
    """Returns what one scores against two of the other, from 0 to 1."""
    scores = []
    for seed in seeds:
        for seat in range(3):
            bots = [worse] * 3
            bots[seat] = better
            ranks = play_local(game, bots, seed=seed)[0].ranks
            others = [rank for other, rank in enumerate(ranks) if other != seat]
            scores += [0.5 if ranks[seat] == r else float(ranks[seat] < r) for r in others]
    return sum(scores) / len(scores)


@pytest.mark.parametrize("game", ["scout", "carrera"])
def test_both_games_have_five_house_bots(game: str) -> None:
    assert house_names(game) == ("first", "random", "greedy", "planner", "search")


def test_any_other_game_has_two() -> None:
    assert house_names("odd-lots") == ("first", "random")
    with pytest.raises(NoSuchBot, match=r"'greedy' for odd-lots; there are: first, random"):
        house_bot("odd-lots", "greedy")


@pytest.mark.parametrize(
    ("game", "seats", "name"),
    [
        (game, seats, name)
        for game in GAMES.names()
        for seats in GAMES.find(game).seat_counts
        for name in house_names(game)
        if name != "first" or game != "scout"  # whoever only scouts plays on for very long
    ],
)
def test_a_house_bot_plays_without_a_fault_and_the_same_again(
    game: str, seats: int, name: str
) -> None:
    bots = [quick(game, name), *[house_bot(game, "random")] * (seats - 1)]

    _, log = play_local(game, bots, seed=3)
    _, again = play_local(game, bots, seed=3)

    assert not [c for e in log if isinstance(e, Decided) for c in e.choices if c.fault]
    assert dump_log(again) == dump_log(log)


@pytest.mark.parametrize("game", ["scout", "carrera"])
def test_the_bot_that_searches_is_no_worse_than_the_planner(game: str) -> None:
    """Three blocks, since they take long, show that it is not broken, no more.

    How good it is takes many: 40 of SCOUT gave 0.60 +- 0.06 and 60 of Carrera 0.74 +- 0.04.
    """
    assert duel(game, quick(game, "search", 12), house_bot(game, "planner"), range(21, 24)) >= 0.5


@pytest.mark.parametrize("game", ["scout", "carrera"])
@pytest.mark.parametrize("name", house_names("scout"))
def test_an_example_is_the_house_bot(game: str, name: str) -> None:
    assert (EXAMPLES / f"{game}_{name}.py").read_text() == house_program(game, name)
