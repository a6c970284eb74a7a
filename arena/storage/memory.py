"""The memory adapter: SQLite in memory, so that it never differs from the one on disk.

Dictionaries would need every promise of the ports a second time, rollback and uniqueness among
them, and would keep them a little differently.
"""

from arena.storage.database import Database
from arena.storage.engines import engine_for
from arena.storage.tables import metadata


def memory_database() -> Database:
    """Returns an empty database that is gone with its last reference.

    Units of work exclude each other from their first statement to their end: never open one
    inside another.
    """
    engine = engine_for("sqlite://")
    metadata.create_all(engine)
    return Database(engine)
