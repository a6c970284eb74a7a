"""The table of estimates."""

from array import array

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    TypeDecorator,
)

from arena.storage.column_types import Text
from arena.storage.tables import metadata


class Samples(TypeDecorator[tuple[float, ...]]):
    """Many numbers in four bytes each: seven digits are enough to say how they scatter."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: tuple[float, ...] | None, dialect: Dialect) -> bytes | None:
        return None if value is None else array("f", value).tobytes()

    def process_result_value(
        self, value: bytes | None, dialect: Dialect
    ) -> tuple[float, ...] | None:
        return None if value is None else tuple(array("f", value))


estimates = Table(
    "estimates",
    metadata,
    Column("ladder_id", Text, ForeignKey("ladders.ladder_id"), primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("submission_id", Text, ForeignKey("submissions.submission_id"), primary_key=True),
    Column("apart", Integer, nullable=False),
    Column("blocks", BigInteger, nullable=False),
    Column("rating", Double, nullable=False),
    Column("low", Double),
    Column("high", Double),
    Column("anchored", Boolean, nullable=False),
    Column("samples", Samples, nullable=False),
    Index("ix_estimates_submission", "ladder_id", "submission_id", "sequence"),
    sqlite_with_rowid=False,
)
