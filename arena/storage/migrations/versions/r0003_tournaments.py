"""Tournaments, their entries and rounds; a block belongs to a ladder or to a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
ENUM = sa.String(16)
INSTANT = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("tournament_id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("name_key", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("faults_allowed", sa.Integer(), nullable=False),
        sa.Column("format", ENUM, nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("advancing", sa.Integer(), nullable=False),
        sa.Column("same_author_allowed", sa.Boolean(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("state", ENUM, nullable=False),
        sa.Column("started", INSTANT),
        sa.Column("ended", INSTANT),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournaments"),
        sa.UniqueConstraint("name_key", name="uq_tournaments_name_key"),
    )
    op.create_index("ix_tournaments_created", "tournaments", ["created", "tournament_id"])
    op.create_index("ix_tournaments_state", "tournaments", ["state", "created", "tournament_id"])
    op.create_table(
        "entries",
        sa.Column("tournament_id", TEXT, nullable=False),
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entered", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_entries_submission_id"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_entries_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "submission_id", name="pk_entries"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_entries_number", "entries", ["tournament_id", "number", "submission_id"])
    op.create_table(
        "rounds",
        sa.Column("tournament_id", TEXT, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("byes", sa.JSON(), nullable=False),
        sa.Column("opened", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_rounds_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_rounds"),
        sqlite_with_rowid=False,
    )
    # The defaults are for the blocks that are there already, and go away again.
    with op.batch_alter_table("blocks") as blocks:
        blocks.alter_column("ladder_id", existing_type=TEXT, nullable=True)
        blocks.add_column(sa.Column("tournament_id", TEXT))
        for name in ("round_number", "table_number"):
            blocks.add_column(sa.Column(name, sa.Integer(), server_default="0", nullable=False))
        blocks.create_foreign_key(
            "fk_blocks_tournament_id", "tournaments", ["tournament_id"], ["tournament_id"]
        )
    with op.batch_alter_table("blocks") as blocks:
        for name in ("round_number", "table_number"):
            blocks.alter_column(name, existing_type=sa.Integer(), server_default=None)
    op.create_index(
        "ix_blocks_tournament",
        "blocks",
        ["tournament_id", "round_number", "table_number", "created", "block_id"],
    )
