"""Pages of long lists: each goes on behind the sort key of the one before, at any depth as fast."""

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, literal, tuple_

from arena.service.errors import InvalidArgument
from arena.storage.column_types import from_micros, to_micros
from arena.storage.transaction import AnyRow, Transaction

_LONGEST = 1024
_PORTION = 500


class Keyset:
    """An order of rows: columns that together differ from row to row."""

    def __init__(self, *columns: ColumnElement[Any], descending: bool = False) -> None:
        self._columns = columns
        self._descending = descending

    def rows(
        self,
        transaction: Transaction,
        query: Select[*tuple[Any, ...]],
        size: int,
        token: str,
        *scope: str,
    ) -> tuple[Sequence[AnyRow], str]:
        """Returns one page of `query` and the token of the next page, empty on the last.

        The query selects the columns of the order, too. The scope names the list with its
        filters: a token of another list is refused.
        """
        if token:
            query = query.where(self._after(self._key(token, scope)))
        found = transaction.rows(query.order_by(*self.order).limit(size + 1))
        if len(found) <= size:
            return found, ""
        return found[:size], _token(scope, self._key_of(found[size - 1]))

    def portions(
        self, transaction: Transaction, query: Select[*tuple[Any, ...]]
    ) -> Iterator[Sequence[AnyRow]]:
        """Yields all rows of `query`, a portion at a time, while the transaction lasts."""
        found = transaction.rows(query.order_by(*self.order).limit(_PORTION))
        while found:
            yield found
            rest = query.where(self._after(self._key_of(found[-1])))
            found = transaction.rows(rest.order_by(*self.order).limit(_PORTION))

    @property
    def order(self) -> list[ColumnElement[Any]]:
        return [c.desc() if self._descending else c.asc() for c in self._columns]

    def token_around(
        self,
        transaction: Transaction,
        query: Select[*tuple[Any, ...]],
        row: AnyRow,
        size: int,
        *scope: str,
    ) -> str:
        """Returns the token of the page that has this row in its middle, empty for the first."""
        mine, theirs = tuple_(*self._columns), self._literal(self._key_of(row))
        earlier = query.where(mine > theirs if self._descending else mine < theirs)
        backwards = [c.asc() if self._descending else c.desc() for c in self._columns]
        above = size // 2 + 1
        found = transaction.rows(earlier.order_by(*backwards).limit(above))
        return _token(scope, self._key_of(found[-1])) if len(found) == above else ""

    def _after(self, key: Sequence[Any]) -> ColumnElement[bool]:
        mine, theirs = tuple_(*self._columns), self._literal(key)
        return mine < theirs if self._descending else mine > theirs

    def _literal(self, key: Sequence[Any]) -> ColumnElement[Any]:
        return tuple_(*[literal(v, c.type) for v, c in zip(key, self._columns, strict=True)])

    def _key_of(self, row: AnyRow) -> list[Any]:
        return [row._mapping[column] for column in self._columns]

    def _key(self, token: str, scope: Sequence[str]) -> list[Any]:
        try:
            key = self._parsed(token)
            if _token(scope, key) == token:
                return key
        except (ValueError, OverflowError, RecursionError):
            pass
        raise InvalidArgument("page_token", "was not given out for this list")

    def _parsed(self, token: str) -> list[Any]:
        if len(token) > _LONGEST:
            raise ValueError("too long")
        parts = json.loads(base64.urlsafe_b64decode(token.encode("ascii")))
        if not isinstance(parts, list):
            raise ValueError("not a list")
        return [
            _part(value, column.type.python_type)
            for value, column in zip(parts[1:], self._columns, strict=True)
        ]


def _part(value: object, kind: type) -> object:
    """Returns one part of a sort key; a `ValueError` if a column could not hold it."""
    if type(value) is not (int if kind is datetime else kind):
        raise ValueError("not of its column's type")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("not a whole number of 64 bits")
    return from_micros(value) if kind is datetime and isinstance(value, int) else value


def _token(scope: Sequence[str], key: Sequence[Any]) -> str:
    digest = hashlib.blake2s(json.dumps(scope).encode(), digest_size=4).hexdigest()
    plain = [to_micros(part) if isinstance(part, datetime) else part for part in key]
    text = json.dumps([digest, *plain], separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return base64.urlsafe_b64encode(text.encode()).decode()
