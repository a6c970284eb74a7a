"""The house bots by name, so that `house:greedy` is the greedy bot of whatever game is played."""

import inspect
from collections.abc import Mapping
from pathlib import Path

from arena_sdk.bot import Bot
from arena_sdk.house import carrera_greedy, carrera_planner, scout_greedy, scout_planner
from arena_sdk.house.carrera_search import CarreraSearchBot
from arena_sdk.house.first_bot import FirstBot
from arena_sdk.house.random_bot import RandomBot
from arena_sdk.house.scout_search import ScoutSearchBot

_ANY_GAME: Mapping[str, type[Bot]] = {"first": FirstBot, "random": RandomBot}

_ONE_GAME: Mapping[str, Mapping[str, type[Bot]]] = {
    "carrera": {
        "greedy": carrera_greedy.GreedyBot,
        "planner": carrera_planner.PlannerBot,
        "search": CarreraSearchBot,
    },
    "scout": {
        "greedy": scout_greedy.GreedyBot,
        "planner": scout_planner.PlannerBot,
        "search": ScoutSearchBot,
    },
}


class NoSuchBot(LookupError):
    """The house has no bot of this name for this game."""


def house_bot(game: str, name: str) -> type[Bot]:
    """Raises `NoSuchBot`."""
    bots = {**_ANY_GAME, **_ONE_GAME.get(game, {})}
    if name not in bots:
        known = ", ".join(bots)
        raise NoSuchBot(f"the house has no bot {name!r} for {game}; there are: {known}")
    return bots[name]


def house_names(game: str) -> tuple[str, ...]:
    """Returns the names for a game, the weakest bot first."""
    return (*_ANY_GAME, *_ONE_GAME.get(game, {}))


def house_program(game: str, name: str) -> str:
    """Returns the source text of a house bot; raises `NoSuchBot`."""
    return Path(inspect.getfile(house_bot(game, name))).read_text()
