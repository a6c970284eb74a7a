"""What operators did."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
ENUM = sa.String(16)
INSTANT = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "acts",
        sa.Column("act_id", TEXT, nullable=False),
        sa.Column("acted", INSTANT, nullable=False),
        sa.Column("author_id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("channel", ENUM, nullable=False),
        sa.Column("what", TEXT, nullable=False),
        sa.Column("details", TEXT, nullable=False),
        sa.Column("refused", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("act_id", name="pk_acts"),
    )
    op.create_index("ix_acts_acted", "acts", ["acted", "act_id"])
