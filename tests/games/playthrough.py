"""Plays matches with nobody but the rules, for tests."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Game, Seat, Turn

Choose: TypeAlias = Callable[[Seat, Sequence[Any]], Any]
"""Picks one of a seat's legal actions."""

PLY_LIMIT = 4_000
"""No match under the options that tests draw is as long; one that is goes round in circles."""


@dataclass(frozen=True, slots=True)
class Position:
    """A state, whose turn it is there, and how many plies and chance events led to it."""

    ply: int
    state: Any
    turn: Turn
    draws: int


def default(seat: Seat, legal: Sequence[Any]) -> Any:
    """Chooses what the referee chooses for a seat that does not answer."""
    return legal[0]


def at_random(seed: bytes) -> Choose:
    """Chooses any legal action, the same ones for the same seed."""
    random = Random(seed)
    return lambda seat, legal: random.choice(legal)


def playthrough(
    game: Game[Any, Any],
    seed: bytes,
    choose: Choose | None = None,
    *,
    state: Any = None,
    ply: int = 0,
    draws: int = 0,
) -> Iterator[Position]:
    """Yields every position of one match, from the start to the finished one.

    Seats choose at random unless told otherwise; `state` at `ply`, after `draws` chance events,
    goes on in mid-match.
    """
    choose = choose or at_random(seed)
    state = game.start() if state is None else state
    for _ in range(PLY_LIMIT):
        turn = game.turn(state)
        yield Position(ply, state, turn, draws)
        match turn:
            case Finished():
                return
            case Chance():
                state = game.chance(state, Dice(seed, draws))
                draws += 1
            case Decision(seats):
                state = game.apply(
                    state, {seat: choose(seat, game.legal_actions(state, seat)) for seat in seats}
                )
        ply += 1
    raise AssertionError(f"{game.name} is not over after {PLY_LIMIT} plies")


def sampled(game: Game[Any, Any], seed: bytes, count: int = 12) -> list[Position]:
    """Returns about `count` positions from all over a match of random play, and its last one."""
    positions = list(playthrough(game, seed))
    stride = -(-len(positions) // count)
    return [*positions[seed[0] % stride : -1 : stride], positions[-1]]
