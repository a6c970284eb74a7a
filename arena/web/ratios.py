"""How the ratio of a comparison moved between its two bounds, as numbers; a template draws it."""

import math
from dataclasses import dataclass

from arena.service.comparing import ComparisonView
from arena.service.comparison_storage import Comparison
from arena.web.charts import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Frame,
    Tick,
    multiples,
    nice_step,
)
from arena.web.rendering import signed

_LEAST_BLOCKS = 10
"""A young comparison does not fill the whole width."""
_AIR = 0.35
"""Room above and below all there is, in units of the ratio."""


@dataclass(frozen=True, slots=True)
class RatioChart(Frame):
    """A line over the blocks, and the bounds at which it ends."""

    path: str
    end: tuple[float, float]
    lower: float
    """Where the bounds lie, from the top."""
    upper: float


def ratio_chart(view: ComparisonView) -> RatioChart:
    """Returns the chart of a comparison."""
    points, test = _points(view.comparison), view.test
    ratios = [ratio for _, ratio in points]
    low, high = min(test.lower, *ratios) - _AIR, max(test.upper, *ratios) + _AIR
    most = max(view.comparison.blocks, _LEAST_BLOCKS)

    def place(block: float, ratio: float) -> tuple[float, float]:
        across = LEFT + block / most * (WIDTH - LEFT - RIGHT)
        up = (ratio - low) / (high - low) * (HEIGHT - TOP - BOTTOM)
        return round(across, 1), round(HEIGHT - BOTTOM - up, 1)

    placed = [place(*point) for point in points]
    step = max(1.0, nice_step(most / 8))
    rise = max(1.0, nice_step((high - low) / 8))
    return RatioChart(
        " ".join(f"{x},{y}" for x, y in placed),
        placed[-1],
        place(0, test.lower)[1],
        place(0, test.upper)[1],
        across=tuple(Tick(place(x, 0)[0], f"{x:.0f}") for x in multiples(0, most, step)),
        up=tuple(
            Tick(place(0, y)[1], signed(y))
            for y in multiples(math.floor(low), high, rise)
            if y >= low
        ),
    )


def _points(one: Comparison) -> tuple[tuple[int, float], ...]:
    """Returns the ratio by block; of what an older arena counted, only how it stands is known."""
    if len(one.ratios) == one.blocks:
        return ((0, 0.0), *enumerate(one.ratios, 1))
    return ((0, 0.0), (one.blocks, one.llr))
