"""A table of SCOUT that changes bytes in place: the rules for a machine in a hurry.

It plays as `arena.games.scout` does; a test compares both, action by action, under all options.
A row of cards is told twice: by their places in `CARDS`, and by their values, as upper, lower,
upper, lower, ...
"""

from typing import Final

import numpy as np

from arena.games.kernel import Seat
from arena.games.scout import Scout
from arena.games.scout.actions import LONGEST_SET, MOST_CARDS
from arena.games.scout.cards import deck, hand_size
from arena.games.scout.encoding import CARDS, FIRST_SCOUT, FIRST_SCOUT_AND_SHOW, FIRST_SHOW
from arena.research.aec.dice import QuickDice
from arena.research.aec.scout_mask import FLIPS, NOTHING, mask
from arena.research.aec.scout_sight import Sight
from arena.research.aec.table import Options

_FLIP, _PLAY, _SHOW = range(3)

_VALUES: Final = np.array([((c.up, c.down), (c.down, c.up)) for c in CARDS], np.uint8)
"""By place in `CARDS`, the card upright and turned."""


class ScoutTable:
    """A match of SCOUT."""

    actor: Seat
    mask: bytes | bytearray
    _held: list[list[int]]

    def __init__(self, seats: int, options: Options) -> None:
        chosen = Scout(seats, **options).options
        self._seats = seats
        self._deck = np.array([CARDS.index(card) for card in deck(seats)])
        self._limit = chosen["max_turns_per_round"]
        self._random_start = chosen["start_player"] == "random"
        self._unbeaten = chosen["unbeaten_even_if_emptied"]
        self._owner_gets_chip = seats > 2 or chosen["two_player_owner_gets_chip"]
        self._chip_points = int(chosen["two_player_unspent_chip_vp"]) if seats == 2 else 1
        self._exact = bool(chosen["scout_insert_public"])
        self._at_once = chosen["flip_phase"] == "simultaneous_hidden"
        self._sight = Sight(seats)

    def open(self, generator: np.random.Generator) -> None:
        self._dice = QuickDice(generator)
        self.scores: tuple[int, ...] | None = None
        self._round = 0
        self._start_player = 0
        self._totals = [0] * self._seats
        self._stock = self._deck
        self._sight.open()
        self._deal()

    def vector(self, seat: Seat) -> bytearray:
        actor = self.actor if self.scores is None else None
        return self._sight.vector(
            seat, self._hands[seat], self._table, actor, self._owner, self._ender
        )

    def choose(self, action: int) -> None:
        if action >= FIRST_SCOUT_AND_SHOW:
            self._scout(action - FIRST_SCOUT_AND_SHOW, then_show=True)
        elif action >= FIRST_SCOUT:
            self._scout(action - FIRST_SCOUT, then_show=False)
        elif action >= FIRST_SHOW:
            start, more = divmod(action - FIRST_SHOW, LONGEST_SET)
            self._show(start, start + more + 1)
        else:
            self._turn_over(flip=action == 1)

    def _deal(self) -> None:
        seats, dice, stock = self._seats, self._dice, self._stock
        cards = dice.shuffled(stock)
        values = _VALUES[cards, dice.sides(len(stock)).view(np.int8)].tobytes()
        if self._round:
            self._start_player = (self._start_player + 1) % seats
        elif self._random_start:
            self._start_player = dice.integer(seats, "start_player")
        size = hand_size(seats)
        if seats == 2 and self._round:
            self._sight.remember(self._held)
        elif seats == 2:
            self._stock = np.sort(cards[seats * size :])
        self._held = cards[: size * seats].reshape(seats, size).tolist()
        self._hands = [
            bytearray(values[2 * first : 2 * (first + size)])
            for first in range(0, size * seats, size)
        ]
        self._round += 1
        self._laid: list[int] = []
        self._table = bytearray()
        self._owner: Seat | None = None
        self._ender: Seat | None = None
        self._captured = [0] * seats
        self._chips = [3 if seats == 2 else 0] * seats
        self._scout_and_show = [seats > 2] * seats
        self._scouts = self._turns = 0
        self._phase = _FLIP
        self.mask = FLIPS
        self._flips: list[bool] = []
        self.actor = 0 if self._at_once else self._start_player
        self._sight.dealt(
            self._round, self._start_player, size, self._chips[0], seats > 2, self._at_once
        )

    def _turn_over(self, flip: bool) -> None:
        """Flips at once where that is a decision of its own, otherwise when all have chosen."""
        self._flips.append(flip)
        if not self._at_once:
            _turn(self._hands[self.actor], flip)
        self.actor = (self.actor + 1) % self._seats
        if len(self._flips) < self._seats:
            return
        for hand, turned in zip(self._hands, self._flips, strict=True) if self._at_once else ():
            _turn(hand, turned)
        self.actor = self._start_player
        self._play()
        self._look()

    def _play(self) -> None:
        self._phase = _PLAY
        self._sight.playing()

    def _look(self) -> None:
        """Finds out what the actor may do."""
        actor, table = self.actor, self._table
        may_scout = may_scout_and_show = False
        if table and self._phase == _PLAY:
            may_scout = self._seats > 2 or self._chips[actor] > 0
            may_scout_and_show = self._scout_and_show[actor]
        self.mask = mask(self._hands[actor][::2], table, may_scout, may_scout_and_show)

    def _show(self, start: int, end: int) -> None:
        seat, seats, hand, held = self.actor, self._seats, self._hands[self.actor], self._held
        captured, self._laid = self._laid, held[seat][start:end]
        del held[seat][start:end]
        self._table = hand[2 * start : 2 * end]
        del hand[2 * start : 2 * end]
        self._captured[seat] += len(captured)
        self._sight.shown(seat, self._laid, captured, start, self._captured[seat])
        self._owner = seat
        self._scouts = 0
        if self._phase == _SHOW:
            self._play()
        following = seat + 1 if seat + 1 < seats else 0
        self._go_on(following, None if hand else seat)

    def _scout(self, choice: int, then_show: bool) -> None:
        seat, seats, table, sight = self.actor, self._seats, self._table, self._sight
        row, insert = divmod(choice, MOST_CARDS)
        if row < 2:
            card, lying = self._laid.pop(0), table[:2]
            del table[:2]
        else:
            card, lying = self._laid.pop(), table[-2:]
            del table[-2:]
        if row & 1:
            lying.reverse()
        self._held[seat].insert(insert, card)
        self._hands[seat][2 * insert : 2 * insert] = lying
        sight.scouted(seat, card, insert if self._exact else None, lying[0] > lying[1])
        owner = self._owner
        assert owner is not None, "only an active set can be scouted"
        chips = self._chips
        if seats == 2:
            chips[seat] -= 1
            sight.counted(seat, chips[seat])
        if self._owner_gets_chip:
            chips[owner] += 1
            sight.counted(owner, chips[owner])
        if not table:
            self._owner = None
        if then_show:
            self._scout_and_show[seat] = False
            self._phase = _SHOW
            sight.owing(seat)
            self._look()
            return
        self._scouts += 1
        if seats == 2:
            self._go_on(seat, None)
            return
        following = seat + 1 if seat + 1 < seats else 0
        beaten_by_none = self._scouts == seats - 1 and (bool(table) or self._unbeaten)
        self._go_on(following, following if beaten_by_none else None)

    def _go_on(self, following: Seat, ender: Seat | None) -> None:
        """Has the next seat move, or the round end."""
        self._turns += 1
        self._sight.moved(self._scouts, self._turns)
        self.actor = following
        if ender is None:
            self._look()
            if 1 not in self.mask:
                # One of two seats can neither scout nor show (Rules §33).
                ender = self._owner
        truncated = ender is None and self._turns == self._limit
        if ender is not None or truncated:
            self._end(ender, truncated)

    def _end(self, ender: Seat | None, truncated: bool) -> None:
        """Ends a round, and with the last one the match."""
        self._ender = ender
        for seat, hand in enumerate(self._held):
            won = self._captured[seat] + self._chips[seat] * self._chip_points
            self._totals[seat] += won - (0 if seat == ender else len(hand))
        self._sight.scored(self._totals)
        if self._round < self._seats:
            self._deal()
            return
        self._sight.over(truncated)
        self.mask = NOTHING
        self.scores = tuple(self._totals)


def _turn(hand: bytearray, turned: bool) -> None:
    if turned:
        hand[::2], hand[1::2] = hand[1::2], hand[::2]
