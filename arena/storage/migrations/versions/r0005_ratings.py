"""A second online rating; anchors, whose rating never moves; estimates and comparisons."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
ENUM = sa.String(16)


def upgrade() -> None:
    op.add_column("standings", sa.Column("mu", sa.Double()))
    op.add_column("standings", sa.Column("sigma", sa.Double()))
    op.create_table(
        "estimates",
        sa.Column("ladder_id", TEXT, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("apart", sa.Integer(), nullable=False),
        sa.Column("blocks", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("low", sa.Double()),
        sa.Column("high", sa.Double()),
        sa.Column("anchored", sa.Boolean(), nullable=False),
        sa.Column("samples", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.ladder_id"], name="fk_estimates_ladder_id"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_estimates_submission_id"
        ),
        sa.PrimaryKeyConstraint("ladder_id", "sequence", "submission_id", name="pk_estimates"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_estimates_submission", "estimates", ["ladder_id", "submission_id", "sequence"]
    )
    op.create_table(
        "comparisons",
        sa.Column("tournament_id", TEXT, nullable=False),
        sa.Column("author_id", TEXT, nullable=False),
        sa.Column("new_id", TEXT, nullable=False),
        sa.Column("old_id", TEXT, nullable=False),
        sa.Column("elo0", sa.Double(), nullable=False),
        sa.Column("elo1", sa.Double(), nullable=False),
        sa.Column("most_blocks", sa.Integer(), nullable=False),
        sa.Column("fixed", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.Column("llr", sa.Double(), nullable=False),
        sa.Column("verdict", ENUM, nullable=False),
        sa.Column("over", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.tournament_id"],
            name="fk_comparisons_tournament_id",
        ),
        sa.ForeignKeyConstraint(
            ["new_id"], ["submissions.submission_id"], name="fk_comparisons_new_id"
        ),
        sa.ForeignKeyConstraint(
            ["old_id"], ["submissions.submission_id"], name="fk_comparisons_old_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_comparisons"),
    )
    op.create_index("ix_comparisons_over", "comparisons", ["over", "author_id"])
    # The defaults are for the ladders that are there already, and go away again.
    with op.batch_alter_table("ladders") as ladders:
        ladders.add_column(sa.Column("second_rating", ENUM, server_default="none", nullable=False))
        ladders.add_column(sa.Column("anchors", sa.JSON(), server_default="{}", nullable=False))
    with op.batch_alter_table("ladders") as ladders:
        ladders.alter_column("second_rating", existing_type=ENUM, server_default=None)
        ladders.alter_column("anchors", existing_type=sa.JSON(), server_default=None)
