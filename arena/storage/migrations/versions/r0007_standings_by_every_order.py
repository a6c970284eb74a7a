"""Standings by every order from an index; and SQLite is told how the long tables are spread."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")

SPREAD = {
    ("rating_changes", "rating_changes"): "1000000 500000 4 1",
    ("rating_changes", "ix_rating_changes_submission"): "1000000 500000 500 1",
    ("estimates", "estimates"): "1000000 500000 1000 1",
    ("estimates", "ix_estimates_submission"): "1000000 500000 500 1",
}
"""By table and index: how many rows there are, and for each value of its first columns."""


def upgrade() -> None:
    op.add_column("standings", sa.Column("name_key", TEXT, nullable=False, server_default=""))
    for name, unplayed in {"mean_rank": "1e15", "mean_score": "-1e15"}.items():
        default = sa.text(unplayed)
        op.add_column(
            "standings", sa.Column(name, sa.Double(), nullable=False, server_default=default)
        )
    op.execute(
        "UPDATE standings SET name_key = (SELECT bots.name_key FROM submissions JOIN bots"
        " ON bots.bot_id = submissions.bot_id"
        " WHERE submissions.submission_id = standings.submission_id)"
    )
    op.execute(
        "UPDATE standings SET mean_rank = 1.0 * rank_sum / matches,"
        " mean_score = 1.0 * score_sum / matches WHERE matches > 0"
    )
    for order in ("blocks", "mean_rank", "mean_score", "faults", "name_key"):
        columns = ["ladder_id", "active", order, "submission_id"]
        op.create_index(f"ix_standings_{order}", "standings", columns)
    if op.get_bind().dialect.name == "sqlite":
        _tell_spread()


def _tell_spread() -> None:
    """Without it SQLite takes a ladder for ten rows, and reads all it has instead of an index."""
    op.execute("ANALYZE alembic_version")  # makes the table of statistics
    spread = sa.table("sqlite_stat1", *map(sa.column, ("tbl", "idx", "stat")))
    rows = [{"tbl": table, "idx": index, "stat": stat} for (table, index), stat in SPREAD.items()]
    op.bulk_insert(spread, rows)
    op.execute("ANALYZE sqlite_schema")  # has them read at once
