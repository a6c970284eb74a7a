"""One trick: what each card counts, who wins, and who refuels."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arena.games.carrera.cards import BASE_RANKS, SLOWED, TANK
from arena.games.kernel import Seat


@dataclass(frozen=True, slots=True)
class Play:
    """One seat's card in a trick, as far as somebody may know it."""

    seat: Seat
    suit: str | None
    """`None` for a face-down card."""
    fuel: int
    momentum: int
    """What the seat held when it played."""
    face_down: str | None = None
    """The suit of a face-down card; `None` for a face-up one, and for those who may not know."""
    take: bool = False
    """Whether a chip came from the market first (Rules §11)."""

    @property
    def is_unknown(self) -> bool:
        """Whether the card is face down and its suit is not known here."""
        return self.suit is None and self.face_down is None


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: one card of each seat in the order played, the leader's first."""

    plays: tuple[Play, ...]
    winner: Seat | None
    """`None` if every card was face down and nobody won."""


def totals(plays: Sequence[Play], *, facedown_one_has_power: bool = False) -> dict[Seat, int]:
    """Returns what each face-up card counts, by seat in the order played (Rules §14 to §16)."""
    slow = any(
        play.suit == "1" or (facedown_one_has_power and play.face_down == "1") for play in plays
    )
    return {
        play.seat: (0 if slow and play.suit in SLOWED else BASE_RANKS[play.suit])
        + play.fuel
        + play.momentum
        for play in plays
        if play.suit is not None
    }


def winner(
    plays: Sequence[Play],
    *,
    tie_break: str = "first",
    all_facedown: str = "no_winner",
    facedown_one_has_power: bool = False,
) -> Seat | None:
    """Returns who wins a trick; the keywords are the game's options (Rules §17, §18)."""
    by_seat = totals(plays, facedown_one_has_power=facedown_one_has_power)
    if not by_seat:
        return plays[0].seat if all_facedown == "leader_wins" else None
    best = max(by_seat.values())
    tied = [seat for seat, total in by_seat.items() if total == best]
    return tied[0] if tie_break == "first" else tied[-1]


def refill(
    market: int, face_down: Collection[Seat], fuel: Sequence[int]
) -> tuple[int, tuple[int, ...], int]:
    """Returns market, reserves and the chips lost after `face_down` refuelled (Rules §19)."""
    if not face_down:
        return market, tuple(fuel), 0
    share = market // len(face_down)
    filled = list(fuel)
    for seat in face_down:
        filled[seat] = min(fuel[seat] + share, TANK)
    return 0, tuple(filled), sum(fuel) + market - sum(filled)
