"""Logs that are kept are found by their age. Those from before get theirs when it is asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

KEPT = sa.text("length(log) > 0")


def upgrade() -> None:
    op.add_column("match_logs", sa.Column("ended", sa.BigInteger()))
    op.create_index(
        "ix_match_logs_ended", "match_logs", ["ended"], sqlite_where=KEPT, postgresql_where=KEPT
    )
