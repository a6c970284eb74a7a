"""Writes what the pages for researchers list from the code itself.

`python -m arena.research.pages docs/researchers.md` renews the layouts of that page.
"""

import re
import sys
from pathlib import Path

from arena.games.layout import Layout
from arena.research.encodings import ENCODINGS


def layouts() -> str:
    """Returns the layout of every game as Markdown."""
    return "\n\n".join(_game(name) for name in ENCODINGS)


def renewed(page: str) -> str:
    """Returns a page with the layouts between its two marks renewed."""
    begin, end = "<!-- begin layouts -->", "<!-- end layouts -->"
    fresh = f"{begin}\n{layouts()}\n{end}"
    return re.sub(f"{begin}.*{end}", lambda _: fresh, page, flags=re.DOTALL)


def _game(name: str) -> str:
    encoding = ENCODINGS[name]
    counts = encoding.game.seat_counts
    sizes = ", ".join(f"{encoding.layout(seats).size} at {seats}" for seats in counts)
    return f"`{name}`: {sizes} seats. With n seats, in this order:\n\n" + _table(
        encoding.layout(counts[0]), encoding.layout(counts[-1])
    )


def _table(few: Layout, many: Layout) -> str:
    """A side that differs between the two is the number of seats."""
    larger = {part.name: part for part in many.parts}
    rows = ["| part | shape | from | to | meaning |", "|---|---|---|---|---|"]
    for part in few.parts:
        shape = larger[part.name].shape if part.name in larger else part.shape
        sides = " × ".join(
            str(side) if side == other else "n"
            for side, other in zip(part.shape, shape, strict=True)
        )
        only = "" if part.name in larger else " (two seats only)"
        rows.append(
            f"| `{part.name}` | {sides} | {part.low} | {part.high} | {part.meaning}{only} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(renewed(target.read_text()))
