"""Who plays a match: claims of workers, fenced by the number of the attempt."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Update,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
    update,
)

from arena.match.events import Decided, MatchEvent
from arena.match.outcome import Outcome
from arena.service.errors import NotFound
from arena.service.records import Attempt, AttemptEnd, Match, MatchState
from arena.storage.column_types import Instant
from arena.storage.layouts import ATTEMPTS, MATCHES
from arena.storage.log_tables import match_logs
from arena.storage.match_logs import packed
from arena.storage.tables import attempts, match_seats, matches
from arena.storage.transaction import Transaction

OPEN_STATES = tuple(state for state in MatchState if not state.final)


class SqlClaims:
    """Every change here is one UPDATE that also checks: of two callers one changes the row.

    The other one's UPDATE then finds the row changed and does nothing.
    """

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def claim(self, match_id: str, worker: str, now: datetime, until: datetime) -> Match | None:
        lapsed = and_(matches.c.state == MatchState.RUNNING, matches.c.lease_until < now)
        change = (
            update(matches)
            .where(
                matches.c.match_id == match_id,
                matches.c.deadline > now,
                or_(matches.c.state == MatchState.QUEUED, lapsed),
            )
            .values(
                state=MatchState.RUNNING,
                attempt=matches.c.attempt + 1,
                worker=worker,
                lease_until=until,
                started=func.coalesce(matches.c.started, literal(now, Instant)),
            )
            .returning(*MATCHES.columns)
        )
        claimed = self._transaction.changed(change)
        if not claimed:
            self._know(match_id)
            return None
        match = MATCHES.read(claimed[0])
        self._close_attempt(match_id, match.attempt - 1, AttemptEnd.WORKER_LOST, "", now)
        attempt = Attempt(match_id, match.attempt, worker, now)
        self._transaction.insert(attempts, [ATTEMPTS.values(attempt)])
        return match

    def renew(self, claims: Mapping[str, int], now: datetime, until: datetime) -> frozenset[str]:
        """Takes one statement for all matches that are at the same attempt."""
        by_attempt = defaultdict(list)
        for match_id, attempt in claims.items():
            by_attempt[attempt].append(match_id)
        held: list[str] = []
        for attempt, match_ids in by_attempt.items():
            change = (
                update(matches)
                .where(matches.c.match_id.in_(match_ids), *_runs(attempt))
                .values(lease_until=until)
                .returning(matches.c.match_id)
            )
            held += [row.match_id for row in self._transaction.changed(change)]
        return frozenset(held)

    def finish(
        self,
        match_id: str,
        attempt: int,
        outcome: Outcome,
        log: Sequence[MatchEvent],
        now: datetime,
    ) -> bool:
        faults = _faults(len(outcome.ranks), log)
        done = {"state": MatchState.FINISHED, "ended": now, "outcome": outcome, "faults": faults}
        if not self._end_attempt(match_id, attempt, done, AttemptEnd.FINISHED, "", now):
            return False
        results = zip(faults, outcome.ranks, outcome.scores, strict=True)
        self._transaction.write(
            _RESULT,
            [
                {"a_match": match_id, "a_seat": seat, "faults": f, "rank": rank, "score": score}
                for seat, (f, rank, score) in enumerate(results)
            ],
        )
        kept = {"match_id": match_id, "log": packed(log), "ended": now}
        self._transaction.insert(match_logs, [kept])
        return True

    def release(
        self, match_id: str, attempt: int, end: AttemptEnd, detail: str, now: datetime
    ) -> bool:
        queued = {"state": MatchState.QUEUED, "worker": "", "dispatched": None}
        return self._end_attempt(match_id, attempt, queued, end, detail, now)

    def void(self, match_id: str, end: AttemptEnd, detail: str, now: datetime) -> bool:
        change = (
            update(matches)
            .where(matches.c.match_id == match_id, matches.c.state.in_(OPEN_STATES))
            .values(state=MatchState.VOID, ended=now, lease_until=None)
            .returning(matches.c.attempt)
        )
        voided = self._transaction.changed(change)
        if not voided:
            self._know(match_id)
            return False
        self._close_attempt(match_id, voided[0].attempt, end, detail, now)
        return True

    def _end_attempt(
        self,
        match_id: str,
        attempt: int,
        values: Mapping[str, Any],
        end: AttemptEnd,
        detail: str,
        now: datetime,
    ) -> bool:
        """Gives the lease back and changes the match, if it is this attempt that holds it."""
        change = update(matches).where(matches.c.match_id == match_id, *_runs(attempt))
        if not self._transaction.write(change.values(lease_until=None, **values)):
            self._know(match_id)
            return False
        self._close_attempt(match_id, attempt, end, detail, now)
        return True

    def _close_attempt(
        self, match_id: str, number: int, end: AttemptEnd, detail: str, now: datetime
    ) -> None:
        """Closes an attempt that is open; one that is closed stays as it is."""
        change = update(attempts).where(
            attempts.c.match_id == match_id,
            attempts.c.number == number,
            attempts.c.ended.is_(None),
        )
        self._transaction.write(change.values(ended=now, end=end, detail=detail))

    def _know(self, match_id: str) -> None:
        query = select(matches.c.match_id).where(matches.c.match_id == match_id)
        if self._transaction.row(query) is None:
            raise NotFound("match", match_id)


_RESULT: Update = (
    update(match_seats)
    .where(
        match_seats.c.match_id == bindparam("a_match"), match_seats.c.seat == bindparam("a_seat")
    )
    .values(faults=bindparam("faults"), rank=bindparam("rank"), score=bindparam("score"))
)


def _runs(attempt: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Returns the fence: the match runs, and this is the newest attempt at it."""
    return matches.c.state == MatchState.RUNNING, matches.c.attempt == attempt


def _faults(seats: int, log: Sequence[MatchEvent]) -> tuple[int, ...]:
    faults = [0] * seats
    for event in log:
        if isinstance(event, Decided):
            for choice in event.choices:
                faults[choice.seat] += choice.fault is not None
    return tuple(faults)
