"""Brings a database up to date, once, however many processes start together."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError

from arena.service.errors import Unavailable
from arena.storage.engines import in_memory
from arena.storage.transaction import WAIT_S

_LOCK = 0x626F7461  # "bota": whoever migrates a PostgreSQL database holds this advisory lock.


def migrate(engine: Engine) -> None:
    """Runs what is missing of the migrations in one transaction under an exclusive lock."""
    migrate_to(engine, "head")


def migrate_to(engine: Engine, revision: str) -> None:
    """Runs migrations only as far as this revision."""
    if engine.dialect.name == "sqlite" and not in_memory(engine):
        _write_ahead(engine)
    with engine.connect() as connection, _without_foreign_keys(connection), connection.begin():
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
        else:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        before = _revision(connection)
        config = Config()
        config.set_main_option("script_location", "arena.storage:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        if engine.dialect.name == "sqlite" and before != _revision(connection):
            dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if dangling:
                raise ValueError(f"after migrating {len(dangling)} rows refer to nothing")


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Lets SQLite put a table in the place of another one to which rows refer.

    It can change a table in no other way, and takes this pragma only between transactions.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    connection.commit()
    try:
        yield
    finally:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        connection.commit()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _write_ahead(engine: Engine) -> None:
    """Switches the file to a write-ahead log for good.

    SQLite does not wait for others when it does this, so we do.
    """
    patience = time.monotonic() + WAIT_S
    with engine.connect() as connection:
        while True:
            try:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL").all()
                return
            except OperationalError as error:
                if time.monotonic() > patience:
                    raise Unavailable("the database is busy") from error
                time.sleep(0.05)
