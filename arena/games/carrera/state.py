"""Everything true between two plies."""

from dataclasses import dataclass

from arena.games.carrera.tricks import Play, Trick
from arena.games.kernel import Seat


@dataclass(frozen=True, slots=True)
class State:
    """The table with every card known."""

    round: int
    """Counts deals: 0 before the first."""
    leader: Seat
    """Of the current trick, or of the next one."""
    hands: tuple[tuple[str, ...], ...]
    """By seat, each in the order of `SUITS`. All empty: a deal is due, or the match is over."""
    fuel: tuple[int, ...]
    momentum: tuple[int, ...]
    trophies: tuple[int, ...]
    market: int = 0
    discarded: int = 0
    plays: tuple[Play, ...] = ()
    """The current trick so far."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks of the round, until the next deal."""
    revealed: tuple[Trick, ...] = ()
    """The tricks of the last finished round, if its face-down cards were shown (Rules §13)."""

    @property
    def next_seat(self) -> Seat:
        """The seat whose card comes next in turn order."""
        return (self.leader + len(self.plays)) % len(self.hands)

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide; `None` while everybody's hand is empty."""
        seat = self.next_seat
        return seat if self.hands[seat] else None
