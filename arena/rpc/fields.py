"""Reads what requests hold, or raises `InvalidArgument` that names the field at fault.

The use cases check what a value means; here is checked what only a message can get wrong.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct

from arena.match.clock import Clock
from arena.service.errors import InvalidArgument
from arena.service.records import MatchState, Options
from arena.wire import match, records, structs
from botarena.v1 import match_pb2 as pb

_PAGE = 50
_LARGEST_PAGE = 500
_LONGEST_ID = 100
_LONGEST_TOKEN = 1_000
_MOST_SEATS = 100
_MOST_OPTIONS = 100
_LONGEST_OPTION = 1_000

_CLOCK_FIELDS = {
    "limit_ms": "limit",
    "bank_ms": "bank",
    "lag_ms": "lag_allowance",
    "join_ms": "join_limit",
}
"""Fields of the message by those of `Clock`."""


def page_size(size: int) -> int:
    """Returns how many items a page may have."""
    if size < 0:
        raise InvalidArgument("page_size", f"0 or more, not {size}")
    return min(size or _PAGE, _LARGEST_PAGE)


def page_token(token: str) -> str:
    return _text("page_token", token, _LONGEST_TOKEN)


def required_id(field: str, value: str) -> str:
    """Returns an id or a name; it may not be empty."""
    if not value:
        raise InvalidArgument(field, "is empty")
    return _text(field, value, _LONGEST_ID)


def optional_id(field: str, value: str) -> str:
    """Returns an id or a name, or an empty text."""
    return _text(field, value, _LONGEST_ID)


def required_ids(field: str, values: Sequence[str]) -> tuple[str, ...]:
    """Returns one id for each seat."""
    if len(values) > _MOST_SEATS:
        raise InvalidArgument(field, f"at most {_MOST_SEATS}, not {len(values)}")
    return tuple(required_id(f"{field}[{seat}]", value) for seat, value in enumerate(values))


@contextmanager
def renamed(field: str, here: str) -> Iterator[None]:
    """Has errors about `field` name the field that it was read from."""
    try:
        yield
    except InvalidArgument as error:
        if error.field != field:
            raise
        raise InvalidArgument(here, error.why) from None


def present(message: Message, *fields: str) -> dict[str, Any]:
    """Returns those of the fields that are set, by name."""
    return {field: getattr(message, field) for field in fields if message.HasField(field)}


def instant_from(message: Message, field: str) -> datetime | None:
    """Returns an instant, if it is set."""
    if not message.HasField(field):
        return None
    try:
        instant: datetime = getattr(message, field).ToDatetime(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise InvalidArgument(field, "is no time of this era") from None
    return instant


def match_state_from(number: pb.MatchState) -> MatchState | None:
    """Returns `None` for the unspecified state."""
    try:
        return records.match_state_from(number)
    except ValueError as error:
        raise InvalidArgument("state", str(error)) from None


def clock_from(message: pb.Clock) -> Clock:
    """Returns the clock, with the arena's defaults for what is absent."""
    for field in _CLOCK_FIELDS.values():
        if getattr(message, field).nanos % 1_000_000:
            raise InvalidArgument(f"clock.{field}", "has a fraction of a millisecond")
    try:
        return match.clock_from(message)
    except ValueError as error:
        field, _, why = str(error).partition(" ")
        raise InvalidArgument(f"clock.{_CLOCK_FIELDS[field]}", f"in milliseconds {why}") from None


def options_from(message: Struct) -> Options:
    """Returns options by name; whether the game has them is for the game to say."""
    if len(message.fields) > _MOST_OPTIONS:
        raise InvalidArgument("options", f"at most {_MOST_OPTIONS}, not {len(message.fields)}")
    options: dict[str, str | int | bool] = {}
    for name, value in message.fields.items():
        if name in ("self", "seats"):
            # A game takes its options as keywords beside these two.
            raise InvalidArgument(f"options.{name}", "is an option of no game")
        if len(value.string_value) > _LONGEST_OPTION:
            raise InvalidArgument(f"options.{name}", f"at most {_LONGEST_OPTION} characters")
        try:
            options |= structs.options_from(Struct(fields={name: value}))
        except ValueError as error:
            raise InvalidArgument(f"options.{name}", str(error)) from None
    return options


def _text(field: str, text: str, longest: int) -> str:
    if len(text) > longest or not text.isprintable():
        raise InvalidArgument(field, f"at most {longest} printable characters")
    return text
