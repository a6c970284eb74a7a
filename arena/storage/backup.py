"""Backups: everything that lasts in one file, from SQLite or PostgreSQL into either of them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Table, func, select

from arena.service.errors import InvalidArgument, WrongState
from arena.storage import rows
from arena.storage.looking import VERSIONS, look
from arena.storage.migrating import migrate, migrate_to
from arena.storage.tables import metadata

FORM = "botarena backup"


def back_up(engine: Engine, path: Path) -> int:
    """Writes all rows as they are at one instant, while the arena runs; returns how many."""
    with snapshot(engine) as connection:
        head = {
            "format": FORM,
            "botarena": version("botarena"),
            "revision": MigrationContext.configure(connection).get_current_revision(),
            "written": datetime.now(UTC).isoformat(),
        }
        return rows.write(connection, path, head, rows.everything)


@dataclass(frozen=True, slots=True)
class Restored:
    """What a backup held."""

    rows: int
    written: datetime
    """The instant that it shows."""


def restore(engine: Engine, path: Path) -> Restored:
    """Fills an empty database and brings it up to date.

    All of it or nothing: a file that is not whole leaves the database empty.
    """
    head = rows.head_of(path, FORM)
    _require_empty(engine, str(head["revision"]))
    make_tables(engine, head)
    count = load(engine, path)
    migrate(engine)
    return Restored(count, datetime.fromisoformat(head["written"]))


def load(engine: Engine, path: Path, selection: rows.Selection = rows.everything) -> int:
    """Adds the rows of a file to tables that are as old as it is; returns how many.

    Takes rows of those tables alone that such a selection would write.
    """
    count = 0
    with engine.connect() as connection:
        found = rows.reflected(connection)
        tables = {name: found[name] for name in selection(found)}
        connection.rollback()
        with writing(connection):
            for table, portion in rows.read(path, tables):
                rows.insert(connection, table, portion)
                count += len(portion)
    return count


def make_tables(engine: Engine, head: Mapping[str, Any]) -> None:
    """Makes tables that are as old as a file with this head."""
    try:
        migrate_to(engine, str(head["revision"]))
    except CommandError as error:
        why = f"it is of botarena {head.get('botarena')}, newer than this one ({error})"
        raise InvalidArgument("file", why) from error


def _require_empty(engine: Engine, revision: str) -> None:
    """Raises `WrongState` if there is a row in any table of an arena.

    Takes empty tables of another revision away: rows of an old release belong into the tables of
    that time, which migrations then bring up to date together with them.
    """
    there = look(engine).revision
    if not there:
        return
    with engine.connect() as connection:
        tables = rows.reflected(connection)
        connection.rollback()
        with writing(connection):
            if connection.dialect.name == "postgresql":  # Nobody adds a row between look and drop.
                names = ", ".join(map(connection.dialect.identifier_preparer.quote, tables))
                connection.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
            for name, table in tables.items():
                if connection.execute(select(func.count()).select_from(table)).scalar_one():
                    raise WrongState(f"the database is not empty: it has {name}; name a fresh one")
            if there != revision:
                _drop(connection, tables)


def _drop(connection: Connection, tables: Mapping[str, Table]) -> None:
    """Takes away the tables of the arena, and no others that may lie beside them."""
    for name, table in reversed(list(tables.items())):
        if name in metadata.tables:
            table.drop(connection)
    connection.exec_driver_sql(f"DROP TABLE {VERSIONS}")


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Lends a connection that sees one instant, and only reads."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield connection
        connection.rollback()


@contextmanager
def writing(connection: Connection) -> Iterator[None]:
    """Keeps what is done inside, all of it or nothing."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        yield
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
