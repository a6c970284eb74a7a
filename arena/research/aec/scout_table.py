"""A table of SCOUT that changes bytes in place: the rules for a machine in a hurry.

It plays as `arena.games.scout` does; a test compares both, action by action, under all options.
A hand is told as upper, lower, upper, lower, ...
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from arena.games.kernel import Seat
from arena.games.scout import Scout
from arena.games.scout.cards import deck, hand_size
from arena.games.scout.encoding import (
    CARDS,
    FIRST_SCOUT,
    FIRST_SCOUT_AND_SHOW,
    FIRST_SHOW,
)
from arena.research.aec.dice import QuickDice
from arena.research.aec.scout_mask import FLIPS, mask, shows, strength
from arena.research.aec.scout_sight import PLACE, Sight
from arena.research.aec.table import Options

_FLIP, _PLAY, _SHOW, _DONE = range(4)
_LENGTH: Final = 10
_GAPS: Final = 45


class ScoutTable:
    """A match of SCOUT."""

    actor: Seat
    _hands: list[bytearray]
    _deciding: Sequence[Seat]

    def __init__(self, seats: int, options: Options) -> None:
        chosen = Scout(seats, **options).options
        self._seats = seats
        self._deck = [(bytes((c.up, c.down)), bytes((c.down, c.up))) for c in deck(seats)]
        self._limit = chosen["max_turns_per_round"]
        self._random_start = chosen["start_player"] == "random"
        self._unbeaten = chosen["unbeaten_even_if_emptied"]
        self._owner_gets_chip = seats > 2 or chosen["two_player_owner_gets_chip"]
        self._chip_points = int(chosen["two_player_unspent_chip_vp"]) if seats == 2 else 1
        self._exact = bool(chosen["scout_insert_public"])
        self._at_once = chosen["flip_phase"] == "simultaneous_hidden"

    def open(self, generator: np.random.Generator) -> None:
        seats = self._seats
        self._dice = QuickDice(generator)
        self.scores: tuple[int, ...] | None = None
        self._round = 0
        self._start_player = 0
        self._totals = [0] * seats
        self._reserve: list[tuple[bytes, bytes]] = []
        self._sight = Sight(seats)
        self._deal()

    def mask(self) -> bytearray:
        if self._phase == _FLIP:
            return bytearray(FLIPS)
        actor, playing = self.actor, self._phase == _PLAY and bool(self._table)
        return mask(
            self._hands[actor][::2],
            self._table,
            self._to_beat,
            may_scout=playing and (self._seats > 2 or self._chips[actor] > 0),
            may_scout_and_show=playing and self._scout_and_show[actor],
        )

    def vector(self, seat: Seat) -> bytearray:
        return self._sight.vector(
            seat, self._hands[seat], self._table, self._deciding, self._owner, self._ender
        )

    def choose(self, action: int) -> None:
        if action >= FIRST_SCOUT_AND_SHOW:
            self._scout(action - FIRST_SCOUT_AND_SHOW, then_show=True)
        elif action >= FIRST_SCOUT:
            self._scout(action - FIRST_SCOUT, then_show=False)
        elif action >= FIRST_SHOW:
            start, length = divmod(action - FIRST_SHOW, _LENGTH)
            self._show(start, length + 1)
        else:
            self._turn_over(flip=action == 1)

    def _deal(self) -> None:
        seats, dice = self._seats, self._dice
        stock = self._reserve or self._deck
        order = dice.permutation(len(stock), "deal")
        turned = dice.bits(len(stock), "orientation")
        shuffled = b"".join([stock[i][turn] for i, turn in zip(order, turned, strict=True)])
        if self._round:
            self._start_player = (self._start_player + 1) % seats
        elif self._random_start:
            self._start_player = dice.integer(seats, "start_player")
        if self._reserve:
            self._sight.remember(self._hands)
        size = hand_size(seats)
        self._hands = [bytearray(shuffled[s * 2 * size : (s + 1) * 2 * size]) for s in range(seats)]
        if seats == 2:
            self._reserve = [stock[card] for card in sorted(order[seats * size :])]
        self._round += 1
        self._table = bytearray()
        self._to_beat = 0
        self._owner: Seat | None = None
        self._ender: Seat | None = None
        self._captured = [0] * seats
        self._chips = [3 if seats == 2 else 0] * seats
        self._scout_and_show = [seats > 2] * seats
        self._scouts = self._turns = 0
        self._phase = _FLIP
        self._flips: list[bool] = []
        self.actor = 0 if self._at_once else self._start_player
        self._deciding = range(seats) if self._at_once else (self.actor,)
        self._sight.dealt(self._round, self._start_player, size, self._chips[0], seats > 2)

    def _turn_over(self, flip: bool) -> None:
        """Flips at once where that is a decision of its own, otherwise when all have chosen."""
        self._flips.append(flip)
        if self._at_once:
            self.actor += 1
            if self.actor == self._seats:
                for hand, turned in zip(self._hands, self._flips, strict=True):
                    _turn(hand, turned)
                self._begin()
            return
        _turn(self._hands[self.actor], flip)
        self.actor = (self.actor + 1) % self._seats
        self._deciding = (self.actor,)
        if len(self._flips) == self._seats:
            self._begin()

    def _begin(self) -> None:
        self._phase = _PLAY
        self.actor = self._start_player
        self._deciding = (self.actor,)
        self._sight.phase(_PLAY)

    def _show(self, start: int, length: int) -> None:
        seat, seats, sight = self.actor, self._seats, self._sight
        hand = self._hands[seat]
        shown = hand[2 * start : 2 * (start + length)]
        del hand[2 * start : 2 * (start + length)]
        self._captured[seat] += len(self._table) >> 1
        sight.shown(seat, shown, self._table, start, length, self._captured[seat])
        self._table, self._owner = shown, seat
        self._to_beat = strength(shown)
        self._scouts = 0
        self._turns += 1
        following = seat + 1 if seat + 1 < seats else 0
        ended = not hand or (seats == 2 and self._is_stuck(following))
        self._go_on(following, seat if ended else None)

    def _scout(self, choice: int, then_show: bool) -> None:
        seat, seats, sight = self.actor, self._seats, self._sight
        row, insert = divmod(choice, _GAPS)
        table = self._table
        card = table[:2] if row < 2 else table[-2:]
        if row < 2:
            del table[:2]
        else:
            del table[-2:]
        flip = row & 1
        lying = card[::-1] if flip else card
        self._hands[seat][2 * insert : 2 * insert] = lying
        self._to_beat = strength(table)
        owner = self._owner
        assert owner is not None, "only an active set can be scouted"
        if seats == 2:
            self._chips[seat] -= 1
        if self._owner_gets_chip:
            self._chips[owner] += 1
        sight.scouted(seat, lying, insert if self._exact else None, self._chips)
        if not table:
            self._owner = None
        if then_show:
            self._scout_and_show[seat] = False
            self._phase = _SHOW
            sight.owing(seat)
            return
        self._scouts += 1
        self._turns += 1
        if seats == 2:
            self._go_on(seat, owner if self._is_stuck(seat) else None)
            return
        following = seat + 1 if seat + 1 < seats else 0
        beaten_by_none = self._scouts == seats - 1 and (bool(table) or self._unbeaten)
        self._go_on(following, following if beaten_by_none else None)

    def _is_stuck(self, seat: Seat) -> bool:
        """Returns whether one of two seats can neither scout nor show (Rules §33)."""
        if not self._table or self._chips[seat]:
            return False
        return 1 not in shows(self._hands[seat][::2], self._to_beat)

    def _go_on(self, following: Seat, ender: Seat | None) -> None:
        """Has the next seat move, or the round end."""
        truncated = ender is None and self._turns == self._limit
        self.actor = following
        if ender is None and not truncated:
            self._phase = _PLAY
            self._deciding = (following,)
            self._sight.moved(_PLAY, self._scouts, self._turns)
            return
        self._ender = ender
        for seat, hand in enumerate(self._hands):
            won = self._captured[seat] + self._chips[seat] * self._chip_points
            self._totals[seat] += won - (0 if seat == ender else len(hand) >> 1)
        if self._round < self._seats:
            self._sight.scored(self._totals)
            self._deal()
            return
        self._phase = _DONE
        self._deciding = ()
        self._sight.moved(_DONE, self._scouts, self._turns, truncated=truncated)
        self._sight.scored(self._totals)
        self.scores = tuple(self._totals)


def _turn(hand: bytearray, turned: bool) -> None:
    if turned:
        hand[::2], hand[1::2] = hand[1::2], hand[::2]


assert [PLACE[11 * c.up + c.down] for c in CARDS] == list(range(len(CARDS)))
