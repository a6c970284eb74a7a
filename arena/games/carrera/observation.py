"""What one seat, or a spectator, may know."""

from dataclasses import dataclass

from arena.games.carrera.state import State
from arena.games.carrera.tricks import Play, Trick
from arena.games.kernel import Seat


@dataclass(frozen=True, slots=True)
class Observation:
    """The table as one seat sees it: all but the others' hands and face-down cards."""

    seat: Seat | None
    """Whose eyes these are; `None` is a spectator."""
    hand: tuple[str, ...]
    """The seat's own suits, in the order of `SUITS`; empty for a spectator."""
    round: int
    """From 1; 0 before the first deal."""
    trick: int
    """From 1 to 6: the current trick, or the last one of a finished round; 0 before any deal."""
    leader: Seat
    """Who leads the current trick, or the next one. Means nothing before the first deal."""
    to_act: Seat | None
    """Who must decide; `None` before a deal and after the end."""
    plays: tuple[Play, ...]
    """The current trick so far, in the order played."""
    tricks: tuple[Trick, ...]
    """The finished tricks of this round. Own face-down cards show their suit here, too."""
    hand_sizes: tuple[int, ...]
    fuel: tuple[int, ...]
    momentum: tuple[int, ...]
    trophies: tuple[int, ...]
    market: int
    discarded: int
    """Fuel that has left the game."""
    revealed: tuple[Trick, ...]
    """The tricks of the last finished round with every card open, under the option
    `reveal_facedown=end_of_round`; otherwise empty (Rules §13)."""
    truncated: bool
    """Whether the match ended at `max_rounds` without a second trophy (Rules §26)."""


def observed(state: State, seat: Seat | None, *, truncated: bool) -> Observation:
    """Returns `state` without what `seat` may not know."""
    to_act = state.to_act
    return Observation(
        seat=seat,
        hand=() if seat is None else state.hands[seat],
        round=state.round,
        trick=len(state.tricks) + (to_act is not None),
        leader=state.leader,
        to_act=to_act,
        plays=_seen(state.plays, seat),
        tricks=tuple(Trick(_seen(trick.plays, seat), trick.winner) for trick in state.tricks),
        hand_sizes=tuple(map(len, state.hands)),
        fuel=state.fuel,
        momentum=state.momentum,
        trophies=state.trophies,
        market=state.market,
        discarded=state.discarded,
        revealed=state.revealed,
        truncated=truncated,
    )


def _seen(plays: tuple[Play, ...], seat: Seat | None) -> tuple[Play, ...]:
    return tuple(
        play
        if play.suit is not None or play.seat == seat
        else Play(play.seat, None, play.fuel, play.momentum)
        for play in plays
    )
