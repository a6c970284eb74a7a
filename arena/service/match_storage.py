"""Where matches are kept, and who plays them; `storage` supplies it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from arena.match.events import MatchEvent
from arena.match.outcome import Outcome
from arena.service.records import Attempt, AttemptEnd, Match, MatchFilter, Page


class Matches(Protocol):
    """Matches, their attempts, and the logs of finished ones."""

    def add(self, match: Match, *, request_id: str = "", author_id: str = "") -> Match:
        """Keeps a match that stands alone.

        The same request id of the same author returns the first one's match.
        """

    def unfinished(self, author_id: str) -> int:
        """Returns how many matches that this author asked for are not final."""

    def get(self, match_id: str) -> Match: ...

    def page(self, size: int, token: str, where: MatchFilter) -> Page[Match]:
        """Returns matches, newest first."""

    def attempts(self, match_id: str) -> tuple[Attempt, ...]:
        """Returns the attempts at a match, oldest first."""

    def log(self, match_id: str) -> tuple[MatchEvent, ...]:
        """Returns the whole log of a finished match, seed included; else `NotFound`.

        Empty once it was forgotten.
        """

    def forget_logs(self, before: datetime, limit: int) -> int:
        """Forgets logs of matches that ended before then; returns how many. Results stay.

        It finds those that have a date: `date_logs` gives one to logs of versions that gave none.
        """

    def date_logs(self, limit: int) -> int:
        """Gives logs that have none the date of their match; returns to how many."""

    def load(self, now: datetime) -> Mapping[str, int]:
        """Returns how many matches each submission plays now: running, or dispatched lately."""

    def waiting(
        self,
        before: datetime,
        limit: int,
        *,
        alone: bool | None = None,
        without: Collection[str] = (),
    ) -> tuple[Match, ...]:
        """Returns queued matches never dispatched, or dispatched before then; oldest first.

        Of all those, or of those that stand alone, or of the others: in contests, or asked for by
        the arena itself. Leaves out those in which one of the submissions `without` sits.
        """

    def lock_dispatch(self) -> None:
        """Lets nobody else past here until the unit of work ends."""

    def dispatch(self, match_ids: Collection[str], now: datetime | None) -> None:
        """Notes that these ids are about to be put into the queue; `None`: they are not."""

    def claim(self, match_id: str, worker: str, now: datetime, until: datetime) -> Match | None:
        """Gives a queued match, or a running one whose lease is over, to a worker.

        Raises its attempt by one, opens an `Attempt` and closes the one before, if it is open,
        as `WORKER_LOST`. Of several callers at once one gets the match, the others `None`.
        """

    def renew(self, claims: Mapping[str, int], now: datetime, until: datetime) -> frozenset[str]:
        """Prolongs leases, given as match id to attempt; returns the ids that still hold."""

    def finish(
        self,
        match_id: str,
        attempt: int,
        outcome: Outcome,
        log: Sequence[MatchEvent],
        now: datetime,
    ) -> bool:
        """Writes outcome, faults and log in one go, if `attempt` is the newest and running."""

    def release(
        self, match_id: str, attempt: int, end: AttemptEnd, detail: str, now: datetime
    ) -> bool:
        """Closes the attempt and queues the match again, if `attempt` is the newest and running.

        The match then waits like one that was never dispatched.
        """

    def void(self, match_id: str, end: AttemptEnd, detail: str, now: datetime) -> bool:
        """Gives a match up unless it is final already; its newest attempt is closed with it."""

    def expired(self, now: datetime, limit: int) -> tuple[Match, ...]:
        """Returns running matches whose lease is over."""

    def overdue(self, now: datetime, limit: int) -> tuple[Match, ...]:
        """Returns matches that are not final though their deadline is over."""
