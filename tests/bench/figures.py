"""A measured figure beside what it is compared with."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table and one object of `build/bench.json`."""

    name: str
    value: float
    unit: str
    baseline: float | None = None
    """The same unit, measured in the same run; what it is, the name says."""
    ratio: float | None = None


def beside(name: str, value: float, unit: str, baseline: float) -> Figure:
    """Returns a figure with its ratio to a baseline."""
    return Figure(name, value, unit, baseline, value / baseline)


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the value below which the given share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def show(figures: Sequence[Figure], path: Path) -> None:
    """Prints the table and writes the JSON."""
    table = Table(title="bench", title_justify="left")
    for column in ("what", "value", "unit", "baseline", "ratio"):
        table.add_column(column, justify="left" if column in ("what", "unit") else "right")
    for one in figures:
        baseline = "" if one.baseline is None else f"{one.baseline:,.5g}"
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        table.add_row(one.name, f"{one.value:,.5g}", one.unit, baseline, ratio)
    Console(width=110).print(table)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(one) for one in figures], indent=1) + "\n")
