"""How submissions behave on ladders, in SQL."""

from collections.abc import Collection, Mapping

from sqlalchemy import select, update

from arena.contest.conduct import Conduct
from arena.storage.conduct_tables import conducts
from arena.storage.layouts import CONDUCTS
from arena.storage.transaction import Transaction


class SqlConducts:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def of_ladder(self, ladder_id: str) -> Mapping[str, Conduct]:
        query = select(*CONDUCTS.columns).where(conducts.c.ladder_id == ladder_id)
        return {row.submission_id: CONDUCTS.read(row) for row in self._transaction.rows(query)}

    def among(self, ladder_id: str, submission_ids: Collection[str]) -> Mapping[str, Conduct]:
        query = select(*CONDUCTS.columns).where(conducts.c.ladder_id == ladder_id)
        rows = self._transaction.rows_among(query, conducts.c.submission_id, submission_ids)
        return {row.submission_id: CONDUCTS.read(row) for row in rows}

    def quarantined(self, submission_ids: Collection[str]) -> tuple[Conduct, ...]:
        query = select(*CONDUCTS.columns).where(conducts.c.quarantined.is_not(None))
        rows = self._transaction.rows_among(query, conducts.c.submission_id, submission_ids)
        return tuple(map(CONDUCTS.read, rows))

    def put(self, conduct: Conduct) -> None:
        values = CONDUCTS.values(conduct)
        if self._transaction.add(conducts, values):
            return
        mine = (
            conducts.c.ladder_id == conduct.ladder_id,
            conducts.c.submission_id == conduct.submission_id,
        )
        self._transaction.write(update(conducts).where(*mine).values(**values))
