"""A second online rating, and anchors, whose rating never moves."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ENUM = sa.String(16)


def upgrade() -> None:
    op.add_column("standings", sa.Column("mu", sa.Double()))
    op.add_column("standings", sa.Column("sigma", sa.Double()))
    # The defaults are for the ladders that are there already, and go away again.
    with op.batch_alter_table("ladders") as ladders:
        ladders.add_column(sa.Column("second_rating", ENUM, server_default="none", nullable=False))
        ladders.add_column(sa.Column("anchors", sa.JSON(), server_default="{}", nullable=False))
    with op.batch_alter_table("ladders") as ladders:
        ladders.alter_column("second_rating", existing_type=ENUM, server_default=None)
        ladders.alter_column("anchors", existing_type=sa.JSON(), server_default=None)
