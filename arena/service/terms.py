"""What matches are played by: checks a game, its options, seats and clock."""

import math
from collections.abc import Collection

from arena.games.registry import Registry, UnknownGame
from arena.match.clock import Clock
from arena.service.errors import InvalidArgument
from arena.service.records import Options, Terms

DEFAULT_CLOCK = Clock()
DEFAULT_FAULTS_ALLOWED = 3
MOST_SEAT_COUNTS = 16


def checked_terms(
    game: str,
    options: Options,
    seats: int,
    clock: Clock = DEFAULT_CLOCK,
    faults_allowed: int = DEFAULT_FAULTS_ALLOWED,
    *,
    games: Registry,
) -> Terms:
    """Returns the terms with every option filled in, or raises `InvalidArgument`."""
    try:
        kind = games.find(game)
    except UnknownGame as error:
        raise InvalidArgument("game_name", str(error)) from None
    if seats not in kind.seat_counts:
        counts = ", ".join(map(str, kind.seat_counts))
        raise InvalidArgument("seat_count", f"{game} has {counts} seats, not {seats}")
    if not 0 <= faults_allowed <= 1_000:
        raise InvalidArgument("faults_allowed", f"0 to 1000, not {faults_allowed}")
    try:
        rules = games.create(game, seats, options)
    except ValueError as error:
        raise InvalidArgument("options", str(error)) from None
    return Terms(game, kind.version, dict(rules.options), seats, clock, faults_allowed)


def seat_counts_from(text: str) -> tuple[int, ...]:
    """Reads `4`, `3-5` or `2,4`; raises `InvalidArgument`."""
    counts = set[int]()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        try:
            least, most = int(first), int(last if dash else first)
        except ValueError:
            raise InvalidArgument("seats", f"4, 3-5 or 2,4, not {text!r}") from None
        if not 1 <= least <= most <= 1_000:
            raise InvalidArgument("seats", f"1 to 1000, the least first, not {part!r}")
        counts.update(range(least, most + 1))
    return tuple(sorted(counts))


def checked_seat_counts(seats: int, counts: Collection[int]) -> tuple[int, ...]:
    """Returns how many seats tables may have, rising; `seats` alone where no counts are given."""
    if not counts:
        return (seats,)
    rising = tuple(sorted(set(counts)))
    if len(rising) > MOST_SEAT_COUNTS:
        raise InvalidArgument("seat_counts", f"at most {MOST_SEAT_COUNTS}, not {len(rising)}")
    if seats not in (0, rising[-1]):
        raise InvalidArgument("seat_count", f"the largest of the seat counts, {rising[-1]}, or 0")
    return rising


def checked_number(field: str, value: float, least: float, most: float) -> float:
    """Returns a finite number within its bounds, or raises `InvalidArgument`."""
    if not math.isfinite(value) or not least <= value <= most:
        raise InvalidArgument(field, f"{least:g} to {most:g}, not {value}")
    return value
