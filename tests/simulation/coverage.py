"""How often the true strength is within the interval of the estimate."""

from collections.abc import Iterator
from random import Random

from arena.contest.estimate import estimate
from tests.simulation.figure import Figure
from tests.simulation.strengths import played


def coverage(submissions: int, seats: int, tables: int, seasons: int, *, anchored: bool) -> float:
    """Returns the share of intervals that hold the truth, over seasons of so many tables each."""
    inside = count = 0
    for number in range(seasons):
        random = Random(number)
        drawn = {f"s{i:02}": random.gauss(0, 150) for i in range(submissions)}
        mean = sum(drawn.values()) / submissions
        strengths = {s: 1500 + x - mean for s, x in drawn.items()}
        log = [
            played(lineup, strengths, random)
            for _ in range(tables)
            for lineup in _tables(list(strengths), seats, random)
        ]
        anchors = {"s00": strengths["s00"]} if anchored else {}
        for row in estimate(log, seed=b"%d" % number, anchors=anchors).rows:
            if row.submission_id not in anchors:
                count += 1
                inside += row.low <= strengths[row.submission_id] <= row.high
    return inside / count


def _tables(submissions: list[str], seats: int, random: Random) -> Iterator[tuple[str, ...]]:
    """Yields tables at which everybody sits once."""
    random.shuffle(submissions)
    for start in range(0, len(submissions), seats):
        yield tuple(submissions[start : start + seats])


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yields the coverage for few and many blocks; 95 % is what the intervals promise."""
    seasons = 25 if quick else 500
    # What chance may add to the 2 % asked for; the intervals of one season hang together.
    chance = 0.035 if quick else 0.0
    for submissions, seats, tables, anchored in (
        (12, 4, 20, False),
        (12, 4, 20, True),
        (12, 2, 30, False),
        (10, 5, 60, False),
    )[: 2 if quick else None]:
        anchor = ", one an anchor" if anchored else ""
        yield Figure(
            f"{submissions} submissions{anchor}, {seats} seats, {tables} blocks each: coverage",
            coverage(submissions, seats, tables, seasons, anchored=anchored),
            0.93 - chance,
            0.97 + chance,
        )
