"""A table of Carrera that changes bytes in place: the rules for a machine in a hurry.

It plays as `arena.games.carrera` does; a test compares both, action by action, under all options.
What may be done follows from so little that the rules themselves are asked once for each case.
"""

from typing import Final

import numpy as np

from arena.games.carrera import Carrera
from arena.games.carrera.actions import ACTIONS, Down
from arena.games.carrera.cards import BASE_RANKS, HAND_SIZE, SLOWED, SUITS, TANK, deck
from arena.games.carrera.encoding import action_index
from arena.games.carrera.rules import TROPHIES_TO_WIN
from arena.games.carrera.state import State
from arena.games.carrera.tricks import Play, refill
from arena.games.kernel import Seat
from arena.research.aec.carrera_sight import Sight
from arena.research.aec.dice import QuickDice
from arena.research.aec.table import Options

_SUIT: Final = {suit: place for place, suit in enumerate(SUITS)}
_RANKS: Final = tuple(BASE_RANKS[suit] for suit in SUITS)
_SLOW_RANKS: Final = tuple(0 if suit in SLOWED else BASE_RANKS[suit] for suit in SUITS)
_SUITS: Final = range(len(SUITS))
_ONE: Final = _SUIT["1"]

_MOVES: Final = tuple(
    (_SUIT[a.suit], None, False) if isinstance(a, Down) else (_SUIT[a.suit], a.fuel, a.take)
    for a in ACTIONS
)
"""By action: the suit, the fuel unless it is face down, and whether a chip is taken."""


