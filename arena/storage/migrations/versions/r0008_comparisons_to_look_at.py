"""Comparisons keep how their ratio moved, and are found by who is compared."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    ratios = sa.Column("ratios", sa.JSON(none_as_null=True), nullable=False, server_default="[]")
    op.add_column("comparisons", ratios)
    for side in ("new_id", "old_id"):
        op.create_index(f"ix_comparisons_{side}", "comparisons", [side])
