"""Writes which games of OpenSpiel can be played here, and why the others cannot.

`python -m arena.research.spiel.listing docs/openspiel.md` renews the tables of that page.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel

from arena.research.spiel.fitting import is_open, obstacle
from arena.research.spiel.observation import has_tensor
from arena.research.spiel.parameters import options_of, seat_counts

_DYNAMICS = pyspiel.GameType.Dynamics
_CHANCE = pyspiel.GameType.ChanceMode


def tables() -> str:
    """Returns both tables as Markdown."""
    kinds = sorted(_theirs(), key=lambda kind: str(kind.short_name))
    played = [kind for kind in kinds if obstacle(kind) is None]
    others = [kind for kind in kinds if obstacle(kind) is not None]
    lines = [
        f"{len(played)} games are supported:",
        "",
        "| game | seats | hidden | chance | at once | tensor | options besides `observation` |",
        "|---|---|---|---|---|---|---|",
        *map(_played, played),
        "",
        f"{len(others)} are not:",
        "",
        "| game | because |",
        "|---|---|",
        *(f"| `{kind.short_name}` | {obstacle(kind)} |" for kind in others),
    ]
    return "\n".join(lines)


def _theirs() -> Iterator[Any]:
    """Yields what OpenSpiel brings, without ours, which may have been registered as well."""
    for kind in pyspiel.registered_games():
        if not kind.short_name.startswith("python_botarena_"):
            yield kind


def renewed(page: str) -> str:
    """Returns a page with the tables between its two marks renewed."""
    begin, end = "<!-- begin listing -->", "<!-- end listing -->"
    return re.sub(f"{begin}.*{end}", lambda _: f"{begin}\n{tables()}\n{end}", page, flags=re.DOTALL)


def _played(kind: Any) -> str:
    return f"| {' | '.join(_cells(kind))} |"


def _cells(kind: Any) -> Iterator[str]:
    counts = seat_counts(kind)
    yield f"`openspiel:{kind.short_name}`"
    yield str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
    yield "" if is_open(kind) else "yes"
    yield "" if kind.chance_mode == _CHANCE.DETERMINISTIC else "yes"
    yield "yes" if kind.dynamics == _DYNAMICS.SIMULTANEOUS else ""
    yield "yes" if has_tensor(kind) else ""
    yield ", ".join(f"`{name}`" for name in options_of(kind))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(renewed(target.read_text()))
