"""My Favorite Carrera RS: six tricks a round, no suit twice in a trick, the sixth wins a trophy.

The rules are written down, with numbers, in `docs/rules/carrera.md`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import ClassVar

from arena.games.carrera.actions import DOWNS, PLAIN_UPS, Action, Down, Up, ups
from arena.games.carrera.cards import HAND_SIZE, TANK, deck
from arena.games.carrera.imagination import imagined
from arena.games.carrera.observation import Observation, observed
from arena.games.carrera.options import Value, chosen
from arena.games.carrera.progress import laid, resolved
from arena.games.carrera.state import State
from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Seat, Turn

TROPHIES_TO_WIN = 2


class Carrera:
    """The game for a number of seats and a choice of options."""

    name: ClassVar[str] = "carrera"
    version: ClassVar[int] = 1
    seat_counts: ClassVar[range] = range(3, 6)

    def __init__(self, seats: int, **options: Value) -> None:
        if type(seats) is not int or seats not in self.seat_counts:
            raise ValueError(f"carrera is for 3 to 5 seats, not {seats!r}")
        self._seats = seats
        self._options = chosen(seats, options)
        copies = self._options.copies_per_suit
        self._copies = copies if isinstance(copies, int) else seats
        self._decisions = tuple(Decision((seat,)) for seat in range(seats))

    @property
    def seats(self) -> int:
        return self._seats

    @property
    def options(self) -> Mapping[str, Value]:
        return asdict(self._options)

    def start(self) -> State:
        return State(
            round=0,
            leader=0,
            hands=((),) * self._seats,
            fuel=(TANK,) * self._seats,
            momentum=(0,) * self._seats,
            trophies=(0,) * self._seats,
        )

    def turn(self, state: State) -> Turn:
        seat = state.to_act
        if seat is not None:
            return self._decisions[seat]
        return Finished(self._scores(state)) if self._is_over(state) else Chance()

    def chance(self, state: State, dice: Dice) -> State:
        """Deals a round, and before the first one draws who leads (Rules §3, §5, §7)."""
        cards = deck(self._copies)
        order = dice.permutation(len(cards), "deal")
        dealt = [cards[card] for card in order[: HAND_SIZE * self._seats]]
        leader = state.leader
        if state.round == 0 and self._options.start_player == "random":
            leader = dice.integer(self._seats, "start_player")
        return State(
            round=state.round + 1,
            leader=leader,
            hands=tuple(
                tuple(sorted(dealt[first : first + HAND_SIZE]))
                for first in range(0, len(dealt), HAND_SIZE)
            ),
            fuel=state.fuel,
            momentum=state.momentum,
            trophies=state.trophies,
            market=state.market,
            discarded=state.discarded,
            revealed=state.revealed,
        )

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Returns downs by suit, then ups by (suit, fuel, take) (Rules §8 to §11, §29)."""
        suits = tuple(dict.fromkeys(state.hands[seat]))
        face_up = {play.suit for play in state.plays}
        reserve = state.fuel[seat]
        actions: list[Action] = []
        if state.plays or self._options.leader_may_play_face_down:
            actions += [DOWNS[suit] for suit in suits]
        for suit in suits:
            if suit in face_up:
                continue
            if suit == "2" and state.market:
                actions += self._ups_taking(reserve)
            else:
                actions += PLAIN_UPS[suit][reserve]
        return actions

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> State:
        """Lays one card; the last card of a trick resolves it."""
        seat = state.next_seat
        state = laid(state, seat, actions[seat], self._options)
        return state if len(state.plays) < self._seats else resolved(state, self._options)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Returns the table without the others' hands and face-down cards (Rules §13)."""
        truncated = self._is_over(state) and max(state.trophies) < TROPHIES_TO_WIN
        return observed(state, seat, truncated=truncated)

    def public(self, state: State, seat: Seat, action: Action) -> str:
        """Returns the notation, without the suit of a face-down card (Rules §28)."""
        return "down" if isinstance(action, Down) else action.notation

    def imagine(self, observation: Observation, dice: Dice) -> State:
        """Returns one of the deals `observation` allows, each being equally likely."""
        return imagined(observation, dice, copies=self._copies, options=self._options)

    def _ups_taking(self, reserve: int) -> tuple[Up, ...]:
        """Returns the ways to play a 2 while the market has fuel (Rules §11, §12)."""
        plain = reserve if self._options.rank2_take_optional else -1
        taking = reserve + 1
        if self._options.rank2_limit_check == "on_take":
            taking = min(taking, TANK)
        return ups("2", plain, taking)

    def _is_over(self, state: State) -> bool:
        """Tells whether a finished round was the last one (Rules §25, §26)."""
        if state.to_act is not None:
            return False
        return max(state.trophies) >= TROPHIES_TO_WIN or state.round >= self._options.max_rounds

    def _scores(self, state: State) -> tuple[int, ...]:
        """Returns trophies, or 1 for the winners alone (Rules §27)."""
        if self._options.placement == "trophies":
            return state.trophies
        best = max(state.trophies)
        return tuple(int(trophies == best) for trophies in state.trophies)
