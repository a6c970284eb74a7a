"""Tables to test on, built by hand or dealt, and plays by notation."""

from arena.games.carrera import Carrera, State, Trick
from arena.games.dice import Dice
from arena.games.kernel import Decision

PAST = Trick((), None)
"""A finished trick that does not matter."""


def table(*hands: str, trick: int = 1, **known) -> State:
    """Returns a table in round 1 whose hands are written as suits with spaces between."""
    seats = len(hands)
    fresh = {
        "fuel": (5,) * seats,
        "momentum": (0,) * seats,
        "trophies": (0,) * seats,
        "leader": 0,
        "round": 1,
    }
    dealt = tuple(tuple(hand.split()) for hand in hands)
    return State(hands=dealt, tricks=(PAST,) * (trick - 1), **(fresh | known))


def notations(game: Carrera, state: State) -> list[str]:
    """Returns what the seat to act may do."""
    return [str(action) for action in game.legal_actions(state, state.to_act)]


def after(game: Carrera, state: State, *played: str) -> State:
    """Returns the state after the seats to act played these notations, one after the other."""
    for notation in played:
        match game.turn(state):
            case Decision((seat,)):
                legal = {str(action): action for action in game.legal_actions(state, seat)}
                state = game.apply(state, {seat: legal[notation]})
            case turn:
                raise AssertionError(f"{notation} cannot be played: {turn}")
    return state


def dealt(game: Carrera, seed: int = 0) -> State:
    """Returns the state after the first deal."""
    return game.chance(game.start(), Dice(seed.to_bytes(32, "big"), 0))
