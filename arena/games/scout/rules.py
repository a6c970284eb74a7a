"""SCOUT: show sets of cards from a hand that may not be sorted, or scout from the table.

The rules are written down in `docs/rules/scout.md`, whose paragraphs this package cites.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Seat, Turn
from arena.games.scout.actions import FLIP, KEEP, Action, Orient, Scouting, Show
from arena.games.scout.deal import dealt, undealt
from arena.games.scout.imagine import imagine
from arena.games.scout.legal import legal_in_play
from arena.games.scout.observation import Observation, observe
from arena.games.scout.options import Options
from arena.games.scout.play import (
    after_flips,
    after_scout,
    after_show,
    public_scout,
    public_show,
    scores,
)
from arena.games.scout.state import Phase, State

_CHANCE = Chance()
_ORIENTATIONS = (KEEP, FLIP)
_ONE_SEAT = tuple(Decision((seat,)) for seat in range(5))
_ALL_SEATS = tuple(Decision(tuple(range(seats))) for seats in range(6))


@dataclass(frozen=True, slots=True, init=False)
class Scout:
    """The game for a number of seats and its options."""

    name: ClassVar[str] = "scout"
    version: ClassVar[int] = 1
    seat_counts: ClassVar[range] = range(2, 6)

    seats: int
    _options: Options

    def __init__(self, seats: int, **options: str | int | bool) -> None:
        if type(seats) is not int or seats not in self.seat_counts:
            raise ValueError(f"scout needs 2 to 5 seats, not {seats!r}")
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "_options", Options.of(options))

    @property
    def options(self) -> Mapping[str, str | int | bool]:
        return self._options.named()

    def start(self) -> State:
        return undealt(self.seats)

    def turn(self, state: State) -> Turn:
        play = state.play
        if play.phase is Phase.DONE:
            return _CHANCE if state.round < self.seats else Finished(state.totals)
        if play.phase is Phase.FLIP and self._options.flip_phase == "simultaneous_hidden":
            return _ALL_SEATS[self.seats]
        return _ONE_SEAT[play.mover]

    def chance(self, state: State, dice: Dice) -> State:
        return dealt(state, dice, self._options)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.play.phase is Phase.FLIP:
            return _ORIENTATIONS
        return legal_in_play(state.play)

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> State:
        play = state.play
        match actions[play.mover]:
            case Scouting() as action:
                play = after_scout(play, action, self._options)
            case Show() as action:
                play = after_show(play, action, self._options)
            case Orient():
                play = after_flips(play, actions, state.start_player)
        totals = state.totals
        if play.phase is Phase.DONE:
            won = scores(play, self._options)
            totals = tuple(total + score for total, score in zip(totals, won, strict=True))
        return State(
            state.round, state.start_player, totals, state.reserve, state.first_round, play
        )

    def observe(self, state: State, seat: Seat | None) -> Observation:
        turn = self.turn(state)
        return observe(state, seat, turn.seats if isinstance(turn, Decision) else ())

    def public(self, state: State, seat: Seat, action: Action) -> str:
        """Rules §39."""
        match action:
            case Scouting():
                return public_scout(action, self._options)
            case Show():
                return public_show(state.play, action, self._options)
            case Orient():
                return "ready"

    def imagine(self, observation: Observation, dice: Dice) -> State:
        return imagine(observation, dice)
