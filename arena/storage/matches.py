"""Matches, in SQL: kept, listed and watched over; `SqlClaims` has what workers do to them."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, not_, or_, select, update

from arena.match.events import MatchEvent
from arena.service.errors import AlreadyExists, NotFound
from arena.service.records import Attempt, Match, MatchFilter, MatchState, Page
from arena.storage.claims import OPEN_STATES, SqlClaims
from arena.storage.layouts import ATTEMPTS, MATCHES
from arena.storage.log_tables import IS_KEPT, match_logs
from arena.storage.match_logs import unpacked
from arena.storage.paging import Keyset
from arena.storage.seating import seat
from arena.storage.tables import attempts, match_seats, matches

DISPATCHED_LATELY = timedelta(seconds=30)
"""For so long an id that was put into the queue counts as a match that is about to run."""

_DISPATCH = 0x64697370  # "disp": whoever chooses what is put into the queue holds this lock.

_ALONE = and_(matches.c.block_id.is_(None), func.coalesce(matches.c.request_author, "?") != "")
"""Whether somebody asked for the match; the arena itself, which is no author, does so for those in
which a hosted submission qualifies."""

_NEWEST_FIRST = Keyset(matches.c.created, matches.c.match_id, descending=True)
_SEATS_NEWEST_FIRST = Keyset(match_seats.c.created, match_seats.c.match_id, descending=True)


class SqlMatches(SqlClaims):
    def add(self, match: Match, *, request_id: str = "", author_id: str = "") -> Match:
        by = author_id if request_id else author_id or None
        request = {"request_author": by, "request_id": request_id or None}
        if self._transaction.add(matches, MATCHES.values(match) | request):
            seat(self._transaction, [match])
            return match
        first = select(*MATCHES.columns).where(
            matches.c.request_author == author_id, matches.c.request_id == request_id
        )
        row = self._transaction.row(first) if request_id else None
        if row is None:
            raise AlreadyExists("match", match.match_id)
        return MATCHES.read(row)

    def unfinished(self, author_id: str) -> int:
        query = select(func.count()).where(
            matches.c.state.in_(OPEN_STATES), matches.c.request_author == author_id
        )
        return int(self._transaction.value(query))

    def get(self, match_id: str) -> Match:
        query = select(*MATCHES.columns).where(matches.c.match_id == match_id)
        row = self._transaction.row(query)
        if row is None:
            raise NotFound("match", match_id)
        return MATCHES.read(row)

    def page(self, size: int, token: str, where: MatchFilter) -> Page[Match]:
        """Walks an index of a submission's seats, or one of all matches.

        The first unless the state is a rare one: few matches are open or void at a time.
        """
        if where.submission_id and where.state in (None, MatchState.FINISHED):
            return self._page_by_seats(size, token, where)
        query = select(*MATCHES.columns).where(*_where(where))
        if where.submission_id:
            query = query.where(
                exists().where(
                    match_seats.c.match_id == matches.c.match_id,
                    match_seats.c.submission_id == where.submission_id,
                )
            )
        rows, next_token = _NEWEST_FIRST.rows(self._transaction, query, size, token, *_scope(where))
        return Page(tuple(map(MATCHES.read, rows)), next_token)

    def attempts(self, match_id: str) -> tuple[Attempt, ...]:
        query = select(*ATTEMPTS.columns).where(attempts.c.match_id == match_id)
        rows = self._transaction.rows(query.order_by(attempts.c.number))
        if not rows:
            self._know(match_id)
        return tuple(map(ATTEMPTS.read, rows))

    def log(self, match_id: str) -> tuple[MatchEvent, ...]:
        query = select(match_logs.c.log).where(match_logs.c.match_id == match_id)
        row = self._transaction.row(query)
        if row is None:
            raise NotFound("log of match", match_id)
        return unpacked(row.log) if row.log else ()

    def date_logs(self, limit: int) -> int:
        undated = select(match_logs.c.match_id).where(IS_KEPT, match_logs.c.ended.is_(None))
        ended = select(func.coalesce(matches.c.ended, matches.c.created)).where(
            matches.c.match_id == match_logs.c.match_id
        )
        return self._change_logs(undated.limit(limit), {"ended": ended.scalar_subquery()})

    def forget_logs(self, before: datetime, limit: int) -> int:
        old = select(match_logs.c.match_id).where(IS_KEPT, match_logs.c.ended < before)
        return self._change_logs(old.limit(limit), {"log": b""})

    def _change_logs(self, which: Select[Any], values: Mapping[str, Any]) -> int:
        ids = [row.match_id for row in self._transaction.rows(which)]
        change = update(match_logs).where(match_logs.c.match_id.in_(ids)).values(values)
        return self._transaction.write(change) if ids else 0

    def load(self, now: datetime) -> Mapping[str, int]:
        lately = matches.c.dispatched >= now - DISPATCHED_LATELY
        query = (
            select(match_seats.c.submission_id, func.count(matches.c.match_id.distinct()))
            .join(match_seats, match_seats.c.match_id == matches.c.match_id)
            .where(
                matches.c.state.in_(OPEN_STATES),
                or_(matches.c.state == MatchState.RUNNING, lately),
            )
            .group_by(match_seats.c.submission_id)
        )
        return {row[0]: row[1] for row in self._transaction.rows(query)}

    def waiting(
        self,
        before: datetime,
        limit: int,
        *,
        alone: bool | None = None,
        without: Collection[str] = (),
    ) -> tuple[Match, ...]:
        unseen = or_(matches.c.dispatched.is_(None), matches.c.dispatched < before)
        waits = [matches.c.state == MatchState.QUEUED, unseen]
        if alone is not None:
            waits.append(_ALONE if alone else not_(_ALONE))
        if without:
            seated = exists().where(
                match_seats.c.match_id == matches.c.match_id,
                match_seats.c.submission_id.in_(list(without)),
            )
            waits.append(~seated)
        return self._first(limit, and_(*waits), matches.c.created)

    def lock_dispatch(self) -> None:
        self._transaction.exclude(_DISPATCH)

    def dispatch(self, match_ids: Collection[str], now: datetime | None) -> None:
        change = update(matches).where(matches.c.match_id.in_(list(match_ids)))
        self._transaction.write(change.values(dispatched=now))

    def expired(self, now: datetime, limit: int) -> tuple[Match, ...]:
        """Returns them in the order in which their leases ended."""
        over = and_(matches.c.state == MatchState.RUNNING, matches.c.lease_until < now)
        return self._first(limit, over, matches.c.lease_until)

    def overdue(self, now: datetime, limit: int) -> tuple[Match, ...]:
        """Returns them in the order of their deadlines."""
        over = and_(matches.c.state.in_(OPEN_STATES), matches.c.deadline <= now)
        return self._first(limit, over, matches.c.deadline)

    def _first(
        self, limit: int, condition: ColumnElement[bool], order: ColumnElement[Any]
    ) -> tuple[Match, ...]:
        query = select(*MATCHES.columns).where(condition).order_by(order, matches.c.match_id)
        return tuple(map(MATCHES.read, self._transaction.rows(query.limit(limit))))

    def _page_by_seats(self, size: int, token: str, where: MatchFilter) -> Page[Match]:
        """Finds ids first: a submission may sit in one match more than once."""
        mine = [match_seats.c.submission_id == where.submission_id]
        if where.ladder_id:
            mine.append(match_seats.c.ladder_id == where.ladder_id)
        if where.state is not None:
            mine.append(
                exists().where(
                    matches.c.match_id == match_seats.c.match_id, matches.c.state == where.state
                )
            )
        query = select(match_seats.c.created, match_seats.c.match_id).where(*mine).distinct()
        rows, next_token = _SEATS_NEWEST_FIRST.rows(
            self._transaction, query, size, token, *_scope(where)
        )
        ids = [row.match_id for row in rows]
        found = self._transaction.rows_among(select(*MATCHES.columns), matches.c.match_id, ids)
        by_id = {row.match_id: MATCHES.read(row) for row in found}
        return Page(tuple(by_id[match_id] for match_id in ids), next_token)


def _where(where: MatchFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if where.ladder_id:
        conditions.append(matches.c.ladder_id == where.ladder_id)
    if where.state is not None:
        conditions.append(matches.c.state == where.state)
    return conditions


def _scope(where: MatchFilter) -> tuple[str, str, str, str]:
    state = "" if where.state is None else where.state.value
    return "matches", where.ladder_id, where.submission_id, state
