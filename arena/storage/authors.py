"""Authors and their keys, in SQL."""

from datetime import datetime

from sqlalchemy import select, update

from arena.service.errors import AlreadyExists, NotFound
from arena.service.records import Author, Key, Page
from arena.storage.layouts import AUTHORS, KEYS
from arena.storage.names import name_key
from arena.storage.paging import Keyset
from arena.storage.tables import author_keys, authors
from arena.storage.transaction import Transaction

_BY_NAME = Keyset(authors.c.name_key)


class SqlAuthors:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, author: Author) -> None:
        values = AUTHORS.values(author) | {"name_key": name_key(author.name)}
        if not self._transaction.add(authors, values):
            raise AlreadyExists("author", author.name)

    def get(self, author_id: str) -> Author:
        query = select(*AUTHORS.columns).where(authors.c.author_id == author_id)
        row = self._transaction.row(query)
        if row is None:
            raise NotFound("author", author_id)
        return AUTHORS.read(row)

    def find(self, who: str) -> Author:
        query = select(*AUTHORS.columns)
        row = self._transaction.row(query.where(authors.c.author_id == who))
        if row is None:
            row = self._transaction.row(query.where(authors.c.name_key == name_key(who)))
        if row is None:
            raise NotFound("author", who)
        return AUTHORS.read(row)

    def page(self, size: int, token: str) -> Page[Author]:
        query = select(*AUTHORS.columns, authors.c.name_key)
        rows, next_token = _BY_NAME.rows(self._transaction, query, size, token, "authors")
        return Page(tuple(map(AUTHORS.read, rows)), next_token)

    def lock(self, author_id: str) -> Author:
        query = select(*AUTHORS.columns).where(authors.c.author_id == author_id)
        row = self._transaction.lock(query.with_for_update(key_share=True))
        if row is None:
            raise NotFound("author", author_id)
        return AUTHORS.read(row)

    def add_key(self, key: Key, secret_hash: str) -> None:
        values = KEYS.values(key) | {"secret_hash": secret_hash}
        if not self._transaction.add(author_keys, values):
            raise AlreadyExists("key", key.key_id)

    def of_key(self, secret_hash: str) -> Author:
        query = (
            select(*AUTHORS.columns)
            .join(author_keys, author_keys.c.author_id == authors.c.author_id)
            .where(author_keys.c.secret_hash == secret_hash, author_keys.c.revoked.is_(None))
        )
        row = self._transaction.row(query)
        if row is None:
            raise NotFound("key", "(hidden)")
        return AUTHORS.read(row)

    def keys(self, author_id: str) -> tuple[Key, ...]:
        query = (
            select(*KEYS.columns)
            .where(author_keys.c.author_id == author_id)
            .order_by(author_keys.c.created.desc(), author_keys.c.key_id.desc())
        )
        found = tuple(map(KEYS.read, self._transaction.rows(query)))
        if not found:
            self.get(author_id)
        return found

    def revoke_key(self, author_id: str, key_id: str, now: datetime) -> Key:
        mine = (author_keys.c.author_id == author_id, author_keys.c.key_id == key_id)
        change = update(author_keys).where(*mine, author_keys.c.revoked.is_(None))
        self._transaction.write(change.values(revoked=now))
        row = self._transaction.row(select(*KEYS.columns).where(*mine))
        if row is None:
            raise NotFound("key", key_id)
        return KEYS.read(row)
