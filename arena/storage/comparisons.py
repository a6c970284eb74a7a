"""Comparisons, in SQL."""

from collections.abc import Collection

from sqlalchemy import or_, select, update

from arena.service.comparison_storage import Comparison
from arena.service.errors import NotFound
from arena.service.records import Page
from arena.storage.comparison_tables import comparisons
from arena.storage.layouts import COMPARISONS
from arena.storage.paging import Keyset
from arena.storage.tournament_tables import tournaments
from arena.storage.transaction import Transaction

_MOVED = ("counts", "llr", "ratios", "verdict", "over")
_NEWEST_FIRST = Keyset(tournaments.c.created, tournaments.c.tournament_id, descending=True)


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

    def page(self, size: int, token: str) -> Page[Comparison]:
        query = select(
            *COMPARISONS.columns, tournaments.c.created, tournaments.c.tournament_id
        ).join(tournaments)
        rows, next_token = _NEWEST_FIRST.rows(self._transaction, query, size, token, "comparisons")
        return Page(tuple(map(COMPARISONS.read, rows)), next_token)

    def of_submissions(self, submission_ids: Collection[str], most: int) -> tuple[Comparison, ...]:
        query = (
            select(*COMPARISONS.columns)
            .join(tournaments)
            .where(
                or_(
                    comparisons.c.new_id.in_(submission_ids),
                    comparisons.c.old_id.in_(submission_ids),
                )
            )
            .order_by(*_NEWEST_FIRST.order)
            .limit(most)
        )
        return tuple(map(COMPARISONS.read, self._transaction.rows(query)))

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
