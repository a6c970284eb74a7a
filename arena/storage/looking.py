"""A look at a database from outside its tables: who serves it, how far it is, what time it has."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from arena.service.errors import Unavailable
from arena.storage.engines import in_memory

VERSIONS = "alembic_version"
"""The table in which migrations note how far they are."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen."""

    server: str
    revision: str
    """The newest migration that was run; empty in an empty database."""
    newest: str
    """The newest migration that there is."""
    now: datetime | None
    """The server's clock; `None` where there is no server."""


def look(engine: Engine) -> Look:
    """Changes nothing, and creates no file; raises `Unavailable`."""
    on_sqlite = engine.dialect.name == "sqlite"
    if on_sqlite and not in_memory(engine) and not Path(str(engine.url.database)).exists():
        return Look("SQLite", "", newest(), None)
    try:
        with engine.connect() as connection:
            revision = MigrationContext.configure(connection).get_current_revision() or ""
            if on_sqlite:
                number = connection.execute(text("SELECT sqlite_version()")).scalar_one()
                return Look(f"SQLite {number}", revision, newest(), None)
            number = connection.execute(text("SHOW server_version")).scalar_one()
            now = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
            return Look(f"PostgreSQL {number}", revision, newest(), now.astimezone(UTC))
    except SQLAlchemyError as error:
        raise Unavailable(str(error.__cause__ or error).strip().splitlines()[0]) from error


def newest() -> str:
    """Returns the newest migration that there is."""
    return ScriptDirectory(str(Path(__file__).parent / "migrations")).get_current_head() or ""
