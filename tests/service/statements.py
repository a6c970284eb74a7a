"""What a database is asked."""

from sqlalchemy import event

from arena.storage import Database


def watched(database: Database) -> list[str]:
    """Returns a list to which every statement from now on is added."""
    statements: list[str] = []
    event.listen(
        database.engine, "before_cursor_execute", lambda *given: statements.append(given[2])
    )
    return statements
