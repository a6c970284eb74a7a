"""Observations of any game as readable lines."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from arena_sdk.command.tables import listing

SHOWN = 6
"""So many of a long list of records are shown, the last ones."""


def lines(seen: Any, before: Any = None) -> Iterator[str]:
    """Yields every field that is not as it was `before`; of a list that grew only what is new."""
    width = max(len(field.name) for field in fields(seen))
    for field in fields(seen):
        value, old = getattr(seen, field.name), getattr(before, field.name, None)
        if before is not None and value == old:
            continue
        if not _are_records(value):
            yield f"{field.name:{width}}  {shown(value)}"
            continue
        known = len(old) if isinstance(old, tuple) and old == value[: len(old)] else 0
        first = max(known, len(value) - SHOWN)
        yield f"{field.name:{width}}  {f'{len(value)}, the last ones' if first else len(value)}"
        head = ("", *(part.name for part in fields(value[0])))
        rows = [
            (str(number), *(shown(getattr(item, part.name)) for part in fields(item)))
            for number, item in enumerate(value[first:], first)
        ]
        for line in listing(head, rows).splitlines():
            yield f"  {line}"


def shown(value: Any) -> str:
    """Returns a value on one line: what has a text of its own by that, the rest by its fields."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return value.name.lower()
        case tuple():
            nested = any(isinstance(item, tuple) for item in value)
            gap = " | " if nested else ", " if _are_records(value) else " "
            return gap.join(map(shown, value)) or "-"
    if _is_record(value):
        parts = [(f.name, getattr(value, f.name)) for f in fields(value)]
        return " ".join(f"{name}={shown(part)}" for name, part in parts)
    return str(value)


def _are_records(value: object) -> bool:
    """Whether it is a list of records of one kind, not empty."""
    return (
        isinstance(value, tuple)
        and bool(value)
        and len({type(item) for item in value}) == 1
        and _is_record(value[0])
    )


def _is_record(value: object) -> bool:
    """Whether it is a dataclass that has no text of its own."""
    return is_dataclass(value) and type(value).__str__ is object.__str__
