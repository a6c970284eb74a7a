"""Estimates, in SQL."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import func, literal, select, update

from arena.service.estimate_storage import KeptEstimate
from arena.storage.estimate_tables import Samples, estimates
from arena.storage.layouts import ESTIMATES
from arena.storage.transaction import Transaction

_NONE = literal((), Samples)


class SqlKeptEstimates:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def covered(self, ladder_id: str) -> int:
        newest = select(func.max(estimates.c.sequence)).where(estimates.c.ladder_id == ladder_id)
        return self._transaction.value(newest) or 0

    def keep(self, kept: Sequence[KeptEstimate]) -> None:
        for ladder_id in {one.ladder_id for one in kept}:
            before = update(estimates).where(
                estimates.c.ladder_id == ladder_id,
                estimates.c.sequence == self.covered(ladder_id),
            )
            self._transaction.write(before.values(samples=()))
        self._transaction.insert(estimates, list(map(ESTIMATES.values, kept)))

    def newest(self, ladder_id: str, submission_ids: Collection[str]) -> Mapping[str, KeptEstimate]:
        query = select(*ESTIMATES.columns).where(
            estimates.c.ladder_id == ladder_id, estimates.c.sequence == self.covered(ladder_id)
        )
        rows = self._transaction.rows_among(query, estimates.c.submission_id, submission_ids)
        return {row.submission_id: ESTIMATES.read(row) for row in rows}

    def history(self, ladder_id: str, submission_id: str) -> tuple[KeptEstimate, ...]:
        *columns, _ = ESTIMATES.columns
        query = select(*columns, _NONE).where(
            estimates.c.ladder_id == ladder_id, estimates.c.submission_id == submission_id
        )
        rows = self._transaction.rows(query.order_by(estimates.c.sequence))
        return tuple(map(ESTIMATES.read, rows))
