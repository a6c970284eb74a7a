"""Where hosted submissions are kept; `storage` supplies it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from arena.service.hosting_records import Holdings, Hosted, HostedState


class HostedSubmissions(Protocol):
    """Hosted submissions by id, their archives, who runs them, and what they printed."""

    def add(self, hosted: Hosted, archive: bytes) -> None: ...

    def get(self, submission_id: str) -> Hosted: ...

    def among(self, submission_ids: Collection[str]) -> Mapping[str, Hosted]:
        """Returns those of the submissions that are hosted."""

    def uploaded(self, sha256: str, request_id: str) -> tuple[str, ...]:
        """Returns the submissions that this request made of this archive, by the names of bots."""

    def holdings(self, author_id: str) -> Holdings: ...

    def archive(self, submission_id: str) -> bytes:
        """Returns what is to be unpacked and run."""

    def replace_archive(self, submission_id: str, archive: bytes) -> None:
        """Puts what a build made in the place of what was uploaded."""

    def move(self, submission_id: str, state: HostedState, reason: str = "") -> None: ...

    def wanted(self) -> tuple[Hosted, ...]:
        """Returns who is to be checked, to qualify, or to play, now or soon; oldest first.

        To play are those that are active on a ladder that is not paused, or sit in a match that
        is not final; the latter even if they were retired meanwhile.
        """

    def dispatch(self, submission_ids: Collection[str], now: datetime) -> None:
        """Notes that these ids are about to be put into the queue."""

    def claim(
        self, submission_id: str, worker: str, token_hash: str, now: datetime, until: datetime
    ) -> Hosted | None:
        """Gives a submission to a worker, whose token then speaks for it.

        Only if it is wanted, and nobody runs it.
        """

    def renew(
        self, worker: str, submission_ids: Collection[str], now: datetime, until: datetime
    ) -> frozenset[str]:
        """Prolongs leases; returns the ids that still hold."""

    def release(self, submission_id: str, token_hash: str, now: datetime) -> None:
        """Ends a lease, if it is still the one that was given to this token."""

    def of_token(self, token_hash: str, now: datetime) -> Hosted:
        """Returns for whom a token speaks; raises `NotFound` once its lease is over."""

    def keep_log(
        self, submission_id: str, match_id: str, seat: int, log: bytes, now: datetime
    ) -> None:
        """Keeps what was printed in a match, in the place of what was kept of it before."""

    def log(self, submission_id: str, match_id: str, seat: int) -> bytes: ...

    def forget_archives(self, before: datetime) -> int:
        """Forgets the archives of older submissions that will never play; returns how many.

        Those are retired or refused, and sit in no match that goes on.
        """

    def forget_logs(self, before: datetime) -> int:
        """Forgets what was kept last before then; returns how many logs that were."""
