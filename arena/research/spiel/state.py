"""A state of an OpenSpiel game, which nothing changes once it is there."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

UNITS = 1000
"""Scores are whole numbers, and returns may be fractions: a score is so many times the return."""

_NOTHING = 0
"""What stands in a joint action for a player without a choice."""


@dataclass(frozen=True, slots=True)
class Act:
    """An action of OpenSpiel."""

    number: int
    notation: str

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class State:
    """A history, and the position that it led to."""

    history: tuple[int, ...]
    """Actions and outcomes of chance; at a simultaneous node one for each player."""
    position: Any = field(compare=False, repr=False)
    """A `pyspiel.State` that is only ever asked and cloned."""

    def scores(self) -> tuple[int, ...]:
        """Returns the scores of a match that is over."""
        return tuple(round(UNITS * points) for points in self.position.returns())

    def after(self, action: int) -> "State":
        """Returns the state after an action of the one player to act, or of chance."""
        position = self.position.clone()
        position.apply_action(action)
        return State((*self.history, action), position)

    def after_all(self, actions: Iterable[int]) -> "State":
        """Returns the state after a joint action: one for each player."""
        joint = tuple(actions)
        position = self.position.clone()
        position.apply_actions(list(joint))
        return State((*self.history, *joint), position)

    def choosing(self) -> tuple[int, ...]:
        """Returns the players that have a choice here."""
        position = self.position
        if position.is_simultaneous_node():
            return tuple(p for p in range(position.num_players()) if position.legal_actions(p))
        return (position.current_player(),)

    def after_choices(self, chosen: dict[int, int]) -> "State":
        """Returns the state after what each of the choosing players has chosen."""
        if self.position.is_simultaneous_node():
            players = range(self.position.num_players())
            return self.after_all(chosen.get(player, _NOTHING) for player in players)
        (action,) = chosen.values()
        return self.after(action)


def replayed(start: State, history: tuple[int, ...]) -> State:
    """Returns the state that `history` leads to from the start."""
    position, at = start.position.clone(), 0
    while at < len(history):
        if position.is_simultaneous_node():
            players = position.num_players()
            position.apply_actions(list(history[at : at + players]))
            at += players
        else:
            position.apply_action(history[at])
            at += 1
    return State(history, position)
