"""Where tournaments are kept; `storage` supplies it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from arena.service.records import Page
from arena.service.tournament_records import Entry, OpenedRound, Summary, Tournament


class Tournaments(Protocol):
    """Tournaments, by id or name, with their entries and rounds; `Blocks` has their tables."""

    def add(self, tournament: Tournament) -> None:
        """Raises `AlreadyExists` if the name is taken, whatever its case."""

    def get(self, tournament_id: str) -> Tournament:
        """Takes an id or a name."""

    def lock(self, tournament_id: str) -> Tournament:
        """Like `get` by id, and nobody else may lock it until the unit of work ends."""

    def page(self, size: int, token: str, *, comparisons: bool = True) -> Page[Tournament]:
        """Returns tournaments, newest first; those that hold comparisons if these are wanted."""

    def idle(self) -> tuple[str, ...]:
        """Returns the ids of those that run and have no block that is open; oldest first."""

    def summaries(self, tournament_ids: Collection[str]) -> Mapping[str, Summary]:
        """Returns how far these have got."""

    def due(self, now: datetime) -> tuple[str, ...]:
        """Returns the ids of those that are entering and whose time to start has come."""

    def move(self, tournament: Tournament) -> None:
        """Writes its state, its note, when it started and ended; all else never changes."""

    def enter(self, entry: Entry) -> Entry:
        """Adds an entry, or returns the one that the submission has already."""

    def withdraw(self, tournament_id: str, submission_id: str) -> None:
        """Raises `NotFound` if it has not entered."""

    def entries(self, tournament_id: str) -> tuple[Entry, ...]:
        """Returns the entries in the order of seeding."""

    def seed(self, tournament_id: str, submission_ids: Sequence[str]) -> None:
        """Numbers the entries anew, the best first."""

    def open_round(self, opened: OpenedRound) -> None: ...

    def rounds(self, tournament_id: str) -> tuple[OpenedRound, ...]:
        """Returns the rounds in their order."""
