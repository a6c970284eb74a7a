"""The tables, but for a few with files of their own. `migrations` makes them; a test compares."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    UniqueConstraint,
    text,
)

from arena.service.filling import Unfilled
from arena.service.hosting_records import HostedState
from arena.service.records import AttemptEnd, BlockState, MatchState, Role, SubmissionKind
from arena.service.second_rating import SecondRating
from arena.storage.column_types import (
    Chosen,
    ClockColumn,
    Instant,
    Listed,
    OutcomeColumn,
    Text,
    enum_column,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)


def terms_columns() -> list[Column[object]]:
    """Returns new columns for the terms of matches."""
    return [
        Column("game", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("options", Chosen, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("clock", ClockColumn, nullable=False),
        Column("faults_allowed", Integer, nullable=False),
    ]


authors = Table(
    "authors",
    metadata,
    Column("author_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("role", enum_column(Role), nullable=False),
    Column("created", Instant, nullable=False),
)

author_keys = Table(
    "author_keys",
    metadata,
    Column("key_id", Text, primary_key=True),
    Column("author_id", Text, ForeignKey("authors.author_id"), nullable=False),
    Column("label", Text, nullable=False),
    Column("secret_hash", Text, nullable=False, unique=True),
    Column("created", Instant, nullable=False),
    Column("revoked", Instant),
    Index("ix_author_keys_author", "author_id", "created"),
)

bots = Table(
    "bots",
    metadata,
    Column("bot_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("author_id", Text, ForeignKey("authors.author_id"), nullable=False),
    Column("created", Instant, nullable=False),
    Index("ix_bots_author", "author_id", "name_key"),
    Index("ix_bots_game", "game", "name_key"),
)

submissions = Table(
    "submissions",
    metadata,
    Column("submission_id", Text, primary_key=True),
    Column("bot_id", Text, ForeignKey("bots.bot_id"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("kind", enum_column(SubmissionKind), nullable=False),
    Column("created", Instant, nullable=False),
    Column("retired", Boolean, nullable=False),
    Column("request_id", Text),
    UniqueConstraint("bot_id", "number"),
    UniqueConstraint("bot_id", "request_id"),
)

ladders = Table(
    "ladders",
    metadata,
    Column("ladder_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    *terms_columns(),
    Column("k_factor", Double, nullable=False),
    Column("initial_rating", Double, nullable=False),
    Column("same_author_allowed", Boolean, nullable=False),
    Column("backlog", Integer, nullable=False),
    Column("created", Instant, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("rated_blocks", BigInteger, nullable=False),
    Column("ticked", Instant),
    Column("seat_counts", Listed, nullable=False),
    Column("unfilled", enum_column(Unfilled), nullable=False),
    Column("quarantine_after", Integer, nullable=False),
    Column("refused", Instant),
    Column("second_rating", enum_column(SecondRating), nullable=False),
    Column("anchors", Chosen, nullable=False),
)

standings = Table(
    "standings",
    metadata,
    Column("ladder_id", Text, ForeignKey("ladders.ladder_id"), primary_key=True),
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("joined", Instant, nullable=False),
    Column("blocks", BigInteger, nullable=False),
    Column("matches", BigInteger, nullable=False),
    Column("rank_sum", BigInteger, nullable=False),
    Column("score_sum", BigInteger, nullable=False),
    Column("faults", BigInteger, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("mu", Double),
    Column("sigma", Double),
    Column("name_key", Text, nullable=False, server_default=""),  # These are kept for the indexes.
    Column("mean_rank", Double, nullable=False, server_default=text("1e15")),
    Column("mean_score", Double, nullable=False, server_default=text("-1e15")),
    Index("ix_standings_place", "ladder_id", "active", "rating", "submission_id"),
    Index("ix_standings_submission", "submission_id"),
    *(
        Index(f"ix_standings_{order}", "ladder_id", "active", order, "submission_id")
        for order in ("blocks", "mean_rank", "mean_score", "faults", "name_key")
    ),
    sqlite_with_rowid=False,
)

blocks = Table(
    "blocks",
    metadata,
    Column("block_id", Text, primary_key=True),
    Column("ladder_id", Text, ForeignKey("ladders.ladder_id")),
    Column("lineup", Listed, nullable=False),
    Column("created", Instant, nullable=False),
    Column("state", enum_column(BlockState), nullable=False),
    Column("closed", Instant),
    Column("sequence", BigInteger),
    Column("tournament_id", Text, ForeignKey("tournaments.tournament_id")),
    Column("round_number", Integer, nullable=False),
    Column("table_number", Integer, nullable=False),
    Column("unrated", Boolean, nullable=False),
    UniqueConstraint("ladder_id", "sequence"),
    Index("ix_blocks_state", "state", "created", "block_id"),
    Index("ix_blocks_ladder", "ladder_id", "state", "created", "block_id"),
    Index(
        "ix_blocks_tournament",
        "tournament_id",
        "round_number",
        "table_number",
        "created",
        "block_id",
    ),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("ladder_id", Text, ForeignKey("ladders.ladder_id"), primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("block_id", Text, ForeignKey("blocks.block_id"), nullable=False),
    Column("before", Double, nullable=False),
    Column("after", Double, nullable=False),
    Column("rated", Instant, nullable=False),
    Index("ix_rating_changes_submission", "ladder_id", "submission_id", "sequence"),
    sqlite_with_rowid=False,
)

matches = Table(
    "matches",
    metadata,
    Column("match_id", Text, primary_key=True),
    *terms_columns(),
    Column("lineup", Listed, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("created", Instant, nullable=False),
    Column("deadline", Instant, nullable=False),
    Column("block_id", Text, ForeignKey("blocks.block_id")),
    Column("ladder_id", Text, ForeignKey("ladders.ladder_id")),
    Column("place", Integer, nullable=False),
    Column("state", enum_column(MatchState), nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("worker", Text, nullable=False),
    Column("lease_until", Instant),
    Column("dispatched", Instant),
    Column("started", Instant),
    Column("ended", Instant),
    Column("outcome", OutcomeColumn),
    Column("faults", Listed, nullable=False),
    Column("request_author", Text),
    Column("request_id", Text),
    UniqueConstraint("block_id", "place"),
    Index("ix_matches_created", "created", "match_id"),
    Index("ix_matches_ladder", "ladder_id", "created", "match_id"),
    Index("ix_matches_state", "state", "created", "match_id"),
    Index("ix_matches_ladder_state", "ladder_id", "state", "created", "match_id"),
)
Index(
    "ix_matches_request",
    matches.c.request_author,
    matches.c.request_id,
    unique=True,
    sqlite_where=matches.c.request_id.is_not(None),
    postgresql_where=matches.c.request_id.is_not(None),
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", Text, ForeignKey("matches.match_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), nullable=False),
    Column("created", Instant, nullable=False),
    Column("ladder_id", Text),
    Column("faults", Integer),
    Column("rank", Integer),
    Column("score", BigInteger),
    # The ladder comes last: a list of one ladder then reads the index alone.
    Index("ix_match_seats_submission", "submission_id", "created", "match_id", "ladder_id"),
    sqlite_with_rowid=False,
)

attempts = Table(
    "attempts",
    metadata,
    Column("match_id", Text, ForeignKey("matches.match_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("worker", Text, nullable=False),
    Column("started", Instant, nullable=False),
    Column("ended", Instant),
    Column("end", enum_column(AttemptEnd)),
    Column("detail", Text, nullable=False),
    sqlite_with_rowid=False,
)

hosted = Table(
    "hosted",
    metadata,
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("state", enum_column(HostedState), nullable=False),
    Column("seats", Listed, nullable=False),
    Column("memory_mb", Integer, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("worker", Text, nullable=False),
    Column("lease_until", Instant),
    Column("dispatched", Instant),
    Column("token_hash", Text, unique=True),
    Index("ix_hosted_state", "state"),
    Index("ix_hosted_sha256", "sha256"),
)

archives = Table(
    "archives",
    metadata,
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("archive", LargeBinary, nullable=False),
)

bot_logs = Table(
    "bot_logs",
    metadata,
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("match_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("log", LargeBinary, nullable=False),
    Column("kept", Instant, nullable=False),
    Index("ix_bot_logs_kept", "kept"),
)
