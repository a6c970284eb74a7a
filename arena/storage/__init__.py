"""What lasts: the SQL adapter of the service's storage ports, for SQLite and PostgreSQL."""

from arena.storage.database import Database, open_database
from arena.storage.memory import memory_database

__all__ = ["Database", "memory_database", "open_database"]
