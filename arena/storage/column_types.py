"""How values of the arena lie in a column, the same on SQLite and on PostgreSQL."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from enum import Enum as PythonEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Dialect, Enum, String, TypeDecorator

from arena.match.clock import Clock
from arena.match.outcome import Outcome

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_micros(instant: datetime) -> int:
    """Returns the microseconds since 1970; a naive instant is a `TypeError`."""
    return (instant - EPOCH) // timedelta(microseconds=1)


def from_micros(micros: int) -> datetime:
    """Raises `OverflowError` beyond the years a `datetime` knows."""
    return EPOCH + timedelta(microseconds=micros)


class Instant(TypeDecorator[datetime]):
    """Whole microseconds since 1970: exact, free of time zones, sorted as integers are."""

    impl = BigInteger
    cache_ok = True

    @property
    def python_type(self) -> type[datetime]:
        return datetime

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else to_micros(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else from_micros(value)


class Text(TypeDecorator[str]):
    """Text in the order of its code points, whatever the locale of the database.

    PostgreSQL holds no NUL and no driver takes half a surrogate pair: U+FFFD and `?` stand in
    for them, so that nothing a stranger asks for and no error message can fail a statement.
    """

    impl = String().with_variant(String(collation="C"), "postgresql")
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        return str

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        return value.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


class Listed(TypeDecorator[tuple[Any, ...]]):
    """A tuple of plain values as a JSON array."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def process_bind_param(
        self, value: tuple[Any, ...] | None, dialect: Dialect
    ) -> list[Any] | None:
        return None if value is None else list(value)

    def process_result_value(
        self, value: list[Any] | None, dialect: Dialect
    ) -> tuple[Any, ...] | None:
        return None if value is None else tuple(value)


class Chosen(TypeDecorator[Mapping[str, Any]]):
    """The options of a game as a JSON object."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def process_bind_param(
        self, value: Mapping[str, Any] | None, dialect: Dialect
    ) -> dict[str, Any] | None:
        return None if value is None else dict(value)


class ClockColumn(TypeDecorator[Clock]):
    """A clock as a JSON object."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def process_bind_param(self, value: Clock | None, dialect: Dialect) -> dict[str, int] | None:
        return None if value is None else asdict(value)

    def process_result_value(self, value: dict[str, int] | None, dialect: Dialect) -> Clock | None:
        return None if value is None else Clock(**value)


class OutcomeColumn(TypeDecorator[Outcome]):
    """An outcome as a JSON object."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def process_bind_param(
        self, value: Outcome | None, dialect: Dialect
    ) -> dict[str, list[int]] | None:
        return None if value is None else {k: list(v) for k, v in asdict(value).items()}

    def process_result_value(
        self, value: dict[str, list[int]] | None, dialect: Dialect
    ) -> Outcome | None:
        return None if value is None else Outcome(**{k: tuple(v) for k, v in value.items()})


def enum_column(kind: type[PythonEnum]) -> Enum:
    """Returns a column type that keeps the values of an enum as plain text."""
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=16,
        values_callable=lambda members: [member.value for member in members],
    )
