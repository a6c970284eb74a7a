"""What a seat may know of a match of OpenSpiel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.kernel import Seat
from arena.research.spiel.fitting import is_open
from arena.research.spiel.state import State

TEXT, TENSOR, BOTH = "text", "tensor", "both"


@dataclass(frozen=True, slots=True)
class Observation:
    """What OpenSpiel tells a player, and what every player knows anyway."""

    seat: Seat | None
    """Whose knowledge this is; `None` is a spectator's."""
    to_act: tuple[Seat, ...]
    scores: tuple[int, ...]
    """Of a match that is over; otherwise empty."""
    length: int
    """How many actions and outcomes of chance led here."""
    text: str
    """The information state if the game has one, else the observation; where nothing is hidden,
    the observation if there is one, else the position. A spectator of a game that hides
    something sees nothing."""
    tensor: str
    """The same in numbers, each as the shortest decimal, separated by spaces. Empty unless the
    option `observation` asks for it."""
    history: tuple[int, ...]
    """All of it where nothing is hidden; else the actions of this seat alone."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """The tensor as floats."""
        return tuple(map(float, self.tensor.split()))


def observed(kind: Any, state: State, seat: Seat | None, content: str) -> Observation:
    """Returns what a seat, or a spectator, may know of `state`."""
    position = state.position
    return Observation(
        seat=seat,
        to_act=() if position.is_terminal() or position.is_chance_node() else state.choosing(),
        scores=state.scores() if position.is_terminal() else (),
        length=len(state.history),
        text="" if content == TENSOR else _text(kind, position, seat),
        tensor="" if content == TEXT or seat is None else decimals(_tensor(kind, position, seat)),
        history=state.history if is_open(kind) else _own(state, seat),
    )


def has_tensor(kind: Any) -> bool:
    """Returns whether a game can tell in numbers what it tells as text."""
    return bool(kind.provides_information_state_tensor or kind.provides_observation_tensor)


def decimals(numbers: Sequence[float]) -> str:
    """Returns numbers as text."""
    return " ".join(f"{number:.7g}" for number in numbers)


def _text(kind: Any, position: Any, seat: Seat | None) -> str:
    if is_open(kind):
        plain = seat is None or not kind.provides_observation_string
        return str(position) if plain else str(position.observation_string(seat))
    if seat is None:
        return ""
    if kind.provides_information_state_string:
        return str(position.information_state_string(seat))
    return str(position.observation_string(seat))


def _tensor(kind: Any, position: Any, seat: Seat) -> Sequence[float]:
    hides = not is_open(kind) or not kind.provides_observation_tensor
    tensor: Sequence[float] = (
        position.information_state_tensor(seat)
        if hides and kind.provides_information_state_tensor
        else position.observation_tensor(seat)
    )
    return tensor


def _own(state: State, seat: Seat | None) -> tuple[int, ...]:
    taken = state.position.full_history()
    return tuple(step.action for step in taken if seat is not None and step.player == seat)
