"""Comparisons as they are kept, and where; `storage` supplies it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from arena.contest.sprt import Verdict
from arena.service.records import Page


@dataclass(frozen=True, slots=True)
class Comparison:
    """Is one submission better than another? A gauntlet of one table a round is to tell."""

    tournament_id: str
    """The gauntlet, whose first two entrants are compared; its matches move no rating."""
    author_id: str
    """Who asked."""
    new_id: str
    old_id: str
    elo0: float
    elo1: float
    most_blocks: int
    fixed: bool
    """Whether all blocks are played, whatever the first ones say."""
    counts: tuple[int, ...]
    """How many blocks ended with each score of the new one against the old one, see `ScoreCounts`.
    The last ones played may not be counted yet."""
    llr: float = 0.0
    """The log-likelihood ratio of what is counted, positive if that speaks for `elo1`."""
    verdict: Verdict = Verdict.UNDECIDED
    over: datetime | None = None
    """Since when no more blocks are counted."""
    ratios: tuple[float, ...] = ()
    """The log-likelihood ratio after each block that is counted."""

    @property
    def blocks(self) -> int:
        """How many blocks are counted."""
        return sum(self.counts)


class Comparisons(Protocol):
    """Comparisons, by their tournament."""

    def add(self, comparison: Comparison) -> None: ...

    def get(self, tournament_id: str) -> Comparison: ...

    def page(self, size: int, token: str) -> Page[Comparison]:
        """Returns comparisons, newest first."""

    def of_submissions(self, submission_ids: Collection[str], most: int) -> tuple[Comparison, ...]:
        """Returns the newest ones in which any of these is compared with another, newest first."""

    def move(self, comparison: Comparison) -> None:
        """Writes what is counted, what that says, and whether it is over."""

    def running(self, author_id: str = "") -> tuple[str, ...]:
        """Returns the ids of those that are not over, of one author if one is given."""
