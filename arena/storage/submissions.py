"""Submissions, in SQL."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from sqlalchemy import func, select, update

from arena.service.errors import AlreadyExists, NotFound
from arena.service.records import Name, Page, Submission
from arena.storage.layouts import SUBMISSIONS
from arena.storage.paging import Keyset
from arena.storage.tables import authors, bots, standings, submissions
from arena.storage.transaction import Transaction

_NEWEST_FIRST = Keyset(submissions.c.number, descending=True)


class SqlSubmissions:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, submission: Submission, *, request_id: str = "") -> Submission:
        """Locks the bot, so that its submissions are numbered one after the other."""
        bot_id = submission.bot_id
        bot = select(bots.c.bot_id).where(bots.c.bot_id == bot_id).with_for_update(key_share=True)
        if self._transaction.lock(bot) is None:
            raise NotFound("bot", bot_id)
        mine = submissions.c.bot_id == bot_id
        if request_id:
            query = select(*SUBMISSIONS.columns).where(mine, submissions.c.request_id == request_id)
            first = self._transaction.row(query)
            if first is not None:
                return SUBMISSIONS.read(first)
        newest = select(func.coalesce(func.max(submissions.c.number), 0)).where(mine)
        numbered = replace(submission, number=1 + self._transaction.value(newest))
        values = SUBMISSIONS.values(numbered) | {"request_id": request_id or None}
        if not self._transaction.add(submissions, values):
            raise AlreadyExists("submission", submission.submission_id)
        return numbered

    def get(self, submission_id: str) -> Submission:
        query = select(*SUBMISSIONS.columns).where(submissions.c.submission_id == submission_id)
        row = self._transaction.row(query)
        if row is None:
            raise NotFound("submission", submission_id)
        return SUBMISSIONS.read(row)

    def page(self, size: int, token: str, *, bot_id: str) -> Page[Submission]:
        query = select(*SUBMISSIONS.columns).where(submissions.c.bot_id == bot_id)
        scope = ("submissions", bot_id)
        rows, next_token = _NEWEST_FIRST.rows(self._transaction, query, size, token, *scope)
        return Page(tuple(map(SUBMISSIONS.read, rows)), next_token)

    def retire(self, submission_id: str) -> None:
        mine = submissions.c.submission_id == submission_id
        if not self._transaction.write(update(submissions).where(mine).values(retired=True)):
            raise NotFound("submission", submission_id)
        places = update(standings).where(standings.c.submission_id == submission_id)
        self._transaction.write(places.values(active=False))

    def names(self, submission_ids: Collection[str]) -> Mapping[str, Name]:
        """Leaves out what there is not."""
        query = (
            select(submissions.c.submission_id, *NAME_COLUMNS)
            .join(bots, bots.c.bot_id == submissions.c.bot_id)
            .join(authors, authors.c.author_id == bots.c.author_id)
        )
        rows = self._transaction.rows_among(query, submissions.c.submission_id, submission_ids)
        return {row[0]: Name(*row[1:]) for row in rows}


NAME_COLUMNS = (bots.c.name, submissions.c.number, authors.c.name, authors.c.author_id)
"""The fields of a `Name`, in their order, from a join of these three tables."""
