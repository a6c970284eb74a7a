"""Comparisons, in SQL."""

from sqlalchemy import select, update

from arena.service.comparison_storage import Comparison
from arena.service.errors import NotFound
from arena.storage.comparison_tables import comparisons
from arena.storage.layouts import COMPARISONS
from arena.storage.transaction import Transaction

_MOVED = ("counts", "llr", "verdict", "over")


class SqlComparisons:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, comparison: Comparison) -> None:
        self._transaction.insert(comparisons, [COMPARISONS.values(comparison)])

    def get(self, tournament_id: str) -> Comparison:
        query = select(*COMPARISONS.columns).where(comparisons.c.tournament_id == tournament_id)
        row = self._transaction.row(query)
        if row is None:
            raise NotFound("comparison", tournament_id)
        return COMPARISONS.read(row)

    def move(self, comparison: Comparison) -> None:
        mine = comparisons.c.tournament_id == comparison.tournament_id
        moved = {name: getattr(comparison, name) for name in _MOVED}
        if not self._transaction.write(update(comparisons).where(mine).values(**moved)):
            raise NotFound("comparison", comparison.tournament_id)

    def running(self, author_id: str = "") -> tuple[str, ...]:
        query = select(comparisons.c.tournament_id).where(comparisons.c.over.is_(None))
        if author_id:
            query = query.where(comparisons.c.author_id == author_id)
        rows = self._transaction.rows(query.order_by(comparisons.c.tournament_id))
        return tuple(row.tournament_id for row in rows)
