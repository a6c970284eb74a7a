"""Quarantine, tables that cannot be filled, mixed seat counts; tournaments that start alone."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
ENUM = sa.String(16)
INSTANT = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "conducts",
        sa.Column("ladder_id", TEXT, nullable=False),
        sa.Column("submission_id", TEXT, nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("quarantined", INSTANT),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("probe_due", INSTANT),
        sa.Column("failed_probes", sa.Integer(), nullable=False),
        sa.Column("turns", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.ladder_id"], name="fk_conducts_ladder_id"),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.submission_id"], name="fk_conducts_submission_id"
        ),
        sa.PrimaryKeyConstraint("ladder_id", "submission_id", name="pk_conducts"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_conducts_submission", "conducts", ["submission_id"])
    _add(
        "ladders",
        ("seat_counts", sa.JSON(), "[]"),
        ("unfilled", ENUM, "wait"),
        ("quarantine_after", sa.Integer(), "3"),
        ("refused", INSTANT, None),
    )
    _add("blocks", ("unrated", sa.Boolean(), sa.false()))
    _add(
        "tournaments",
        ("starts", INSTANT, None),
        ("repeat", TEXT, ""),
        ("entry_ladder_id", TEXT, ""),
        ("edition", sa.Integer(), "1"),
        ("note", TEXT, ""),
    )


def _add(table: str, *columns: tuple[str, Any, Any]) -> None:
    """Adds columns, which may be empty where they have no default.

    The defaults are for the rows that are there already, and go away again.
    """
    with op.batch_alter_table(table) as changed:
        for name, kind, default in columns:
            empty = default is None
            changed.add_column(sa.Column(name, kind, server_default=default, nullable=empty))
    with op.batch_alter_table(table) as changed:
        for name, kind, default in columns:
            if default is not None:
                changed.alter_column(name, existing_type=kind, server_default=None)
