"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
ENUM = sa.String(16)
INSTANT = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "authors",
        sa.Column("author_id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("name_key", TEXT, nullable=False),
        sa.Column("role", ENUM, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("author_id", name="pk_authors"),
        sa.UniqueConstraint("name_key", name="uq_authors_name_key"),
    )
    op.create_table(
        "ladders",
        sa.Column("ladder_id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("name_key", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("faults_allowed", sa.Integer(), nullable=False),
        sa.Column("k_factor", sa.Double(), nullable=False),
        sa.Column("initial_rating", sa.Double(), nullable=False),
        sa.Column("same_author_allowed", sa.Boolean(), nullable=False),
        sa.Column("backlog", sa.Integer(), nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("rated_blocks", sa.BigInteger(), nullable=False),
        sa.Column("ticked", INSTANT),
        sa.PrimaryKeyConstraint("ladder_id", name="pk_ladders"),
        sa.UniqueConstraint("name_key", name="uq_ladders_name_key"),
    )
    op.create_table(
        "author_keys",
        sa.Column("key_id", TEXT, nullable=False),
        sa.Column("author_id", TEXT, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("secret_hash", TEXT, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("revoked", INSTANT),
        sa.ForeignKeyConstraint(
            ["author_id"], ["authors.author_id"], name="fk_author_keys_author_id"
        ),
        sa.PrimaryKeyConstraint("key_id", name="pk_author_keys"),
        sa.UniqueConstraint("secret_hash", name="uq_author_keys_secret_hash"),
    )
    op.create_index("ix_author_keys_author", "author_keys", ["author_id", "created"])
    op.create_table(
        "blocks",
        sa.Column("block_id", TEXT, nullable=False),
        sa.Column("ladder_id", TEXT, nullable=False),
        sa.Column("lineup", sa.JSON(), nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("state", ENUM, nullable=False),
        sa.Column("closed", INSTANT),
        sa.Column("sequence", sa.BigInteger()),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.ladder_id"], name="fk_blocks_ladder_id"),
        sa.PrimaryKeyConstraint("block_id", name="pk_blocks"),
        sa.UniqueConstraint("ladder_id", "sequence", name="uq_blocks_ladder_id_sequence"),
    )
    op.create_index("ix_blocks_ladder", "blocks", ["ladder_id", "state", "created", "block_id"])
    op.create_index("ix_blocks_state", "blocks", ["state", "created", "block_id"])
    op.create_table(
        "bots",
        sa.Column("bot_id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("name_key", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("author_id", TEXT, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["authors.author_id"], name="fk_bots_author_id"),
        sa.PrimaryKeyConstraint("bot_id", name="pk_bots"),
        sa.UniqueConstraint("name_key", name="uq_bots_name_key"),
    )
    op.create_index("ix_bots_author", "bots", ["author_id", "name_key"])
    op.create_index("ix_bots_game", "bots", ["game", "name_key"])
    op.create_table(
        "matches",
        sa.Column("match_id", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("faults_allowed", sa.Integer(), nullable=False),
        sa.Column("lineup", sa.JSON(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("deadline", INSTANT, nullable=False),
        sa.Column("block_id", TEXT),
        sa.Column("ladder_id", TEXT),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("state", ENUM, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("worker", TEXT, nullable=False),
        sa.Column("lease_until", INSTANT),
        sa.Column("dispatched", INSTANT),
        sa.Column("started", INSTANT),
        sa.Column("ended", INSTANT),
        sa.Column("outcome", sa.JSON()),
        sa.Column("faults", sa.JSON(), nullable=False),
        sa.Column("request_author", TEXT),
        sa.Column("request_id", TEXT),
        sa.ForeignKeyConstraint(["block_id"], ["blocks.block_id"], name="fk_matches_block_id"),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.ladder_id"], name="fk_matches_ladder_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_matches"),
        sa.UniqueConstraint("block_id", "place", name="uq_matches_block_id_place"),
    )
    op.create_index("ix_matches_created", "matches", ["created", "match_id"])
    op.create_index("ix_matches_ladder", "matches", ["ladder_id", "created", "match_id"])
    op.create_index(
        "ix_matches_ladder_state", "matches", ["ladder_id", "state", "created", "match_id"]
    )
    op.create_index(
        "ix_matches_request",
        "matches",
        ["request_author", "request_id"],
        unique=True,
        sqlite_where=sa.text("request_id IS NOT NULL"),
        postgresql_where=sa.text("request_id IS NOT NULL"),
    )
    op.create_index("ix_matches_state", "matches", ["state", "created", "match_id"])
    op.create_table(
        "submissions",
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("bot_id", TEXT, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", ENUM, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("request_id", TEXT),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.bot_id"], name="fk_submissions_bot_id"),
        sa.PrimaryKeyConstraint("submission_id", name="pk_submissions"),
        sa.UniqueConstraint("bot_id", "number", name="uq_submissions_bot_id_number"),
        sa.UniqueConstraint("bot_id", "request_id", name="uq_submissions_bot_id_request_id"),
    )
    op.create_table(
        "attempts",
        sa.Column("match_id", TEXT, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("worker", TEXT, nullable=False),
        sa.Column("started", INSTANT, nullable=False),
        sa.Column("ended", INSTANT),
        sa.Column("end", ENUM),
        sa.Column("detail", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_attempts_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_attempts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "match_logs",
        sa.Column("match_id", TEXT, nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_match_logs_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_match_logs"),
    )
    op.create_table(
        "match_seats",
        sa.Column("match_id", TEXT, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("ladder_id", TEXT),
        sa.Column("faults", sa.Integer()),
        sa.Column("rank", sa.Integer()),
        sa.Column("score", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_match_seats_match_id"),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_match_seats_submission_id"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_match_seats_submission",
        "match_seats",
        ["submission_id", "created", "match_id", "ladder_id"],
    )
    op.create_table(
        "rating_changes",
        sa.Column("ladder_id", TEXT, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("block_id", TEXT, nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("rated", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["block_id"], ["blocks.block_id"], name="fk_rating_changes_block_id"
        ),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.ladder_id"], name="fk_rating_changes_ladder_id"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_rating_changes_submission_id"
        ),
        sa.PrimaryKeyConstraint("ladder_id", "sequence", "submission_id", name="pk_rating_changes"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_rating_changes_submission", "rating_changes", ["ladder_id", "submission_id", "sequence"]
    )
    op.create_table(
        "standings",
        sa.Column("ladder_id", TEXT, nullable=False),
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("joined", INSTANT, nullable=False),
        sa.Column("blocks", sa.BigInteger(), nullable=False),
        sa.Column("matches", sa.BigInteger(), nullable=False),
        sa.Column("rank_sum", sa.BigInteger(), nullable=False),
        sa.Column("score_sum", sa.BigInteger(), nullable=False),
        sa.Column("faults", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.ladder_id"], name="fk_standings_ladder_id"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_standings_submission_id"
        ),
        sa.PrimaryKeyConstraint("ladder_id", "submission_id", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standings_place", "standings", ["ladder_id", "active", "rating", "submission_id"]
    )
    op.create_index("ix_standings_submission", "standings", ["submission_id"])
