"""The table of operators' acts, beside those of `tables`."""

from sqlalchemy import Column, Index, Table

from arena.service.act_storage import Channel
from arena.storage.column_types import Instant, Text, enum_column
from arena.storage.tables import metadata

acts = Table(
    "acts",
    metadata,
    Column("act_id", Text, primary_key=True),
    Column("acted", Instant, nullable=False),
    Column("author_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("channel", enum_column(Channel), nullable=False),
    Column("what", Text, nullable=False),
    Column("details", Text, nullable=False),
    Column("refused", Text, nullable=False),
    Index("ix_acts_acted", "acted", "act_id"),
)
