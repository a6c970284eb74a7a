"""The rules of a game of OpenSpiel as a game of ours."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pyspiel

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Seat, Turn
from arena.research.spiel.chance import drawn
from arena.research.spiel.fitting import is_open
from arena.research.spiel.imagining import searched
from arena.research.spiel.notation import acts
from arena.research.spiel.observation import BOTH, TENSOR, TEXT, Observation, has_tensor, observed
from arena.research.spiel.parameters import Value, loaded, options_of
from arena.research.spiel.state import Act, State, replayed

HIDDEN = "acts"
"""The public notation where something is hidden: what others may know of it, they observe."""

_CHANCE = Chance()


class OpenSpielGame:
    """A game that OpenSpiel plays; a subclass for each has its name and seat counts."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    seat_counts: ClassVar[range]
    states_to_search: ClassVar[int] = 20_000
    """How many states `imagine` looks at before it gives up."""

    def __init__(self, seats: int, **options: Value) -> None:
        kind = _kind(self.name)
        if type(seats) is not int or seats not in self.seat_counts:
            few, many = self.seat_counts[0], self.seat_counts[-1]
            raise ValueError(f"{self.name} is for {few} to {many} seats, not {seats!r}")
        content = options.pop("observation", TEXT)
        if content not in (TEXT, TENSOR, BOTH):
            raise ValueError(f"option observation must be text, tensor or both, not {content!r}")
        known = options_of(kind)
        for name in options:
            if name not in known:
                names = ", ".join(["observation", *known])
                raise ValueError(f"{self.name} has no option {name!r}; it has: {names}")
        game = loaded(kind, seats, options)
        # Options may change what kind of game it is.
        self._kind = game.get_type()
        if content != TEXT and not has_tensor(self._kind):
            raise ValueError(f"option observation must be text: {self.name} has no tensor")
        self._seats = seats
        self._options = {"observation": str(content), **known, **options}
        self._content = str(content)
        self._start = State((), game.new_initial_state())

    @property
    def seats(self) -> int:
        return self._seats

    @property
    def options(self) -> Mapping[str, Value]:
        return self._options

    def start(self) -> State:
        return self._start

    def turn(self, state: State) -> Turn:
        position = state.position
        if position.is_terminal():
            return Finished(state.scores())
        return _CHANCE if position.is_chance_node() else Decision(state.choosing())

    def chance(self, state: State, dice: Dice) -> State:
        return state.after(drawn(state.position.chance_outcomes(), dice))

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Act]:
        return acts(state.position, seat)

    def apply(self, state: State, actions: Mapping[Seat, Act]) -> State:
        return state.after_choices({seat: act.number for seat, act in actions.items()})

    def observe(self, state: State, seat: Seat | None) -> Observation:
        return observed(self._kind, state, seat, self._content)

    def public(self, state: State, seat: Seat, action: Act) -> str:
        return action.notation if is_open(self._kind) else HIDDEN

    def imagine(self, observation: Observation, dice: Dice) -> State:
        """Raises `CannotImagine` where too much is hidden to be searched."""
        if is_open(self._kind):
            return replayed(self._start, observation.history)
        seat = observation.seat
        return searched(
            self._start,
            observation,
            lambda state: self.observe(state, seat) == observation,
            dice,
            self.states_to_search,
        )


def _kind(name: str) -> Any:
    short_name = name.partition(":")[2]
    return next(kind for kind in pyspiel.registered_games() if kind.short_name == short_name)
