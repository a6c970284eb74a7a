"""One match in numbers: who is to act, what it may do and what it sees."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

import numpy as np

from arena.games.kernel import Chance, Decision, Finished, Seat
from arena.research.aec.dice import QuickDice
from arena.research.encodings import Encoding

Options: TypeAlias = Mapping[str, str | int | bool]


class Table(Protocol):
    """A match that goes on at the same table: its state changes."""

    actor: Seat
    """Who is to act next; seats of one decision come one after another."""
    mask: bytes | bytearray
    """For every action whether the actor may take it, 1 or 0; only the table changes it."""
    scores: tuple[int, ...] | None
    """Set once the match is over."""

    def open(self, generator: np.random.Generator) -> None:
        """Starts a match that draws its chance from `generator`."""

    def choose(self, action: int) -> None:
        """Takes a legal action for the actor."""

    def vector(self, seat: Seat) -> bytearray:
        """Returns what `seat` knows, without what was chosen in a decision still open."""


MakeTable: TypeAlias = Callable[[int, Options], Table]


class PlainTable:
    """Plays by the rules themselves; the measure of every faster table."""

    actor: Seat
    mask: bytes | bytearray
    scores: tuple[int, ...] | None
    _waiting: list[Seat]

    def __init__(self, encoding: Encoding, seats: int, options: Options) -> None:
        self._encoding = encoding
        self._game = encoding.game(seats, **options)

    def open(self, generator: np.random.Generator) -> None:
        self._dice = QuickDice(generator)
        self._state = self._game.start()
        self._settle()

    def choose(self, action: int) -> None:
        self._chosen[self.actor] = self._encoding.actions[action]
        if self._waiting:
            self._ask(self._waiting.pop(0))
        else:
            self._state = self._game.apply(self._state, self._chosen)
            self._settle()

    def vector(self, seat: Seat) -> bytearray:
        return bytearray(self._encoding.vector(self._game.observe(self._state, seat)))

    @property
    def state(self) -> Any:
        """The state of the game; decisions still open are not in it."""
        return self._state

    def _settle(self) -> None:
        """Goes on to the next decision or to the end."""
        self._chosen: dict[Seat, Any] = {}
        while isinstance(turn := self._game.turn(self._state), Chance):
            self._state = self._game.chance(self._state, self._dice)
        match turn:
            case Decision(seats):
                self.scores = None
                first, *self._waiting = seats
                self._ask(first)
            case Finished(scores):
                self.scores = scores
                self.mask = bytes(len(self._encoding.actions))

    def _ask(self, seat: Seat) -> None:
        self.actor = seat
        self.mask = bytearray(len(self._encoding.actions))
        for action in self._game.legal_actions(self._state, seat):
            self.mask[self._encoding.index(action)] = 1
