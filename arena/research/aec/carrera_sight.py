"""What the seats of a table of Carrera know, kept as the bytes of their vectors."""

from typing import Final

from arena.games.carrera.actions import ACTIONS, Down
from arena.games.carrera.cards import HAND_SIZE, SUITS
from arena.games.carrera.encoding import PLAY_SIZE, play_bytes
from arena.games.carrera.tricks import Play
from arena.games.kernel import Seat
from arena.games.layout import MOST, one_hot, seen_from

_HANDS: Final = len(SUITS)


def _play(action: int, momentum: int, known: bool) -> bytes:
    """Returns what a seat sees of an action of its own, or of another's unless `known`."""
    taken = ACTIONS[action]
    if isinstance(taken, Down):
        return play_bytes(Play(0, None, 0, momentum, taken.suit if known else None))
    return play_bytes(Play(0, taken.suit, taken.fuel, momentum, take=taken.take))


_OWN: Final = tuple(
    tuple(_play(action, momentum, True) for momentum in range(HAND_SIZE))
    for action in range(len(ACTIONS))
)
_OTHERS: Final = tuple(
    tuple(_play(action, momentum, False) for momentum in range(HAND_SIZE))
    for action in range(len(ACTIONS))
)
_TURNED: Final = tuple(
    one_hot(SUITS.index(action.suit) if isinstance(action, Down) else None, _HANDS)
    for action in ACTIONS
)
"""What is seen of a play, by action and momentum; and of one that was turned over."""


class Sight:
    """All of a table but hands and fuel; what the seats saw of plays is kept by seat."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._named: list[dict[Seat | None, bytes]] = [
            {seat: one_hot(seen_from(viewer, seat, seats), seats) for seat in (*range(seats), None)}
            for viewer in range(seats)
        ]
        self._rows = [
            [
                [trick * seats + (seat - viewer) % seats for viewer in range(seats)]
                for seat in range(seats)
            ]
            for trick in range(HAND_SIZE)
        ]
        """By trick, seat and viewer, where what the seat does stands."""
        self._places = [
            [[slice(row * PLAY_SIZE, (row + 1) * PLAY_SIZE) for row in rows] for rows in trick]
            for trick in self._rows
        ]

    def open(self) -> None:
        """Begins a match."""
        seats = self._seats
        self._turned = [bytes(HAND_SIZE * seats * _HANDS)] * seats
        self.truncated = False

    def dealt(self, number: int) -> None:
        """Begins a round."""
        seats = self._seats
        self._round = min(number, MOST)
        self._plays = [bytearray(HAND_SIZE * seats * PLAY_SIZE) for _ in range(seats)]
        self._led = [bytearray(HAND_SIZE * seats) for _ in range(seats)]
        self._won = [bytearray(HAND_SIZE * seats) for _ in range(seats)]
        self._taken: list[tuple[Seat, int]] = []
        self._hand_sizes = bytearray([HAND_SIZE] * seats)
        self._trick = 1
        self.momentum = bytearray(seats)

    def led(self, seat: Seat, trick: int) -> None:
        """Begins a trick."""
        for led, row in zip(self._led, self._rows[trick][seat], strict=True):
            led[row] = 1

    def laid(self, seat: Seat, trick: int, action: int) -> None:
        """Shows a play to everybody, and what it hides to its own seat."""
        momentum, places = self.momentum[seat], self._places[trick][seat]
        self._taken.append((seat, action))
        self._hand_sizes[seat] -= 1
        seen = _OTHERS[action][momentum]
        for plays, place in zip(self._plays, places, strict=True):
            plays[place] = seen
        self._plays[seat][places[seat]] = _OWN[action][momentum]

    def won(self, winner: Seat | None, trick: int) -> None:
        """Ends a trick."""
        self._trick = min(trick + 2, HAND_SIZE)
        if winner is not None:
            for won, row in zip(self._won, self._rows[trick][winner], strict=True):
                won[row] = 1

    def revealed(self, shown: bool) -> None:
        """Ends a round; its face-down cards are turned over if they are `shown`."""
        seats = self._seats
        if not shown:
            return
        for viewer in range(seats):
            turned = bytearray(HAND_SIZE * seats * _HANDS)
            for number, (seat, action) in enumerate(self._taken):
                at = (number // seats * seats + (seat - viewer) % seats) * _HANDS
                turned[at : at + _HANDS] = _TURNED[action]
            self._turned[viewer] = bytes(turned)

    def vector(
        self,
        seat: Seat,
        hand: bytearray,
        actor: Seat | None,
        leader: Seat,
        fuel: bytearray,
        trophies: bytearray,
        market: int,
        discarded: int,
    ) -> bytearray:
        """Returns the vector that `arena.games.carrera.encoding.layout` explains."""
        named = self._named[seat]
        sizes, momentum = self._hand_sizes, self.momentum
        market = market if market < MOST else MOST
        discarded = discarded if discarded < MOST else MOST
        return bytearray().join(
            (
                hand,
                bytes((self._round, self._trick, self.truncated, market, discarded)),
                named[actor],
                named[leader],
                sizes[seat:],
                sizes[:seat],
                fuel[seat:],
                fuel[:seat],
                momentum[seat:],
                momentum[:seat],
                trophies[seat:],
                trophies[:seat],
                self._plays[seat],
                self._led[seat],
                self._won[seat],
                self._turned[seat],
            )
        )
