"""Measures everything, prints a table and writes `build/bench.json`."""

from pathlib import Path

from tests.bench import kernel, local, pages, sandbox, scheduling, training, wire
from tests.bench.figures import Figure, show


def main() -> None:
    """Measures."""
    figures: list[Figure] = []
    for part in (kernel, training, scheduling, local, sandbox, wire, pages):
        for figure in part.figures():
            print(f"{figure.name}: {figure.value:,.5g} {figure.unit}", flush=True)
            figures.append(figure)
    show(figures, Path("build/bench.json"))


if __name__ == "__main__":
    main()
