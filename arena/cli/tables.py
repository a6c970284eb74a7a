"""Tables that fit the screen, and in which nothing is cut off: half an id is of no use."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

_ID = re.compile(r"[a-z]+-[0-9a-f]{16}")
_PIECE = 8
"""On a narrow screen words are broken to pieces, but to none that is shorter."""


def table(rows: Sequence[Mapping[str, Any]], title: str, width: int) -> RenderableType:
    """Returns a table whose columns are the keys of the first row; numbers stand to the right.

    Where the screen is too narrow for it, columns move closer and those without any value are left
    out; then dates take two lines and words are broken; where even that is too wide, each row is a
    list of its fields.
    """
    values = zip(*(row.values() for row in rows), strict=True)
    named = list(zip(rows[0], values, strict=True))
    said = [one for one in named if any(map(cell, one[1]))]
    for gap, columns in (
        (2, [_wide(*one) for one in named]),
        (1, [_wide(*one) for one in said]),
        (1, [_narrow(*one) for one in said]),
    ):
        room = width - gap * (len(columns) - 1) - sum(column.least for column in columns)
        if room >= 0:
            return _drawn(columns, title, gap, room)
    listed = "\n\n".join("\n".join(lines(row)) for row in rows)
    return Text.assemble((title, "bold"), "\n", listed, overflow="fold")


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    cells: tuple[str, ...]
    right: bool
    least: int
    """How wide it is to be at least."""

    @property
    def longest(self) -> int:
        """How wide it would be if nothing went on in the next line."""
        heads = self.name.split(" ")  # their words stand below each other
        lines = (line for text in (*heads, *self.cells) for line in text.split("\n"))
        return max(self.least, *map(len, lines))


def _wide(name: str, values: Sequence[object]) -> _Column:
    """No word is broken, and only what is no date goes on in the next line."""
    cells, name = tuple(map(cell, values)), _with_zone(name, values)
    dates = max(map(len, cells)) if _has_dates(values) else 0
    return _Column(name, cells, _has_numbers(values), max(dates, _word(name, cells)))


def _narrow(name: str, values: Sequence[object]) -> _Column:
    """Dates have two lines; what is no number and no id may be broken."""
    cells, name = tuple(map(cell, values)), _with_zone(name, values)
    if _has_dates(values):
        cells = tuple(text.replace(" ", "\n") for text in cells)
    whole = _has_dates(values) or _has_numbers(values) or any(map(_ID.fullmatch, cells))
    least = _word(name, cells) if whole else min(_word(name, cells), _PIECE)
    return _Column(name, cells, _has_numbers(values), least)


def _has_dates(values: Sequence[object]) -> bool:
    return any(isinstance(value, datetime) for value in values)


def _shown(letter: str) -> str:
    """Returns what is shown of a letter: no text of others gives orders to the terminal."""
    if letter.isprintable() or letter == "\n":
        return letter
    return " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


def _with_zone(name: str, values: Sequence[object]) -> str:
    return f"{name} UTC" if _has_dates(values) else name


def _has_numbers(values: Sequence[object]) -> bool:
    numbers = [isinstance(value, int | float) for value in values if value is not None]
    return any(numbers) and all(numbers)


def _word(name: str, cells: Sequence[str]) -> int:
    """Returns the length of the longest word of a column."""
    return max(len(word) for text in (name, *cells) for word in text.split() or [""])


def _drawn(columns: Sequence[_Column], title: str, gap: int, room: int) -> Table:
    """Draws a table; `room` is left for columns that would be wider, the first one first."""
    drawn = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="bold",
        box=SIMPLE_HEAD,
        show_edge=False,
        padding=(0, gap - 1, 0, 0),  # the box adds one
        pad_edge=False,
    )
    for one in columns:
        more = min(room, one.longest - one.least)
        room -= more
        drawn.add_column(
            one.name.replace(" ", "\n"),
            justify="right" if one.right else "left",
            overflow="fold",
            width=one.least + more,
        )
    for row in zip(*(one.cells for one in columns), strict=True):
        drawn.add_row(*row)
    return drawn


def lines(fields: Mapping[str, Any]) -> list[str]:
    """Returns one record, a field a line."""
    width = max(map(len, fields))
    zones = {name: " UTC" for name, value in fields.items() if isinstance(value, datetime)}
    return [
        f"{name:<{width}}  {cell(value)}{zones.get(name, '')}" for name, value in fields.items()
    ]


def cell(value: Any) -> str:
    """Returns a value as people read it."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.2f}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M:%S}"
        case _:
            return "".join(map(_shown, str(getattr(value, "value", value))))
