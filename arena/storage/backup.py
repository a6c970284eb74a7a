"""Backups: everything that lasts in one file, from SQLite or PostgreSQL into either of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, func, select

from arena.service.errors import WrongState
from arena.storage import rows
from arena.storage.looking import look
from arena.storage.migrating import migrate, migrate_to

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
    require_empty(engine)
    migrate_to(engine, str(head["revision"]))
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


def require_empty(engine: Engine) -> None:
    """Raises `WrongState` if there is a row in any table of an arena."""
    if not look(engine).revision:
        return
    with engine.connect() as connection:
        for name, table in rows.reflected(connection).items():
            if connection.execute(select(func.count()).select_from(table)).scalar_one():
                raise WrongState(f"the database is not empty: it has {name}; name a fresh one")


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
