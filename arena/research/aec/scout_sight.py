"""What the seats of a table of SCOUT know, kept as the bytes of their vectors."""

from collections.abc import Sequence
from typing import Final

from arena.games.kernel import Seat
from arena.games.layout import MOST, one_hot, signed
from arena.games.scout.actions import LONGEST_SET, MOST_CARDS
from arena.games.scout.encoding import CARDS

_DECK: Final = len(CARDS)
_PHASES: Final = tuple(one_hot(phase, 4) for phase in range(4))
_HAND_PADDING: Final = tuple(bytes(2 * MOST_CARDS - used) for used in range(2 * MOST_CARDS + 1))
_TABLE_PADDING: Final = tuple(bytes(2 * LONGEST_SET - used) for used in range(2 * LONGEST_SET + 1))

PLACE: Final = bytearray(121)
"""Where a card stands in `CARDS`, by 11 * up + down."""
for _place, _card in enumerate(CARDS):
    PLACE[11 * _card.up + _card.down] = PLACE[11 * _card.down + _card.up] = _place


class Sight:
    """The public part of a table; the hands are the table's."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._hot = tuple(one_hot(seat, seats) for seat in range(seats))
        self._nobody = bytes(seats)
        self._totals = bytes(seats)
        self._first: tuple[bytes, tuple[bytes, ...]] | None = None
        self._ever_shown = bytearray(_DECK)
        # Whether places are known: once a card went to one that all saw.
        self._exact = False

    def vector(
        self,
        seat: Seat,
        hand: bytearray,
        table: bytearray,
        deciding: Sequence[Seat],
        owner: Seat | None,
        ender: Seat | None,
    ) -> bytearray:
        """Returns the vector that `arena.games.scout.encoding.layout` explains."""
        seats, hot = self._seats, self._hot
        stats, known, totals = self._stats, self._known, self._totals
        if len(deciding) == 1:
            (actor,) = deciding
            to_act = hot[(actor - seat) % seats]
        else:
            to_act = b"\1" * len(deciding) or self._nobody
        parts: list[bytes | bytearray] = [
            self._head,
            to_act,
            hot[(self._start_player - seat) % seats],
            self._nobody if owner is None else hot[(owner - seat) % seats],
            self._nobody if ender is None else hot[(ender - seat) % seats],
            table,
            _TABLE_PADDING[len(table)],
            hand,
            _HAND_PADDING[len(hand)],
            stats[4 * seat :],
            stats[: 4 * seat],
            totals[seat:],
            totals[:seat],
            known[_DECK * seat :],
            known[: _DECK * seat],
            self._gone,
        ]
        if seats == 2:
            shown, kept = self._first or (bytes(_DECK), (bytes(_DECK),) * 2)
            parts += [shown, kept[seat]]
        return bytearray().join(parts)

    def remember(self, hands: Sequence[bytearray]) -> None:
        """Keeps what was shown in the first round of two seats, and what each of them never did."""
        shown = bytes(self._ever_shown)
        kept = []
        for hand in hands:
            never = bytearray(_DECK)
            for up, down in zip(hand[::2], hand[1::2], strict=True):
                place = PLACE[11 * up + down]
                never[place] = not shown[place]
            kept.append(bytes(never))
        self._first = shown, tuple(kept)

    def dealt(self, number: int, start_player: Seat, size: int, chips: int, can: bool) -> None:
        """Begins a round: everybody holds `size` cards and so many chips."""
        self._head = bytearray(8)
        self._head[4] = number
        self._start_player = start_player
        self._stats = bytearray([size, 0, chips, can] * self._seats)
        self._known = bytearray(_DECK * self._seats)
        self._gone = bytearray(_DECK)
        self._ever_shown = bytearray(_DECK)
        self.moved(0, 0, 0)

    def phase(self, phase: int) -> None:
        """Changes the phase and nothing else."""
        self._head[:4] = _PHASES[phase]

    def moved(self, phase: int, scouts: int, turns: int, truncated: bool = False) -> None:
        """Tells the phase and how long the round has lasted."""
        head = self._head
        head[:4] = _PHASES[phase]
        head[5] = truncated
        head[6] = scouts if scouts < MOST else MOST
        head[7] = turns if turns < MOST else MOST

    def scored(self, totals: Sequence[int]) -> None:
        """Tells the points of the rounds that are over."""
        self._totals = signed(totals)

    def shown(
        self,
        seat: Seat,
        cards: bytearray,
        captured: bytearray,
        start: int,
        length: int,
        captured_in_all: int,
    ) -> None:
        """Moves cards from a hand to the table, and those of the table out of the round."""
        stats, known, first = self._stats, self._known, _DECK * seat
        stats[4 * seat] -= length
        stats[4 * seat + 1] = min(captured_in_all, MOST)
        for up, down in zip(captured[::2], captured[1::2], strict=True):
            self._gone[PLACE[11 * up + down]] = 1
        for up, down in zip(cards[::2], cards[1::2], strict=True):
            place = PLACE[11 * up + down]
            self._ever_shown[place] = 1
            known[first + place] = 0
        for place in range(first, first + _DECK) if self._exact else ():
            if known[place] >= 2 and (known[place] - 2) >> 1 > start:
                known[place] -= 2 * length

    def scouted(
        self, seat: Seat, lying: bytearray, insert: int | None, chips: Sequence[int]
    ) -> None:
        """Moves a card from the table to a hand; `insert` is where, if all see that."""
        stats, known, first = self._stats, self._known, _DECK * seat
        stats[4 * seat] += 1
        for other, count in enumerate(chips):
            stats[4 * other + 2] = count if count < MOST else MOST
        place = first + PLACE[11 * lying[0] + lying[1]]
        if insert is None:
            known[place] = 1
            return
        self._exact = True
        for at in range(first, first + _DECK):
            if known[at] >= 2 and (known[at] - 2) >> 1 >= insert:
                known[at] += 2
        known[place] = 2 + 2 * insert + (lying[0] > lying[1])

    def owing(self, seat: Seat) -> None:
        """Takes the chip for a Scout & Show; the Show is still owed."""
        self._stats[4 * seat + 3] = 0
        self.phase(2)
