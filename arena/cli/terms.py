"""What the commands that open contests ask for alike: seats, options of the game, clock, faults."""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from arena.match.clock import Clock
from arena.service.errors import InvalidArgument
from arena.service.records import Options

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--seats", type=int, required=True, help="Seats at a table."),
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


def terms_options(command: F) -> F:
    """Adds `--seats`, `--option`, `--limit-ms`, `--bank-ms` and `--faults`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def clock_from(limit_ms: int, bank_ms: int) -> Clock:
    """Raises `InvalidArgument`."""
    try:
        return Clock(limit_ms=limit_ms, bank_ms=bank_ms)
    except ValueError as error:
        raise InvalidArgument("clock", str(error)) from None


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
