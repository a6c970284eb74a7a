"""Charts as numbers: where lines, bars and their scales go; templates draw them in SVG."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 900.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 12.0, 12.0, 28.0

LEAST_STEP = 5.0
"""Ratings that hardly move are not blown up."""
_LEAST_REACH = 50.0
"""So far at least bands may go beyond all lines."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its name and its points, as data."""

    name: str
    points: tuple[tuple[float, float], ...]
    note: str = ""
    band: tuple[tuple[float, float, float], ...] = ()
    """Where it is in 95 of 100 cases: across, low, high."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line, as drawn."""

    name: str
    note: str
    path: str
    band: str
    """The corners of its band; empty without one."""
    end: tuple[float, float]
    last: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on a scale."""

    at: float
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Two scales and the room between them."""

    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    bottom: float = HEIGHT - BOTTOM


@dataclass(frozen=True, slots=True)
class Chart(Frame):
    """Lines over two scales."""

    lines: tuple[Line, ...]


def history(series: Sequence[Series]) -> Chart | None:
    """Returns the chart of ratings over blocks, or `None` where nothing has moved yet."""
    drawn = [one for one in series if len(one.points) > 1]
    if not drawn:
        return None
    xs = [x for one in drawn for x, _ in one.points]
    ys = _heights(drawn)
    low_x, high_x = min(xs), max(xs)
    step = nice_step(max((max(ys) - min(ys)) / 5, LEAST_STEP))
    low_y, high_y = math.floor(min(ys) / step) * step, math.ceil(max(ys) / step) * step
    if high_y == low_y:
        low_y, high_y = low_y - step, high_y + step

    def place(x: float, y: float) -> tuple[float, float]:
        across = (min(max(x, low_x), high_x) - low_x) / (high_x - low_x) if high_x > low_x else 0.0
        up = (min(max(y, low_y), high_y) - low_y) / (high_y - low_y)
        return (
            round(LEFT + across * (WIDTH - LEFT - RIGHT), 1),
            round(HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM), 1),
        )

    lines = tuple(
        Line(
            one.name,
            one.note,
            " ".join(f"{x},{y}" for x, y in (place(*point) for point in one.points)),
            " ".join(f"{x},{y}" for x, y in (place(*corner) for corner in _corners(one.band))),
            place(*one.points[-1]),
            one.points[-1][1],
        )
        for one in drawn
    )
    step_x = max(1.0, nice_step((high_x - low_x) / 6))
    return Chart(
        lines,
        across=tuple(
            Tick(place(x, low_y)[0], f"{x:.0f}") for x in multiples(low_x, high_x, step_x)
        ),
        up=tuple(Tick(place(low_x, y)[1], f"{y:.0f}") for y in multiples(low_y, high_y, step)),
    )


def _heights(drawn: Sequence[Series]) -> list[float]:
    """Returns what the scale has to hold: every line, and the newest end of every band.

    A band that is much wider than all lines is cut off.
    """
    ys = [y for one in drawn for _, y in one.points]
    reach = max(max(ys) - min(ys), _LEAST_REACH)
    low, high = min(ys) - reach, max(ys) + reach
    ends = [end for one in drawn for _, *ends in one.band[-1:] for end in ends]
    return ys + [min(max(end, low), high) for end in ends]


def _corners(band: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
    return [(x, low) for x, low, _ in band] + [(x, high) for x, _, high in reversed(band)]


def nice_step(rough: float) -> float:
    """Returns 1, 2 or 5 times a power of ten, at least `rough`."""
    if rough <= 0:
        return 1.0
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= rough * (1 - 1e-9))


def multiples(low: float, high: float, step: float) -> list[float]:
    """Returns the multiples of `step` from `low` to `high`."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [n * step for n in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class Bar:
    """One decision of a seat."""

    ply: int
    elapsed_ms: int
    height: float
    """From 0 to 1."""
    fault: str


@dataclass(frozen=True, slots=True)
class ClockUse:
    """What the decisions of one seat took."""

    seat: int
    bars: tuple[Bar, ...]
    total_ms: int
    longest_ms: int


def clock_use(seats: Sequence[Sequence[tuple[int, int, str]]]) -> tuple[ClockUse, ...]:
    """Returns bars from (ply, elapsed ms, fault) by seat, all on the scale of the longest."""
    longest = max((elapsed for one in seats for _, elapsed, _ in one), default=0) or 1
    return tuple(
        ClockUse(
            seat,
            tuple(Bar(ply, ms, round(ms / longest, 4), fault) for ply, ms, fault in one),
            sum(ms for _, ms, _ in one),
            max((ms for _, ms, _ in one), default=0),
        )
        for seat, one in enumerate(seats)
    )
