"""Engines: how to connect to SQLite and to PostgreSQL, and how many connections to keep."""

import sqlite3
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.pool import QueuePool

from arena.storage.transaction import WAIT_S

SQLITE_CONNECTIONS = 20
POSTGRES_CONNECTIONS = 5
POSTGRES_OVERFLOW = 10
"""Beyond those kept open; fifteen for each process stay well below PostgreSQL's hundred."""


def engine_for(url: str) -> Engine:
    """Returns an engine for `sqlite:///file`, `sqlite://` (in memory) or `postgresql://...`."""
    parsed = make_url(url)
    match parsed.get_backend_name():
        case "sqlite":
            return _sqlite(parsed)
        case "postgresql" | "postgres":
            return _postgres(parsed)
        case other:
            raise ValueError(f"no storage for {other!r}: it is sqlite or postgresql")


def in_memory(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite" and engine.url.database in (None, "", ":memory:")


def _sqlite(url: URL) -> Engine:
    """In memory, the one connection is the database: the pool lends it to one unit at a time."""
    alone = url.database in (None, "", ":memory:")
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=1 if alone else SQLITE_CONNECTIONS,
        max_overflow=0,
        pool_timeout=WAIT_S,
        pool_use_lifo=True,
        hide_parameters=True,  # They hold seeds, and errors end up in logs.
        # Without an isolation level the driver begins nothing on its own: `Transaction` does.
        connect_args={"timeout": WAIT_S, "check_same_thread": False, "isolation_level": None},
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    # With a write-ahead log this survives a killed process; only a loss of power may undo the
    # newest transactions, each of them whole.
    connection.execute("PRAGMA synchronous = NORMAL")


def _postgres(url: URL) -> Engine:
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=POSTGRES_CONNECTIONS,
        max_overflow=POSTGRES_OVERFLOW,
        pool_timeout=WAIT_S,
        pool_use_lifo=True,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={
            "connect_timeout": 5,
            "application_name": "botarena",
            # A frozen process must not keep a lock that everybody else waits for.
            "options": (
                f"-c lock_timeout={WAIT_S}s -c idle_in_transaction_session_timeout={2 * WAIT_S}s"
            ),
        },
    )
