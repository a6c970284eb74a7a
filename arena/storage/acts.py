"""The acts of operators, in SQL."""

from sqlalchemy import select, update

from arena.service.act_storage import Act
from arena.service.records import Page
from arena.storage.act_tables import acts
from arena.storage.layouts import Layout
from arena.storage.paging import Keyset
from arena.storage.transaction import Transaction

_LAYOUT = Layout(Act, acts)
_NEWEST = Keyset(acts.c.acted, acts.c.act_id, descending=True)


class SqlActs:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, act: Act) -> None:
        self._transaction.insert(acts, [_LAYOUT.values(act)])

    def refuse(self, act_id: str, why: str) -> None:
        self._transaction.write(update(acts).where(acts.c.act_id == act_id).values(refused=why))

    def page(self, size: int, token: str) -> Page[Act]:
        query = select(*_LAYOUT.columns)
        rows, following = _NEWEST.rows(self._transaction, query, size, token, "acts")
        return Page(tuple(map(_LAYOUT.read, rows)), following)
