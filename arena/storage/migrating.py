"""Brings a database up to date, once, however many processes start together."""

import time

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from arena.service.errors import Unavailable
from arena.storage.engines import in_memory
from arena.storage.transaction import WAIT_S

_LOCK = 0x626F7461  # "bota": whoever migrates a PostgreSQL database holds this advisory lock.


def migrate(engine: Engine) -> None:
    """Runs what is missing of the migrations in one transaction under an exclusive lock."""
    if engine.dialect.name == "sqlite" and not in_memory(engine):
        _write_ahead(engine)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
        else:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config = Config()
        config.set_main_option("script_location", "arena.storage:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


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
