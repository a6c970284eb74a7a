"""Brackets of knockouts: where tables stand and which lines lead on; a template draws them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.service.records import Name
from arena.service.tournament_views import RoundView

COLUMN, BETWEEN, SEAT, PADDING, APART = 225, 60, 22, 7, 16
_LONGEST = 20
"""So many letters of a name fit."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One seat of a table, or a bye."""

    submission_id: str
    name: str
    points: float | None
    goes_on: bool
    y: float
    """The middle of its line."""


@dataclass(frozen=True, slots=True)
class Box:
    """A table, or somebody who has a bye."""

    x: float
    y: float
    height: float
    bye: bool
    seats: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """Boxes in a column for each round, and the ways of those who go on."""

    boxes: tuple[Box, ...]
    ways: tuple[str, ...]
    """Paths, as SVG has them."""
    width: float
    height: float
    column: float = COLUMN


def bracket(rounds: Sequence[RoundView], names: Mapping[str, Name]) -> Bracket | None:
    """Returns the bracket of these rounds, or `None` before the first."""
    if not rounds:
        return None
    columns = [_tables(one) for one in rounds]
    height = max(sum(_height(len(lineup)) + APART for lineup, _ in column) for column in columns)
    placed = [
        _column(number, column, _later(columns, number), height, names)
        for number, column in enumerate(columns)
    ]
    ways = [
        _way(start, end, before.x + COLUMN)
        for column, following in pairwise(placed)
        for before in column
        for start in before.seats
        for after in following
        for end in after.seats
        if start.submission_id == end.submission_id
    ]
    width = len(placed) * (COLUMN + BETWEEN) - BETWEEN
    return Bracket(tuple(box for column in placed for box in column), tuple(ways), width, height)


def _tables(one: RoundView) -> list[tuple[tuple[str, ...], tuple[float, ...] | None]]:
    """Returns lineups with their points, which those with a bye have none of."""
    tables = [(table.lineup, table.points) for table in one.tables]
    return [*tables, *(((submission,), None) for submission in one.opened.byes)]


def _later(
    columns: Sequence[Sequence[tuple[tuple[str, ...], object]]], number: int
) -> frozenset[str]:
    following = columns[number + 1] if number + 1 < len(columns) else ()
    return frozenset(submission for lineup, _ in following for submission in lineup)


def _column(
    number: int,
    tables: Sequence[tuple[tuple[str, ...], tuple[float, ...] | None]],
    later: frozenset[str],
    height: float,
    names: Mapping[str, Name],
) -> list[Box]:
    """Spreads the tables of a round over the height of the bracket."""
    free = height - sum(_height(len(lineup)) for lineup, _ in tables)
    gap = free / len(tables)
    boxes, y = list[Box](), gap / 2
    for lineup, points in tables:
        seats = tuple(
            Seated(
                submission,
                _short(str(names[submission])),
                points[seat] if points else None,
                submission in later,
                y + PADDING + SEAT * (seat + 0.5),
            )
            for seat, submission in enumerate(lineup)
        )
        x = number * (COLUMN + BETWEEN)
        boxes.append(Box(x, round(y, 1), _height(len(lineup)), points is None, seats))
        y += _height(len(lineup)) + gap
    return boxes


def _way(start: Seated, end: Seated, x: float) -> str:
    half = x + BETWEEN / 2
    return f"M{x} {start.y:.1f}C{half} {start.y:.1f} {half} {end.y:.1f} {x + BETWEEN} {end.y:.1f}"


def _height(seats: int) -> float:
    return SEAT * seats + 2 * PADDING


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
