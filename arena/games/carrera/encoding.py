"""Actions as numbers and observations as vectors, for programs that learn.

Seats are counted from the one that looks: 0 is itself, 1 the next in turn order. `ACTIONS` are
the 49 of the rules, in their order.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Final

from arena.games.carrera.actions import ACTIONS, Action
from arena.games.carrera.cards import HAND_SIZE, SUITS, TANK
from arena.games.carrera.observation import Observation
from arena.games.carrera.tricks import Play, Trick
from arena.games.kernel import Seat
from arena.games.layout import MOST, Layout, Part, one_hot, seen_from, signed

__all__ = ["ACTIONS", "PLAY_SIZE", "action_index", "layout", "play_bytes", "vector"]

_INDEX = {action: index for index, action in enumerate(ACTIONS)}
_SUIT = {suit: place for place, suit in enumerate(SUITS)}

PLAY_SIZE: Final = 16


def action_index(action: Action) -> int:
    """Returns where `action` stands in `ACTIONS`."""
    return _INDEX[action]


@cache
def layout(seats: int) -> Layout:
    """Returns what stands where in a vector of a match with so many seats."""
    return Layout(
        (
            Part("hand", (len(SUITS),), 0, HAND_SIZE, "by suit (1 2 3 4a 4b 5), how many are held"),
            Part("round", (1,), 0, MOST, "counts from 1"),
            Part("trick", (1,), 0, HAND_SIZE, "counts from 1; 0 before any deal"),
            Part("truncated", (1,), 0, 1, "whether the match ended without a second trophy"),
            Part("market", (1,), 0, MOST, "fuel in the market"),
            Part("discarded", (1,), 0, MOST, "fuel that has left the game"),
            Part("to_act", (seats,), 0, 1, "one of the seats, or none"),
            Part("leader", (seats,), 0, 1, "who leads this trick, or the next one"),
            Part("hand_sizes", (seats,), 0, HAND_SIZE, "by seat"),
            Part("fuel", (seats,), 0, TANK, "by seat"),
            Part("momentum", (seats,), 0, HAND_SIZE, "by seat"),
            Part("trophies", (seats,), 0, MOST, "by seat"),
            Part(
                "plays",
                (HAND_SIZE, seats, PLAY_SIZE),
                0,
                2 * TANK,
                "by trick of this round and seat: face-up suit (one of 6); face-down suit (one of "
                "6, or the seventh if it is unknown); fuel; momentum; whether a chip was taken",
            ),
            Part("led", (HAND_SIZE, seats), 0, 1, "by trick, who led it"),
            Part("won", (HAND_SIZE, seats), 0, 1, "by finished trick, who won it, if anybody"),
            Part(
                "revealed",
                (HAND_SIZE, seats, len(SUITS)),
                0,
                1,
                "by trick of the last finished round and seat, the suit of a face-down card "
                "that was turned over (option reveal_facedown)",
            ),
        )
    )


def vector(seen: Observation) -> bytes:
    """Returns what a seat may know as signed bytes that `layout` explains."""
    assert seen.seat is not None, "a spectator does not learn"
    me, count = seen.seat, len(seen.hand_sizes)
    order = [(me + step) % count for step in range(count)]
    tricks = [trick.plays for trick in seen.tricks]
    if seen.plays:
        tricks.append(seen.plays)
    numbers = (seen.round, seen.trick, seen.truncated, seen.market, seen.discarded)
    rows = [row[seat] for row in (seen.hand_sizes, seen.fuel, seen.momentum) for seat in order]
    return b"".join(
        [
            bytes([seen.hand.count(suit) for suit in SUITS]),
            signed(numbers),
            one_hot(seen_from(me, seen.to_act, count), count),
            one_hot(seen_from(me, seen.leader, count), count),
            signed(chain(rows, (seen.trophies[seat] for seat in order))),
            b"".join(_trick(plays, order) for plays in tricks).ljust(
                HAND_SIZE * count * PLAY_SIZE, b"\0"
            ),
            _seats([plays[0].seat for plays in tricks], me, count),
            _seats([trick.winner for trick in seen.tricks], me, count),
            _revealed(seen.revealed, order),
        ]
    )


def play_bytes(play: Play) -> bytes:
    """Returns one play as its seat's part of a trick."""
    suit = None if play.suit is None else _SUIT[play.suit]
    face_down = None
    if play.suit is None:
        face_down = len(SUITS) if play.face_down is None else _SUIT[play.face_down]
    known = one_hot(suit, len(SUITS)) + one_hot(face_down, len(SUITS) + 1)
    return known + bytes((play.fuel, play.momentum, play.take))


def _trick(plays: Sequence[Play], order: Sequence[Seat]) -> bytes:
    by_seat = {play.seat: play_bytes(play) for play in plays}
    return b"".join(by_seat.get(seat, bytes(PLAY_SIZE)) for seat in order)


def _seats(named: Sequence[Seat | None], me: Seat, count: int) -> bytes:
    rows = b"".join(one_hot(seen_from(me, seat, count), count) for seat in named)
    return rows.ljust(HAND_SIZE * count, b"\0")


def _revealed(tricks: Sequence[Trick], order: Sequence[Seat]) -> bytes:
    rows = []
    for trick in tricks:
        turned = {p.seat: _SUIT[p.face_down] for p in trick.plays if p.face_down is not None}
        rows += [one_hot(turned.get(seat), len(SUITS)) for seat in order]
    return b"".join(rows).ljust(HAND_SIZE * len(order) * len(SUITS), b"\0")
