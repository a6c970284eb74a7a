"""Hosted submissions, in SQL: their archives and what they printed included.

They lie here and not in files, so that a machine that runs them needs nothing but the database,
and so that a submission and its archive are there together or not at all.
"""

import zlib
from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update

from arena.service.errors import NotFound
from arena.service.hosting_records import Holdings, Hosted, HostedState
from arena.storage.claims import OPEN_STATES
from arena.storage.layouts import HOSTED
from arena.storage.tables import (
    archives,
    bot_logs,
    bots,
    hosted,
    ladders,
    match_seats,
    matches,
    standings,
    submissions,
)
from arena.storage.transaction import Transaction

_UNDER_WAY = (HostedState.CHECKING, HostedState.BUILDING, HostedState.QUALIFYING)
_ENDED = or_(submissions.c.retired, hosted.c.state == HostedState.REFUSED)
"""Whether a submission will never play again."""


def _seated(submission_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a submission sits in a match that is not final."""
    return exists().where(
        match_seats.c.submission_id == submission_id,
        matches.c.match_id == match_seats.c.match_id,
        matches.c.state.in_(OPEN_STATES),
    )


def _wanted() -> ColumnElement[bool]:
    """Whether a hosted submission is to be run, now or soon.

    One that was retired plays the matches to their ends that it sits in.
    """
    mine = hosted.c.submission_id
    retired = exists().where(submissions.c.submission_id == mine, submissions.c.retired)
    retired = retired.correlate(hosted)
    on_ladder = exists().where(
        standings.c.submission_id == mine,
        standings.c.active,
        ladders.c.ladder_id == standings.c.ladder_id,
        ~ladders.c.paused,
    )
    under_way = hosted.c.state.in_(_UNDER_WAY)
    active = hosted.c.state == HostedState.ACTIVE
    seated = _seated(mine)
    return or_(
        and_(~retired, or_(under_way, and_(active, on_ladder))),
        and_(or_(under_way, active), seated),
    )


class SqlHostedSubmissions:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, record: Hosted, archive: bytes) -> None:
        self._transaction.insert(hosted, [HOSTED.values(record)])
        row = {"submission_id": record.submission_id, "archive": archive}
        self._transaction.insert(archives, [row])

    def get(self, submission_id: str) -> Hosted:
        mine = hosted.c.submission_id == submission_id
        row = self._transaction.row(select(*HOSTED.columns).where(mine))
        if row is None:
            raise NotFound("hosted submission", submission_id)
        return HOSTED.read(row)

    def among(self, submission_ids: Collection[str]) -> Mapping[str, Hosted]:
        query = select(*HOSTED.columns)
        rows = self._transaction.rows_among(query, hosted.c.submission_id, submission_ids)
        return {record.submission_id: record for record in map(HOSTED.read, rows)}

    def uploaded(self, sha256: str, request_id: str) -> tuple[str, ...]:
        query = (
            select(hosted.c.submission_id)
            .join(submissions, submissions.c.submission_id == hosted.c.submission_id)
            .join(bots, bots.c.bot_id == submissions.c.bot_id)
            .where(hosted.c.sha256 == sha256, submissions.c.request_id == request_id)
            .order_by(bots.c.name)
        )
        return tuple(row.submission_id for row in self._transaction.rows(query))

    def holdings(self, author_id: str) -> Holdings:
        mine = (
            select(func.coalesce(func.sum(func.length(archives.c.archive)), 0))
            .join(submissions, submissions.c.submission_id == archives.c.submission_id)
            .join(bots, bots.c.bot_id == submissions.c.bot_id)
            .where(bots.c.author_id == author_id)
        )
        playing = (
            select(func.count())
            .select_from(hosted)
            .join(submissions, submissions.c.submission_id == hosted.c.submission_id)
            .join(bots, bots.c.bot_id == submissions.c.bot_id)
            .where(bots.c.author_id == author_id, ~_ENDED)
        )
        return Holdings(self._transaction.value(playing), int(self._transaction.value(mine)))

    def archive(self, submission_id: str) -> bytes:
        mine = archives.c.submission_id == submission_id
        row = self._transaction.row(select(archives.c.archive).where(mine))
        if row is None:
            raise NotFound("archive", submission_id)
        return bytes(row.archive)

    def replace_archive(self, submission_id: str, archive: bytes) -> None:
        mine = archives.c.submission_id == submission_id
        self._transaction.write(update(archives).where(mine).values(archive=archive))

    def move(self, submission_id: str, state: HostedState, reason: str = "") -> None:
        mine = hosted.c.submission_id == submission_id
        self._transaction.write(update(hosted).where(mine).values(state=state, reason=reason))

    def wanted(self) -> tuple[Hosted, ...]:
        mine = hosted.c.submission_id
        query = (
            select(*HOSTED.columns)
            .join(submissions, submissions.c.submission_id == mine)
            .where(_wanted())
            .order_by(submissions.c.created, mine)
        )
        return tuple(map(HOSTED.read, self._transaction.rows(query)))

    def dispatch(self, submission_ids: Collection[str], now: datetime) -> None:
        if submission_ids:
            these = hosted.c.submission_id.in_(submission_ids)
            self._transaction.write(update(hosted).where(these).values(dispatched=now))

    def claim(
        self, submission_id: str, worker: str, token_hash: str, now: datetime, until: datetime
    ) -> Hosted | None:
        change = (
            update(hosted)
            .where(
                hosted.c.submission_id == submission_id,
                or_(hosted.c.lease_until.is_(None), hosted.c.lease_until < now),
                _wanted(),
            )
            .values(worker=worker, token_hash=token_hash, lease_until=until)
            .returning(*HOSTED.columns)
        )
        claimed = self._transaction.changed(change)
        return HOSTED.read(claimed[0]) if claimed else None

    def renew(
        self, worker: str, submission_ids: Collection[str], now: datetime, until: datetime
    ) -> frozenset[str]:
        change = (
            update(hosted)
            .where(
                hosted.c.submission_id.in_(submission_ids),
                hosted.c.worker == worker,
                hosted.c.lease_until >= now,
            )
            .values(lease_until=until)
            .returning(hosted.c.submission_id)
        )
        return frozenset(row.submission_id for row in self._transaction.changed(change))

    def release(self, submission_id: str, token_hash: str, now: datetime) -> None:
        mine = and_(hosted.c.submission_id == submission_id, hosted.c.token_hash == token_hash)
        free = update(hosted).where(mine).values(worker="", token_hash=None, lease_until=now)
        self._transaction.write(free)

    def of_token(self, token_hash: str, now: datetime) -> Hosted:
        valid = and_(hosted.c.token_hash == token_hash, hosted.c.lease_until >= now)
        row = self._transaction.row(select(*HOSTED.columns).where(valid))
        if row is None:
            raise NotFound("token", "of a hosted submission")
        return HOSTED.read(row)

    def keep_log(
        self, submission_id: str, match_id: str, seat: int, log: bytes, now: datetime
    ) -> None:
        place = {"submission_id": submission_id, "match_id": match_id, "seat": seat}
        values = {"log": zlib.compress(log), "kept": now}
        if not self._transaction.add(bot_logs, place | values):
            mine = [bot_logs.c[name] == value for name, value in place.items()]
            self._transaction.write(update(bot_logs).where(*mine).values(**values))

    def log(self, submission_id: str, match_id: str, seat: int) -> bytes:
        query = select(bot_logs.c.log).where(
            bot_logs.c.submission_id == submission_id,
            bot_logs.c.match_id == match_id,
            bot_logs.c.seat == seat,
        )
        row = self._transaction.row(query)
        if row is None:
            raise NotFound("log", f"{match_id or submission_id} {seat}")
        return zlib.decompress(row.log)

    def forget_archives(self, before: datetime) -> int:
        mine = submissions.c.submission_id
        ended = (
            select(mine)
            .join(hosted, hosted.c.submission_id == mine)
            .where(_ENDED, submissions.c.created < before, ~_seated(mine))
        )
        return self._transaction.write(delete(archives).where(archives.c.submission_id.in_(ended)))

    def forget_logs(self, before: datetime) -> int:
        return self._transaction.write(delete(bot_logs).where(bot_logs.c.kept < before))
