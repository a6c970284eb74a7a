"""SCOUT and My Favorite Carrera RS as Python games of OpenSpiel.

Importing this module registers `python_botarena_scout` and `python_botarena_carrera`. Seats that
decide at once act one after another, without seeing what the others chose.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import pyspiel

from arena.research.encodings import ENCODINGS
from arena.research.spiel.ours_state import MatchState, Seeing

SEATS: Final = 4
"""How many play unless the parameter `players` says otherwise."""

_DRAWN_CARDS: Final = 6 * 20
"""The largest deck there can be, and so the most outcomes of one draw."""


class MatchGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is not typed
    """A game of ours for a number of players and its options."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.name
        kind = game_type(name)
        chosen = {**kind.parameter_specification, **(params or {})}
        seats = chosen.pop("players")
        self.encoding = ENCODINGS[name]
        self.rules = self.encoding.game(seats, **{n: _option(v) for n, v in chosen.items()})
        most = _most_points(name, seats, self.rules.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=_DRAWN_CARDS,
            num_players=seats,
            min_utility=-most if name == "scout" else 0,
            max_utility=most,
            max_game_length=_most_decisions(name, seats, self.rules.options),
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> MatchState:
        return MatchState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Seeing:
        return Seeing(self.encoding.layout(self.num_players()))


class ScoutGame(MatchGame):
    """SCOUT."""

    name = "scout"


class CarreraGame(MatchGame):
    """My Favorite Carrera RS."""

    name = "carrera"


def game_type(name: str) -> Any:
    """Returns what OpenSpiel wants to know of a game before one is made."""
    kind = ENCODINGS[name].game
    return pyspiel.GameType(
        short_name=f"python_botarena_{name}",
        long_name=f"Python botarena {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.seat_counts[-1],
        min_num_players=kind.seat_counts[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": SEATS, **kind(SEATS).options},
    )


def _option(value: Any) -> Any:
    """A parameter of OpenSpiel has one type, the option `copies_per_suit` two."""
    return int(value) if isinstance(value, str) and value.isdigit() else value


def _most_decisions(name: str, seats: int, options: Mapping[str, Any]) -> int:
    if name == "carrera":
        return int(options["max_rounds"]) * 6 * seats
    turns = options["max_turns_per_round"] or 10_000
    # Everybody flips, and a Scout & Show is one turn of two decisions.
    return seats * (seats + int(turns) + seats)


def _most_points(name: str, seats: int, options: Mapping[str, Any]) -> int:
    """Carrera ends with the second trophy; in SCOUT, cards and chips are worth one each."""
    return 2 if name == "carrera" else seats * 45 + _most_decisions(name, seats, options)


# OpenSpiel drops what is registered after Python has ended, which only classes survive.
pyspiel.register_game(game_type("scout"), ScoutGame)
pyspiel.register_game(game_type("carrera"), CarreraGame)
