"""Submissions that the arena runs: their archives, who runs them, what they printed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
ENUM = sa.String(16)
INSTANT = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "hosted",
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("state", ENUM, nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("memory_mb", sa.Integer(), nullable=False),
        sa.Column("sha256", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("worker", TEXT, nullable=False),
        sa.Column("lease_until", INSTANT),
        sa.Column("dispatched", INSTANT),
        sa.Column("token_hash", TEXT),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_hosted_submission_id"
        ),
        sa.PrimaryKeyConstraint("submission_id", name="pk_hosted"),
        sa.UniqueConstraint("token_hash", name="uq_hosted_token_hash"),
    )
    op.create_index("ix_hosted_state", "hosted", ["state"])
    op.create_index("ix_hosted_sha256", "hosted", ["sha256"])
    op.create_table(
        "archives",
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("archive", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_archives_submission_id"
        ),
        sa.PrimaryKeyConstraint("submission_id", name="pk_archives"),
    )
    op.create_table(
        "bot_logs",
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("match_id", TEXT, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.Column("kept", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_bot_logs_submission_id"
        ),
        sa.PrimaryKeyConstraint("submission_id", "match_id", "seat", name="pk_bot_logs"),
    )
    op.create_index("ix_bot_logs_kept", "bot_logs", ["kept"])
