"""The tables of tournaments, beside those of `tables`."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, Table

from arena.service.tournament_records import FormatName, TournamentState
from arena.storage.column_types import Instant, Listed, Text, enum_column
from arena.storage.tables import metadata, terms_columns

tournaments = Table(
    "tournaments",
    metadata,
    Column("tournament_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    *terms_columns(),
    Column("format", enum_column(FormatName), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("advancing", Integer, nullable=False),
    Column("same_author_allowed", Boolean, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("created", Instant, nullable=False),
    Column("state", enum_column(TournamentState), nullable=False),
    Column("started", Instant),
    Column("ended", Instant),
    Column("starts", Instant),
    Column("repeat", Text, nullable=False),
    Column("entry_ladder_id", Text, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("note", Text, nullable=False),
    Index("ix_tournaments_created", "created", "tournament_id"),
    Index("ix_tournaments_state", "state", "created", "tournament_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("tournament_id", Text, ForeignKey("tournaments.tournament_id"), primary_key=True),
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("entered", Instant, nullable=False),
    Index("ix_entries_number", "tournament_id", "number", "submission_id"),
    sqlite_with_rowid=False,
)

rounds = Table(
    "rounds",
    metadata,
    Column("tournament_id", Text, ForeignKey("tournaments.tournament_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("byes", Listed, nullable=False),
    Column("opened", Instant, nullable=False),
    sqlite_with_rowid=False,
)
