"""Frozen dataclasses to plain JSON values and back, driven by their annotations.

Fields may be `int`, `str`, `bool`, `None`, enums (written by name), tuples, further dataclasses,
and unions whose members JSON can tell apart, such as `int | None`. Everything else is refused:
what a game tells its seats must survive any wire unchanged.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from arena.games.kernel import Game

T = TypeVar("T")
R = TypeVar("R")

_EXACT = 2**53
"""Where a JSON number that was read as a double stops to be exact."""


def plain(value: Any) -> Any:
    """Returns `value` as `None`, `bool`, `int`, `str`, lists and dicts; raises `ValueError`."""
    kind = type(value)
    if value is None or kind in (int, str, bool):
        return value
    if kind is tuple:
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return value.name
    if is_dataclass(kind):
        return {name: plain(getattr(value, name)) for name in _names(kind)}
    raise ValueError(f"a {kind.__name__} has no plain form: {value!r}")


def encode(value: Any) -> str:
    """Returns `value` as one line of ASCII JSON, always the same bytes for the same value."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"))


def decoded(kind: type[T], value: Any) -> T:
    """Returns the value of type `kind` whose plain form is `value`.

    Whole numbers may come as doubles, as `google.protobuf.Struct` has them. Raises `ValueError`
    that names the path of the field at fault.
    """
    try:
        result: T = _reader(kind)(value)
    except _Mismatch as mismatch:
        raise ValueError(f"{kind.__name__}{mismatch.path}: {mismatch.problem}") from None
    return result


def observation_type(game: Game[Any, Any] | type[Game[Any, Any]]) -> type[Any]:
    """Returns the dataclass that the game's `observe` is annotated to return."""
    kind = get_type_hints(game.observe).get("return")
    if not (isinstance(kind, type) and is_dataclass(kind)):
        raise ValueError(f"{game.name}: observe() must be annotated with a dataclass, not {kind!r}")
    return kind


def _once(function: Callable[[Any], R]) -> Callable[[Any], R]:
    """`functools.cache` for functions of a type; by itself it would have mypy doubt its hash."""
    return cache(function)


class _Mismatch(Exception):
    """A plain value is not of the type it should be; `path` grows on the way out."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        self.path = ""

    def under(self, step: str) -> "_Mismatch":
        self.path = step + self.path
        return self


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one type from plain values of the JSON kinds it accepts."""

    expected: str
    accepts: tuple[type, ...]
    read: Callable[[Any], Any]

    def __call__(self, value: Any) -> Any:
        if type(value) not in self.accepts:
            raise _Mismatch(f"expected {self.expected}, not {value!r}")
        return self.read(value)


@_once
def _reader(kind: Any) -> _Reader:
    if kind in _SCALARS:
        return _SCALARS[kind]
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _union(kind)
    if origin is tuple:
        return _tuple(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _Reader(f"an object of {kind.__name__}", (dict,), lambda v: _record(kind, v))
    raise ValueError(f"no plain value can be read as {kind!r}")


def _whole(value: int | float) -> int:
    if isinstance(value, float) and not (value.is_integer() and abs(value) <= _EXACT):
        raise _Mismatch(f"expected an integer, not {value!r}")
    return int(value)


_SCALARS: dict[Any, _Reader] = {
    int: _Reader("an integer", (int, float), _whole),
    str: _Reader("a string", (str,), str),
    bool: _Reader("true or false", (bool,), bool),
    NoneType: _Reader("null", (NoneType,), lambda value: value),
}


def _union(kind: Any) -> _Reader:
    members = [_reader(member) for member in get_args(kind)]
    by_kind = {accepted: member for member in members for accepted in member.accepts}
    if len(by_kind) < sum(len(member.accepts) for member in members):
        raise ValueError(f"JSON cannot tell the members of {kind!r} apart")
    expected = " or ".join(member.expected for member in members)
    return _Reader(expected, tuple(by_kind), lambda value: by_kind[type(value)](value))


def _tuple(kind: Any) -> _Reader:
    match get_args(kind):
        case (item, end) if end is Ellipsis:
            every = _reader(item)
            return _Reader("an array", (list,), lambda v: _items([every] * len(v), v))
        case items:
            each = [_reader(item) for item in items]
            return _Reader(f"an array of {len(each)}", (list,), lambda v: _items(each, v))


def _items(readers: list[_Reader], values: list[Any]) -> tuple[Any, ...]:
    if len(values) != len(readers):
        raise _Mismatch(f"expected an array of {len(readers)}, not of {len(values)}")
    items = []
    for index, (reader, value) in enumerate(zip(readers, values, strict=True)):
        try:
            items.append(reader(value))
        except _Mismatch as mismatch:
            raise mismatch.under(f"[{index}]") from None
    return tuple(items)


def _enum(kind: type[Enum]) -> _Reader:
    members = kind.__members__
    expected = "one of " + ", ".join(members)

    def member(name: str) -> Enum:
        if name not in members:
            raise _Mismatch(f"expected {expected}, not {name!r}")
        return members[name]

    return _Reader(expected, (str,), member)


def _record(kind: type[Any], values: dict[str, Any]) -> Any:
    readers = _field_readers(kind)
    for name in values:
        if name not in readers:
            raise _Mismatch("unknown field").under(f".{name}")
    for name in _required(kind):
        if name not in values:
            raise _Mismatch("missing").under(f".{name}")
    arguments = {}
    for name, value in values.items():
        try:
            arguments[name] = readers[name](value)
        except _Mismatch as mismatch:
            raise mismatch.under(f".{name}") from None
    return kind(**arguments)


@_once
def _names(kind: type[Any]) -> tuple[str, ...]:
    """Returns the fields that `kind` is made from; those that follow from others travel nowhere."""
    return tuple(field.name for field in fields(kind) if field.init)


@_once
def _required(kind: type[Any]) -> tuple[str, ...]:
    return tuple(
        field.name
        for field in fields(kind)
        if field.init and field.default is MISSING and field.default_factory is MISSING
    )


@_once
def _field_readers(kind: type[Any]) -> dict[str, _Reader]:
    """Looked up when a value is read, not before, so that dataclasses may nest in themselves."""
    hints = get_type_hints(kind)
    return {name: _reader(hints[name]) for name in _names(kind)}
