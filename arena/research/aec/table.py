"""One match in numbers: who is to act, what it may do and what it sees."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Protocol, TypeAlias

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Seat
from arena.research.encodings import Encoding

Options: TypeAlias = Mapping[str, str | int | bool]


class Table(Protocol):
    """A match that goes on at the same table: its state changes."""

    actor: Seat
    """Who is to act next; seats of one decision come one after another."""
    scores: tuple[int, ...] | None
    """Set once the match is over."""

    def open(self, seed: bytes) -> None:
        """Starts a match whose chance follows from `seed`."""

    def mask(self) -> bytearray:
        """Returns for every action whether the actor may take it, 1 or 0."""

    def choose(self, action: int) -> None:
        """Takes a legal action for the actor."""

    def vector(self, seat: Seat) -> bytearray:
        """Returns what `seat` knows, without what was chosen in a decision still open."""

    def spectacle(self) -> Any:
        """Returns the state, for drawings."""


MakeTable: TypeAlias = Callable[[int, Options], Table]


class PlainTable:
    """Plays by the rules themselves; the measure of every faster table."""

    actor: Seat
    scores: tuple[int, ...] | None
    _waiting: list[Seat]

    def __init__(self, encoding: Encoding, seats: int, options: Options) -> None:
        self._encoding = encoding
        self._game = encoding.game(seats, **options)
        self.open(b"")

    def open(self, seed: bytes) -> None:
        self._seed, self._draws = seed, 0
        self._state = self._game.start()
        self._settle()

    def mask(self) -> bytearray:
        mask = bytearray(len(self._encoding.actions))
        for action in self._game.legal_actions(self._state, self.actor):
            mask[self._encoding.index(action)] = 1
        return mask

    def choose(self, action: int) -> None:
        self._chosen[self.actor] = self._encoding.actions[action]
        if self._waiting:
            self.actor = self._waiting.pop(0)
        else:
            self._state = self._game.apply(self._state, self._chosen)
            self._settle()

    def vector(self, seat: Seat) -> bytearray:
        return bytearray(self._encoding.vector(self._game.observe(self._state, seat)))

    def spectacle(self) -> Any:
        return self._state

    def _settle(self) -> None:
        """Goes on to the next decision or to the end."""
        self._chosen: dict[Seat, Any] = {}
        while isinstance(turn := self._game.turn(self._state), Chance):
            self._state = self._game.chance(self._state, Dice(self._seed, self._draws))
            self._draws += 1
        match turn:
            case Decision(seats):
                self.actor, *self._waiting = seats
                self.scores = None
            case Finished(scores):
                self.scores = scores


def match_seed(seed: int, episode: int) -> bytes:
    """Returns the 32 bytes from which the chance of one match follows.

    SHA-256 of `botarena/SEED/EPISODE`; the episode counts the resets since that seed was given.
    """
    return sha256(b"botarena/%d/%d" % (seed, episode)).digest()
