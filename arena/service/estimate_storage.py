"""Estimates as they are kept, and where; `storage` supplies it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class KeptEstimate:
    """What the blocks of a ladder up to one of them say of a submission."""

    ladder_id: str
    sequence: int
    """Which rated blocks it covers: all up to this one."""
    submission_id: str
    apart: int
    """0 for all who can be compared; else the number of a group that no chain of results, won and
    lost, ties to these. Its ratings are 0 and mean nothing."""
    blocks: int
    """How many of the blocks the submission played; not counted where it is apart."""
    rating: float = 0.0
    low: float | None = None
    """In 95 of 100 cases the rating is between this and `high`; absent where nothing is known."""
    high: float | None = None
    anchored: bool = False
    samples: tuple[float, ...] = field(default=(), repr=False)
    """For comparisons, see `arena.contest.estimate`; the newest estimates alone have any."""


class KeptEstimates(Protocol):
    """The estimates of ladders, from their first blocks on."""

    def covered(self, ladder_id: str) -> int:
        """Returns which rated block the newest estimates go up to; 0 where there are none."""

    def keep(self, estimates: Sequence[KeptEstimate]) -> None:
        """Keeps all of one ladder up to one block; those before lose their samples."""

    def newest(self, ladder_id: str, submission_ids: Collection[str]) -> Mapping[str, KeptEstimate]:
        """Returns those of these submissions that the newest estimates are of."""

    def history(self, ladder_id: str, submission_id: str) -> tuple[KeptEstimate, ...]:
        """Returns all estimates of a submission, oldest first, without samples."""
