"""What one seat, or a spectator, may know of a match.

The message `botarena.scout.v1.Observation` has the same fields.
"""

from dataclasses import dataclass

from arena.games.kernel import Seat
from arena.games.scout.cards import Card
from arena.games.scout.state import KnownCard, PublicAction, State


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """What everybody may know of one seat."""

    hand_size: int
    captured: int
    chips: int
    scout_and_show: bool
    """Whether the chip for a Scout & Show is still there."""
    total: int
    """Points of the rounds that are over."""
    known: tuple[KnownCard, ...]
    """The scouted cards in the hand, in the order in which they were scouted."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is known of the first of two rounds: its cards are out of the second (Rules §37)."""

    shown: tuple[Card, ...]
    """The cards that lay on the table, upright and in deck order."""
    kept: tuple[Card, ...]
    """The cards this seat never showed, upright and in deck order; empty for a spectator."""
    kept_counts: tuple[int, ...]
    """By seat, how many cards it never showed."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a seat may know, so that a bot needs no memory of its own (Rules §35)."""

    seat: Seat | None
    """Whose knowledge this is; `None` is a spectator's."""
    phase: str
    """`flip`, `play`, `show` (the second half of a Scout & Show) or `done` (the round is over)."""
    round: int
    """Counts from 1; 0 before the first deal."""
    start_player: Seat
    to_act: tuple[Seat, ...]
    hand: tuple[Card, ...]
    """This seat's own cards in hand order."""
    table: tuple[Card, ...]
    """The active set, as it lies before its owner."""
    owner: Seat | None
    """Who showed it; `None` if the table is empty."""
    seats: tuple[PublicSeat, ...]
    scouts_since_show: int
    turns: int
    """Shows and plain Scouts of this round so far."""
    ender: Seat | None
    """Who lost nothing for the hand, once the round is over."""
    truncated: bool
    """Whether the round was stopped at the limit of turns."""
    history: tuple[PublicAction, ...]
    """Every Show and Scout of this round, from its start."""
    first_round: Remembered | None
    """Only in the second round of two seats."""


def observe(state: State, seat: Seat | None, to_act: tuple[Seat, ...]) -> Observation:
    """Returns what `seat` may know of `state`."""
    play = state.play
    return Observation(
        seat=seat,
        phase=play.phase.value,
        round=state.round,
        start_player=state.start_player,
        to_act=to_act,
        hand=() if seat is None else play.hands[seat],
        table=play.table,
        owner=play.owner,
        seats=tuple(
            PublicSeat(len(hand), captured, chips, scout_and_show, total, known)
            for hand, captured, chips, scout_and_show, total, known in zip(
                play.hands,
                play.captured,
                play.chips,
                play.scout_and_show,
                state.totals,
                play.known,
                strict=True,
            )
        ),
        scouts_since_show=play.scouts_since_show,
        turns=play.turns,
        ender=play.ender,
        truncated=play.truncated,
        history=play.history,
        first_round=_remembered(state, seat),
    )


def _remembered(state: State, seat: Seat | None) -> Remembered | None:
    first = state.first_round
    if first is None:
        return None
    return Remembered(
        shown=first.shown,
        kept=() if seat is None else first.kept[seat],
        kept_counts=tuple(map(len, first.kept)),
    )
