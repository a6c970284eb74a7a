"""The table of comparisons."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, Table

from arena.contest.sprt import Verdict
from arena.storage.column_types import Instant, Listed, Text, enum_column
from arena.storage.tables import metadata

comparisons = Table(
    "comparisons",
    metadata,
    Column("tournament_id", Text, ForeignKey("tournaments.tournament_id"), primary_key=True),
    Column("author_id", Text, nullable=False),
    Column("new_id", Text, ForeignKey("submissions.submission_id"), nullable=False),
    Column("old_id", Text, ForeignKey("submissions.submission_id"), nullable=False),
    Column("elo0", Double, nullable=False),
    Column("elo1", Double, nullable=False),
    Column("most_blocks", Integer, nullable=False),
    Column("fixed", Boolean, nullable=False),
    Column("counts", Listed, nullable=False),
    Column("llr", Double, nullable=False),
    Column("verdict", enum_column(Verdict), nullable=False),
    Column("over", Instant),
    Column("ratios", Listed, nullable=False, server_default="[]"),
    Index("ix_comparisons_over", "over", "author_id"),
    Index("ix_comparisons_new_id", "new_id"),
    Index("ix_comparisons_old_id", "old_id"),
)
