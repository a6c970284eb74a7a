"""What a game is: pure functions over immutable states.

A game never reads a clock, a file, a socket or a global random generator. Everything it needs
comes in as an argument; everything it decides goes out as a return value.
`arena.match.referee` calls it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from arena.games.dice import Dice

Seat: TypeAlias = int
"""A place at the table, counted from 0 in turn order."""

Observation: TypeAlias = Any
"""What one seat may know: a frozen dataclass of the game, made of `int`, `str`, `bool`, `None`,
tuples and further frozen dataclasses, all annotated, so that it can be written as JSON."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Nature is to act: call `Game.chance`."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The named seats are to act: one in sequence, several at once."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """Nobody is to act: the final score of every seat, higher is better."""

    scores: tuple[int, ...]


Turn: TypeAlias = Chance | Decision | Finished

S = TypeVar("S")
A = TypeVar("A")


class Game(Protocol[S, A]):
    """The rules of one game for a fixed number of seats and fixed options.

    States, actions and observations are frozen dataclasses. `str(action)` is the action's
    notation, unique among the legal actions of a seat.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    """Raised when an old match log would no longer replay the same way."""
    seat_counts: ClassVar[range]

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def options(self) -> Mapping[str, str | int | bool]:
        """Every option of the game by name, defaults included."""

    def __init__(self, seats: int, **options: str | int | bool) -> None:
        """Raises `ValueError` that names the seats or the option at fault."""

    def start(self) -> S:
        """Returns the state before anything happened."""

    def turn(self, state: S) -> Turn:
        """Returns who is to act now."""

    def chance(self, state: S, dice: Dice) -> S:
        """Resolves a `Chance` turn, such as a deal."""

    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]:
        """Returns what `seat` may do, never empty; the first is the default action."""

    def apply(self, state: S, actions: Mapping[Seat, A]) -> S:
        """Resolves a `Decision` turn with one legal action per seat of it."""

    def observe(self, state: S, seat: Seat | None) -> Observation:
        """Returns what `seat` may know; `None` is a spectator."""

    def public(self, state: S, seat: Seat, action: A) -> str:
        """Returns the notation of `action`, taken by `seat` in `state`, as other seats see it."""

    def imagine(self, observation: Observation, dice: Dice) -> S:
        """Returns a state that `observation` allows, for bots that search."""
