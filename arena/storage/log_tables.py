"""The table of match logs, beside those of `tables`."""

from sqlalchemy import Column, ForeignKey, Index, LargeBinary, Table, text

from arena.storage.column_types import Instant, Text
from arena.storage.tables import metadata

match_logs = Table(
    "match_logs",
    metadata,
    Column("match_id", Text, ForeignKey("matches.match_id"), primary_key=True),
    Column("log", LargeBinary, nullable=False),
    Column("ended", Instant),
)
"""An empty log is forgotten. One without a time was kept by a version that noted none."""

IS_KEPT = text("length(log) > 0")

Index("ix_match_logs_ended", match_logs.c.ended, sqlite_where=IS_KEPT, postgresql_where=IS_KEPT)
