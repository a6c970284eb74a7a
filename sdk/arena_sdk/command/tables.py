"""Tables and progress as plain text."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_GAP = "  "


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table; the first column is flush left, the others flush right."""
    lines = [tuple(head), *map(tuple, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        _GAP.join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def listing(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table of texts, all columns flush left."""
    lines = [tuple(head), *map(tuple, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        _GAP.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Passes items on and says on a terminal how many there were and how long the rest takes."""
    begun = time.monotonic()
    for number, item in enumerate(items, 1):
        yield item
        if sys.stderr.isatty():
            left_s = (time.monotonic() - begun) / number * (total - number)
            bar = "#" * (30 * number // total)
            sys.stderr.write(f"\r[{bar:30}] {number}/{total} {what}, {left_s:.0f} s left \x1b[K")
            if number == total:
                sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def live(text: str) -> None:
    """Says on a terminal how things stand, in the place of what it said before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()
