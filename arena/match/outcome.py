"""How a match ended, and for whom."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import Enum

from arena.games.kernel import Seat


class Fault(Enum):
    """What a seat did wrong instead of choosing a legal action in time."""

    TIMEOUT = "timeout"
    ILLEGAL_ACTION = "illegal_action"
    DISCONNECT = "disconnect"
    CRASH = "crash"
    NO_SHOW = "no_show"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Final scores and ranks by seat, and which seats forfeited.

    Rank 1 is best; ties share a rank. Forfeited seats rank behind all others.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Seat, ...] = ()


def outcome(scores: Sequence[int], forfeited: Set[Seat] = frozenset()) -> Outcome:
    """Returns the outcome that final scores and forfeits give."""
    keys = [(seat in forfeited, -score) for seat, score in enumerate(scores)]
    ranks = tuple(1 + sum(other < mine for other in keys) for mine in keys)
    return Outcome(tuple(scores), ranks, tuple(sorted(forfeited)))
