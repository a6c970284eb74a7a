"""What the seats of a table of SCOUT know, kept as the bytes of their vectors."""

from collections.abc import Iterable, Sequence
from typing import Final

from arena.games.kernel import Seat
from arena.games.layout import MOST, one_hot, seen_from, signed
from arena.games.scout.actions import LONGEST_SET, MOST_CARDS
from arena.games.scout.encoding import CARDS

_DECK: Final = len(CARDS)
_PHASES: Final = tuple(one_hot(phase, 4) for phase in range(4))
_HAND_PADDING: Final = tuple(bytes(2 * MOST_CARDS - used) for used in range(2 * MOST_CARDS + 1))
_TABLE_PADDING: Final = tuple(bytes(2 * LONGEST_SET - used) for used in range(2 * LONGEST_SET + 1))


class Sight:
    """The public part of a table; the hands are the table's.

    Cards are told by their places in `CARDS`, however they lie.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._named: list[dict[Seat | None, bytes]] = [
            {seat: one_hot(seen_from(viewer, seat, seats), seats) for seat in (*range(seats), None)}
            for viewer in range(seats)
        ]
        self._all = b"\1" * seats

    def open(self) -> None:
        """Begins a match."""
        self.scored([0] * self._seats)
        self._first_round = [bytearray(2 * _DECK if self._seats == 2 else 0)] * self._seats
        # Whether places are known: once a card went to one that all saw.
        self._exact = False

    def vector(
        self,
        seat: Seat,
        hand: bytearray,
        table: bytearray,
        actor: Seat | None,
        owner: Seat | None,
        ender: Seat | None,
    ) -> bytearray:
        """Returns the vector that `arena.games.scout.encoding.layout` explains."""
        named = self._named[seat]
        stats, known = self._stats, self._known
        return bytearray().join(
            (
                self._head,
                self._all if self._at_once else named[actor],
                named[self._start_player],
                named[owner],
                named[ender],
                table,
                _TABLE_PADDING[len(table)],
                hand,
                _HAND_PADDING[len(hand)],
                stats[4 * seat :],
                stats[: 4 * seat],
                self._totals[seat],
                known[_DECK * seat :],
                known[: _DECK * seat],
                self._gone,
                self._first_round[seat],
            )
        )

    def remember(self, hands: Iterable[Iterable[int]]) -> None:
        """Keeps what was shown in the first round of two seats, and what each of them never did."""
        shown, self._first_round = self._ever_shown, []
        for hand in hands:
            kept = bytearray(_DECK)
            for card in hand:
                kept[card] = not shown[card]
            self._first_round.append(shown + kept)

    def dealt(
        self, number: int, start_player: Seat, size: int, chips: int, can: bool, at_once: bool
    ) -> None:
        """Begins a round: everybody holds `size` cards and so many chips, and all may flip."""
        self._head = bytearray(_PHASES[0]) + bytes((number, False, 0, 0))
        self._start_player = start_player
        self._at_once = at_once
        self._stats = bytearray((size, 0, chips, can)) * self._seats
        self._known = bytearray(_DECK * self._seats)
        self._gone = bytearray(_DECK)
        self._ever_shown = bytearray(_DECK)

    def playing(self) -> None:
        """Has one seat after another move."""
        self._at_once = False
        self._head[:4] = _PHASES[1]

    def owing(self, seat: Seat) -> None:
        """Takes the chip for a Scout & Show; the Show is still owed."""
        self._stats[4 * seat + 3] = 0
        self._head[:4] = _PHASES[2]

    def moved(self, scouts: int, turns: int) -> None:
        """Tells how long the round has lasted."""
        self._head[6] = scouts if scouts < MOST else MOST
        self._head[7] = turns if turns < MOST else MOST

    def over(self, truncated: bool) -> None:
        """Ends the last round."""
        self._head[:4] = _PHASES[3]
        self._head[5] = truncated

    def scored(self, totals: Iterable[int]) -> None:
        """Tells the points of the rounds that are over."""
        told = signed(totals)
        self._totals = [told[seat:] + told[:seat] for seat in range(self._seats)]

    def shown(
        self,
        seat: Seat,
        cards: Sequence[int],
        captured: Iterable[int],
        start: int,
        captured_in_all: int,
    ) -> None:
        """Moves cards from a hand to the table, and those of the table out of the round."""
        stats, known, first = self._stats, self._known, _DECK * seat
        gone, ever_shown = self._gone, self._ever_shown
        stats[4 * seat] -= len(cards)
        stats[4 * seat + 1] = captured_in_all if captured_in_all < MOST else MOST
        for card in captured:
            gone[card] = 1
        for card in cards:
            ever_shown[card] = 1
            known[first + card] = 0
        for at in range(first, first + _DECK) if self._exact else ():
            if known[at] >= 2 and (known[at] - 2) >> 1 > start:
                known[at] -= 2 * len(cards)

    def scouted(self, seat: Seat, card: int, insert: int | None, larger_up: bool) -> None:
        """Moves a card from the table to a hand; `insert` is where, if all see that."""
        known, first = self._known, _DECK * seat
        self._stats[4 * seat] += 1
        if insert is None:
            known[first + card] = 1
            return
        self._exact = True
        for at in range(first, first + _DECK):
            if known[at] >= 2 and (known[at] - 2) >> 1 >= insert:
                known[at] += 2
        known[first + card] = 2 + 2 * insert + larger_up

    def counted(self, seat: Seat, chips: int) -> None:
        """Tells how many chips a seat has."""
        self._stats[4 * seat + 2] = chips if chips < MOST else MOST
