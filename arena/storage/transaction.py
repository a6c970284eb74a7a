"""One transaction, and everything in which SQLite and PostgreSQL differ in the midst of one."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, TypeAlias

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Executable,
    Row,
    Select,
    Table,
    func,
    literal,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from arena.service.errors import Unavailable

WAIT_S = 30
"""How long a unit of work waits for a connection or a lock before it gives up."""

_PORTION = 1000
"""How many keys go into one statement; databases bound them."""

_COUNTED = {"preserve_rowcount": True}
"""Without it SQLAlchemy may forget how many rows an INSERT has added."""

AnyRow: TypeAlias = Row[*tuple[Any, ...]]


class Source:
    """Where connections come from; belongs to the process that made it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._pid = os.getpid()
        self._turn = Lock() if engine.dialect.name == "sqlite" else None

    def connect(self) -> Connection:
        if os.getpid() != self._pid:
            raise RuntimeError("a database does not survive a fork: open it in the child")
        return self.engine.connect()

    def begin_writing(self, connection: Connection) -> None:
        """Takes SQLite's one write lock; `end_writing` follows, whatever happens.

        Threads of this process queue up here, where the next one goes on at once; SQLite
        itself only knows how to sleep and try again.
        """
        if self._turn is None:
            return
        if not self._turn.acquire(timeout=WAIT_S):
            raise Unavailable("the database is busy")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except BaseException:
            self._turn.release()
            raise

    def end_writing(self) -> None:
        if self._turn is not None:
            self._turn.release()


class Transaction:
    """Begins with its first statement and ends with its unit of work.

    Reads see what is committed when they run. So it is on PostgreSQL (READ COMMITTED), and so
    SQLite does it here: a read before the first write is a transaction of its own, and the first
    write takes the write lock at once. Nobody then holds a read lock that he waits to raise,
    which is how SQLite would deadlock. What must not change after it was read is read by `lock`.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._connection: Connection | None = None
        self._writing = False
        self._frozen = False
        self._failed = False
        self._ended = False

    def freeze(self) -> None:
        """Has all reads see what is committed at the first of them; nothing is written then."""
        if self._connection is not None:
            raise RuntimeError("something was read or written before")
        on_sqlite = self._source.engine.dialect.name == "sqlite"
        snapshot = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        with self._statement() as connection:
            connection.exec_driver_sql("BEGIN" if on_sqlite else snapshot)
        self._frozen = True

    def rows(self, query: Executable) -> Sequence[AnyRow]:
        """Returns all rows at once: an open cursor would hold a read lock."""
        with self._statement() as connection:
            return connection.execute(query).all()

    def row(self, query: Executable) -> AnyRow | None:
        with self._statement() as connection:
            return connection.execute(query).first()

    def value(self, query: Executable) -> Any:
        """Returns the first column of the only row."""
        with self._statement() as connection:
            return connection.execute(query).scalar_one()

    def rows_among(
        self, query: Select[*tuple[Any, ...]], column: Column[Any], keys: Collection[Any]
    ) -> list[AnyRow]:
        """Returns the rows of `query` whose column has one of any number of keys."""
        wanted = list(keys)
        found: list[AnyRow] = []
        for start in range(0, len(wanted), _PORTION):
            found += self.rows(query.where(column.in_(wanted[start : start + _PORTION])))
        return found

    def lock(self, query: Executable) -> AnyRow | None:
        """Reads a row that `query` selects for update; it stays as it is until the end."""
        with self._statement(writes=True) as connection:
            return connection.execute(query).first()

    def exclude(self, key: int) -> None:
        """Lets nobody else with this key past here until the end; SQLite lets no writer past."""
        on_sqlite = self._source.engine.dialect.name == "sqlite"
        self.lock(select(literal(key) if on_sqlite else func.pg_advisory_xact_lock(key)))

    def changed(self, change: Executable) -> Sequence[AnyRow]:
        """Returns what a change gives back by its RETURNING."""
        with self._statement(writes=True) as connection:
            return connection.execute(change).all()

    def write(self, change: Executable, rows: Sequence[Mapping[str, Any]] | None = None) -> int:
        """Returns how many rows were changed."""
        with self._statement(writes=True) as connection:
            return connection.execute(change, rows, execution_options=_COUNTED).rowcount

    def add(self, table: Table, values: Mapping[str, Any]) -> bool:
        """Returns whether the row was added; it is not if one of its unique keys is taken."""
        on_sqlite = self._source.engine.dialect.name == "sqlite"
        insert = sqlite.insert(table) if on_sqlite else postgresql.insert(table)
        return self.write(insert.values(values).on_conflict_do_nothing()) == 1

    def insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            self.write(table.insert(), rows)

    def commit(self) -> None:
        """Raises `RuntimeError` if a statement failed and somebody went on regardless.

        PostgreSQL would then roll back in silence, and SQLite keep the other half.
        """
        if self._failed:
            raise RuntimeError("a statement of this unit of work failed; nothing of it is kept")
        if self._connection is not None:
            with self._statement() as connection:
                connection.commit()

    def close(self) -> None:
        """Ends the transaction; what was not committed has not happened."""
        self._ended = True
        try:
            if self._connection is not None:
                self._connection.close()
        finally:
            if self._writing:
                self._source.end_writing()

    @contextmanager
    def _statement(self, *, writes: bool = False) -> Iterator[Connection]:
        """Connects if need be; a database that is down, busy or read-only is `Unavailable`."""
        if self._ended:
            raise RuntimeError("the unit of work has ended")
        if writes and self._frozen:
            raise RuntimeError("the unit of work is frozen: it only reads")
        try:
            if self._connection is None:
                self._connection = self._source.connect()
            if writes and not self._writing:
                self._source.begin_writing(self._connection)
                self._writing = True
            yield self._connection
        except SQLAlchemyError as error:
            # PostgreSQL calls it an internal error, too, when we go on after one that failed.
            amiss = isinstance(error, InternalError) and not self._failed
            self._failed = True
            if amiss and self._connection is not None:
                # It may be read-only for as long as it lives, as after a switch-over.
                self._connection.invalidate()
            if amiss or isinstance(error, (OperationalError, InterfaceError, PoolTimeout)):
                raise Unavailable("the database is not available") from error
            raise
