"""What the commands that open contests ask for alike: seats, options of the game, clock, faults."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import click

from arena.match.clock import Clock
from arena.service.errors import InvalidArgument
from arena.service.records import Options

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game."
    ),
    click.option(
        "--limit-ms", type=int, default=2_000, show_default=True, help="Time per decision."
    ),
    click.option(
        "--bank-ms", type=int, default=10_000, show_default=True, help="Reserve per match."
    ),
    click.option("--faults", type=int, default=3, show_default=True, help="Faults allowed."),
)


_SEATS = click.option("--seats", type=int, required=True, help="Seats at a table.")
_SEAT_COUNTS = click.option(
    "--seats",
    required=True,
    metavar="COUNTS",
    help="Seats at a table: 4, or where it changes 3-5 or 2,4.",
)


def terms_options(command: F) -> F:
    """Adds `--seats`, `--option`, `--limit-ms`, `--bank-ms` and `--faults`."""
    for option in reversed((_SEATS, *_OPTIONS)):
        command = option(command)
    return command


def mixed_terms_options(command: F) -> F:
    """Adds the same, but for `--seats`, which is for `seat_counts_from` to read."""
    for option in reversed((_SEAT_COUNTS, *_OPTIONS)):
        command = option(command)
    return command


def clock_from(limit_ms: int, bank_ms: int) -> Clock:
    """Raises `InvalidArgument`."""
    try:
        return Clock(limit_ms=limit_ms, bank_ms=bank_ms)
    except ValueError as error:
        raise InvalidArgument("clock", str(error)) from None


def instant_from(text: str) -> datetime:
    """Reads a time with its zone, such as `2026-12-01T18:00Z`; raises `InvalidArgument`."""
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        instant = None
    if instant is None or instant.tzinfo is None:
        raise InvalidArgument("starts_at", f"a time such as 2026-12-01T18:00Z, not {text!r}")
    return instant


def options_from(texts: Sequence[str]) -> Options:
    """Reads NAME=VALUE, the value as JSON where it is JSON and as text where not."""
    return dict(map(_option, texts))


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidArgument("option", f"NAME=VALUE, not {text!r}")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value
