"""States that an observation allows.

Where nothing is hidden there is one. Elsewhere OpenSpiel does not say what a player could have
missed, so that the histories are searched, in an order drawn by the dice, until one looks the
same. Past a simultaneous node there is no searching.
"""

import itertools
from collections.abc import Callable, Iterator

from arena.games.dice import Dice
from arena.research.spiel.observation import Observation
from arena.research.spiel.state import State


class CannotImagine(LookupError):
    """No state was found within so many that were looked at."""


def searched(
    start: State,
    seen: Observation,
    looks_the_same: Callable[[State], bool],
    dice: Dice,
    most: int,
) -> State:
    """Raises `CannotImagine`."""
    for state in itertools.islice(_histories(start, seen, dice), most):
        if len(state.history) == seen.length and looks_the_same(state):
            return state
    raise CannotImagine(f"none of {most} states looks like this to seat {seen.seat}")


def _histories(start: State, seen: Observation, dice: Dice) -> Iterator[State]:
    """Yields states depth first, in which this seat acts as it did."""
    yield start
    to_come = _steps(start, 0, seen, dice, 0)
    for count in itertools.count(1):
        if not to_come:
            return
        before, action, own = to_come.pop()
        state = before.after(action)
        yield state
        own += before.position.current_player() == seen.seat
        to_come += _steps(state, own, seen, dice, count)


def _steps(
    state: State, own: int, seen: Observation, dice: Dice, count: int
) -> list[tuple[State, int, int]]:
    """Returns what may have come next: state, action, and how often this seat had acted."""
    position = state.position
    if len(state.history) == seen.length or not (
        position.is_chance_node() or position.is_player_node()
    ):
        return []
    if position.is_chance_node():
        actions = [action for action, chance in position.chance_outcomes() if chance > 0]
    else:
        actions = position.legal_actions()
    if position.current_player() == seen.seat:
        return [(state, action, own) for action in actions if action in seen.history[own : own + 1]]
    order = dice.permutation(len(actions), f"imagine/{count}")
    return [(state, actions[place], own) for place in order]