class CarreraTable:
    """A match of My Favorite Carrera RS."""

    actor: Seat
    mask: bytes | bytearray

    def __init__(self, seats: int, options: Options) -> None:
        self._rules = Carrera(seats, **options)
        chosen = self._rules.options
        copies = chosen["copies_per_suit"]
        self._seats = seats
        cards = deck(copies if type(copies) is int else seats)
        self._deck = bytes([_SUIT[suit] for suit in cards]).ljust(256, b"\0")
        self._deck_size = len(cards)
        self._random_start = chosen["start_player"] == "random"
        self._on_take = chosen["rank2_limit_check"] == "on_take"
        self._last_tied = chosen["tie_break"] == "last"
        self._leader_wins = chosen["all_facedown"] == "leader_wins"
        self._hidden_ones = chosen["facedown_one_has_power"]
        self._early = chosen["refill_includes_current_trick"]
        self._reveals = chosen["reveal_facedown"] == "end_of_round"
        self._rounds = int(chosen["max_rounds"])
        self._winner_only = chosen["placement"] == "winner_only"
        self._masks: dict[int, bytes] = {}
        self._sight = Sight(seats)

    def open(self, generator: np.random.Generator) -> None:
        seats = self._seats
        self._dice = QuickDice(generator)
        self.scores: tuple[int, ...] | None = None
        self._round = 0
        self._leader: Seat = 0
        self._fuel = bytearray([TANK] * seats)
        self._trophies = bytearray(seats)
        self._market = self._discarded = 0
        self._sight.open()
        self._deal()

    def vector(self, seat: Seat) -> bytearray:
        return self._sight.vector(
            seat,
            self._hands[seat],
            None if self.scores is not None else self.actor,
            self._leader,
            self._fuel,
            self._trophies,
            self._market,
            self._discarded,
        )

    def choose(self, action: int) -> None:
        seat = self.actor
        suit, fuel, take = _MOVES[action]
        hand = self._hands[seat]
        hand[suit] -= 1
        if not hand[suit]:
            self._held[seat] ^= 1 << suit
        if not self._laid:
            self._sight.led(seat, self._tricks)
        self._sight.laid(seat, self._tricks, action)
        self._laid += 1
        if suit == _ONE and (fuel is not None or self._hidden_ones):
            self._ranks = _SLOW_RANKS
        if fuel is None:
            self._hidden.append(seat)
        else:
            self._face_up |= 1 << suit
            self._plays.append((seat, suit, fuel))
            self._market -= take
            reserve, limit = self._fuel[seat] + take, TANK if self._on_take else TANK + fuel
            if reserve > limit:
                self._discarded += reserve - limit
                reserve = limit
            self._fuel[seat] = reserve - fuel
        if self._laid < self._seats:
            self._ask(seat + 1 if seat + 1 < self._seats else 0)
        else:
            self._resolve()

    def _deal(self) -> None:
        seats = self._seats
        order = self._dice.permutation(self._deck_size, "deal")
        if not self._round and self._random_start:
            self._leader = self._dice.integer(seats, "start_player")
        cards = bytes(order).translate(self._deck)
        dealt = [cards[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in range(seats)]
        self._hands = [bytearray(map(hand.count, _SUITS)) for hand in dealt]
        self._held = [sum([1 << suit for suit in set(hand)]) for hand in dealt]
        self._round += 1
        self._tricks = 0
        self._sight.dealt(self._round)
        self._lead()

    def _lead(self) -> None:
        """Begins a trick."""
        self._face_up = self._laid = 0
        self._ranks = _RANKS
        self._plays: list[tuple[Seat, int, int]] = []
        self._hidden: list[Seat] = []
        self._ask(self._leader)

    def _resolve(self) -> None:
        """Ends a trick, and with the sixth the round (Rules §17 to §22)."""
        sight, won = self._sight, self._winner()
        spent = sum([fuel for _, _, fuel in self._plays])
        early = spent if self._early else 0
        market = self._market + early
        if self._hidden:
            market, filled, lost = refill(market, self._hidden, self._fuel)
            self._fuel = bytearray(filled)
            self._discarded += lost
        self._market = market + spent - early
        sight.won(won, self._tricks)
        self._tricks += 1
        if won is not None:
            self._leader = won
        if self._tricks < HAND_SIZE:
            if won is not None:
                sight.momentum[won] += 1
            self._lead()
            return
        sight.momentum = bytearray(self._seats)
        if won is not None:
            self._trophies[won] += 1
        sight.revealed(self._reveals)
        best = max(self._trophies)
        if best < TROPHIES_TO_WIN and self._round < self._rounds:
            self._deal()
            return
        sight.truncated = best < TROPHIES_TO_WIN
        self.mask = bytes(len(ACTIONS))
        trophies = tuple(self._trophies)
        self.scores = tuple(int(n == best) for n in trophies) if self._winner_only else trophies

    def _ask(self, seat: Seat) -> None:
        """Has a seat act next."""
        self.actor = seat
        held, fuel = self._held[seat], self._fuel[seat]
        leads = not self._laid
        open_suits = held if leads else held & ~self._face_up
        key = held << 11 | open_suits << 5 | fuel << 2 | (self._market > 0) << 1 | leads
        found = self._masks.get(key)
        if found is None:
            found = self._masks[key] = self._asked(held, open_suits, leads)
        self.mask = found

    def _winner(self) -> Seat | None:
        """Returns who wins the trick (Rules §14 to §18)."""
        momentum, ranks = self._sight.momentum, self._ranks
        best, won = -1, self._leader if self._leader_wins else None
        for seat, suit, fuel in self._plays:
            total = ranks[suit] + fuel + momentum[seat]
            if total > best or (total == best and self._last_tied):
                best, won = total, seat
        return won

    def _asked(self, held: int, open_suits: int, leads: bool) -> bytes:
        """Returns the mask of the actor by the rules: of seat 0, after other seats unless it leads.

        They laid every suit that may not be laid face up, or a card face down.
        """
        plays: tuple[Play, ...] = ()
        if not leads:
            laid = [SUITS[suit] for suit in _SUITS if not open_suits >> suit & 1]
            plays = (Play(1, None, 0, 0, SUITS[0]), *(Play(1, suit, 0, 0) for suit in laid))
        hand = tuple(SUITS[suit] for suit in _SUITS if held >> suit & 1)
        nobody: tuple[str, ...] = ()
        state = State(
            round=1,
            leader=0,
            hands=(hand, *[nobody] * (self._seats - 1)),
            fuel=(self._fuel[self.actor],) * self._seats,
            momentum=(0,) * self._seats,
            trophies=(0,) * self._seats,
            market=int(self._market > 0),
            plays=plays,
        )
        found = bytearray(len(ACTIONS))
        for action in self._rules.legal_actions(state, 0):
            found[action_index(action)] = 1
        return bytes(found)
