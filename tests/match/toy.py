"""Coins: the smallest game with chance, secret decisions at once, and open ones in turn.

Every round the dice toss a coin for every seat, which only that seat sees. All call it at once,
and in secret; then one seat, the next in every round, may double what its call wins or loses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Seat, Turn


@dataclass(frozen=True, slots=True)
class Act:
    notation: str

    def __str__(self) -> str:
        return self.notation


HEADS, TAILS, HOLD, DOUBLE = Act("call heads"), Act("call tails"), Act("hold"), Act("double")


@dataclass(frozen=True, slots=True)
class State:
    tosses: tuple[tuple[bool, ...], ...] = ()
    calls: tuple[tuple[Act, ...], ...] = ()
    stakes: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    coins: tuple[bool, ...]
    calls: tuple[str, ...]
    stakes: tuple[str, ...]


class Coins:
    name: ClassVar[str] = "coins"
    version: ClassVar[int] = 3
    seat_counts: ClassVar[range] = range(2, 5)

    def __init__(self, seats: int, **options: str | int | bool) -> None:
        if seats not in self.seat_counts:
            raise ValueError(f"coins is for 2 to 4 seats, not {seats}")
        if set(options) - {"rounds"}:
            raise ValueError(f"coins has no such option: {options}")
        self.seats = seats
        self.options = {"rounds": 2, **options}

    def start(self) -> State:
        return State()

    def turn(self, state: State) -> Turn:
        if len(state.calls) < len(state.tosses):
            return Decision(tuple(range(self.seats)))
        if len(state.stakes) < len(state.calls):
            return Decision((self._doubler(state),))
        if len(state.tosses) < self.options["rounds"]:
            return Chance()
        return Finished(tuple(self._score(state, seat) for seat in range(self.seats)))

    def chance(self, state: State, dice: Dice) -> State:
        return replace(state, tosses=(*state.tosses, dice.bits(self.seats, "coins")))

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Act]:
        return (HEADS, TAILS) if len(state.calls) < len(state.tosses) else (HOLD, DOUBLE)

    def apply(self, state: State, actions: Mapping[Seat, Act]) -> State:
        if len(state.calls) == len(state.tosses):
            return replace(state, stakes=(*state.stakes, actions[self._doubler(state)]))
        calls = tuple(actions[seat] for seat in range(self.seats))
        return replace(state, calls=(*state.calls, calls))

    def observe(self, state: State, seat: Seat | None) -> Observation:
        own = [seat] if seat is not None else []
        return Observation(
            tuple(toss[s] for toss in state.tosses for s in own),
            tuple(str(calls[s]) for calls in state.calls for s in own),
            tuple(map(str, state.stakes)),
        )

    def public(self, state: State, seat: Seat, action: Act) -> str:
        return "call" if action in (HEADS, TAILS) else str(action)

    def _doubler(self, state: State) -> Seat:
        return len(state.stakes) % self.seats

    def _score(self, state: State, seat: Seat) -> int:
        score = 0
        for number, (toss, calls) in enumerate(zip(state.tosses, state.calls, strict=True)):
            doubled = number % self.seats == seat and state.stakes[number] == DOUBLE
            right = toss[seat] == (calls[seat] == HEADS)
            score += (1 if right else -1) * (2 if doubled else 1)
        return score
