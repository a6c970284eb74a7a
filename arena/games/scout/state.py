"""Everything that is true between two plies."""

from dataclasses import dataclass
from enum import Enum

from arena.games.kernel import Seat
from arena.games.scout.cards import Card


class Phase(Enum):
    """What a round waits for."""

    FLIP = "flip"
    """The seats keep or flip their hands."""
    PLAY = "play"
    """The mover shows or scouts."""
    SHOW = "show"
    """The mover has scouted in a Scout & Show and owes the Show."""
    DONE = "done"
    """Nothing: the round is over, or none was dealt yet."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that every seat knows to be in a hand, because it was scouted into it."""

    card: Card
    """As it lies in the hand if `place` is given, else as it lay on the table."""
    place: int | None
    """Where in the hand it is, from 0 at the left; `None` if place and side are hidden."""


@dataclass(frozen=True, slots=True)
class PublicAction:
    """A Show or a Scout as every seat saw it."""

    seat: Seat
    notation: str
    """The public notation."""
    cards: tuple[Card, ...]
    """The cards shown, or the one scouted as it lay on the table."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round, from its deal to its scoring. Tuples by seat."""

    phase: Phase
    mover: Seat
    """Who is to act, unless all are in `Phase.FLIP`."""
    hands: tuple[tuple[Card, ...], ...]
    table: tuple[Card, ...]
    """The active set in hand order."""
    owner: Seat | None
    """Who showed it; `None` if the table is empty."""
    captured: tuple[int, ...]
    chips: tuple[int, ...]
    scout_and_show: tuple[bool, ...]
    """Whether the chip for a Scout & Show is still there."""
    scouts_since_show: int
    """Plain Scouts only."""
    turns: int
    """Shows and plain Scouts so far."""
    known: tuple[tuple[KnownCard, ...], ...]
    history: tuple[PublicAction, ...]
    ender: Seat | None = None
    """Who loses nothing for the hand, once the round is over."""
    truncated: bool = False
    """Whether the round was stopped at the limit of turns."""


@dataclass(frozen=True, slots=True)
class FirstRound:
    """The 22 cards of the first of two rounds, which the second is not dealt from (Rules §28)."""

    shown: tuple[Card, ...]
    """The cards that lay on the table, upright and in deck order."""
    kept: tuple[tuple[Card, ...], ...]
    """By seat, the cards held to the end and never shown, upright and in deck order."""


@dataclass(frozen=True, slots=True)
class State:
    """A match between two plies."""

    round: int
    """Counts from 1; 0 before the first deal."""
    start_player: Seat
    totals: tuple[int, ...]
    reserve: tuple[Card, ...]
    """Set aside for the second round of two seats, upright and in deck order."""
    first_round: FirstRound | None
    """Only in the second round of two seats."""
    play: Round
