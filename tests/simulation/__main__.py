"""Runs every simulation in full and prints what it measured; fails if a bound is broken."""

import sys

from tests.simulation import arrivals, coverage, house_order, ladder, rotation, sequential


def main() -> int:
    """Returns how many bounds are broken."""
    broken = 0
    for part in (ladder, arrivals, coverage, sequential, rotation, house_order):
        for figure in part.figures():
            print(figure, flush=True)
            broken += not figure.holds
    return broken


if __name__ == "__main__":
    sys.exit(min(1, main()))
