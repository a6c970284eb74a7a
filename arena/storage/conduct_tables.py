"""The table of conduct, beside those of `tables`."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table

from arena.storage.column_types import Instant, Listed, Text
from arena.storage.tables import metadata

conducts = Table(
    "conducts",
    metadata,
    Column("ladder_id", Text, ForeignKey("ladders.ladder_id"), primary_key=True),
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("quarantined", Instant),
    Column("reason", Text, nullable=False),
    Column("probe_due", Instant),
    Column("failed_probes", Integer, nullable=False),
    Column("turns", Listed, nullable=False),
    Index("ix_conducts_submission", "submission_id"),
    sqlite_with_rowid=False,
)
