"""Where conduct is kept; `storage` supplies it."""

from collections.abc import Collection, Mapping
from typing import Protocol

from arena.contest.conduct import Conduct


class Conducts(Protocol):
    """How submissions behave on ladders. Whoever never failed may have none on record."""

    def of_ladder(self, ladder_id: str) -> Mapping[str, Conduct]:
        """Returns all that a ladder has on record, by submission."""

    def among(self, ladder_id: str, submission_ids: Collection[str]) -> Mapping[str, Conduct]:
        """Returns those of these submissions on a ladder."""

    def quarantined(self, submission_ids: Collection[str]) -> tuple[Conduct, ...]:
        """Returns where these submissions are quarantined, on any ladder."""

    def put(self, conduct: Conduct) -> None:
        """Writes one, in the place of the one before."""
