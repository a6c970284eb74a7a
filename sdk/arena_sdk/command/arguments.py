"""Arguments that several commands share."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from arena.games.kernel import Game
from arena.match.clock import Clock
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.series import Setup

USUAL_SEATS = 3
"""At a table where nobody says how many: with two most games are not quite themselves."""


def at_least(least: int) -> Callable[[str], int]:
    """Returns a reader of whole numbers for `argparse`."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}")
        return value

    return number


def usual_seats(kind: type[Game[Any, Any]]) -> int:
    """Returns the fewest seats from three on, or the most there are."""
    return min((n for n in kind.seat_counts if n >= USUAL_SEATS), default=kind.seat_counts[-1])


def share_setup(parser: argparse.ArgumentParser) -> None:
    """Adds what decides how local matches are played."""
    parser.add_argument("--seed", default="0", help="any text; all chance follows from it (0)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )
    parser.add_argument(
        "--faults-allowed",
        type=at_least(0),
        default=3,
        metavar="N",
        help="one more is a forfeit (3)",
    )
    parser.add_argument(
        "--no-clock", action="store_true", help="think for as long as you like, as in a debugger"
    )
    parser.add_argument(
        "--limit-ms", type=at_least(10), metavar="MS", help="thinking time a decision (2000)"
    )
    parser.add_argument(
        "--bank-ms", type=at_least(0), metavar="MS", help="reserve for the whole match (10000)"
    )


def setup_from(arguments: argparse.Namespace, bots: Sequence[str], *, rotated: bool) -> Setup:
    """Raises `Refusal`."""
    given = {name: getattr(arguments, name) for name in ("limit_ms", "bank_ms")}
    times = {name: value for name, value in given.items() if value is not None}
    if arguments.no_clock and times:
        raise Refusal("with --no-clock there is neither --limit-ms nor --bank-ms")
    try:
        clock = None if arguments.no_clock else Clock(**times)
    except ValueError as error:
        raise Refusal(str(error)) from None
    return Setup(
        arguments.game,
        tuple(bots),
        options_from(arguments),
        clock,
        arguments.faults_allowed,
        arguments.seed,
        rotated,
    )


def options_from(arguments: argparse.Namespace) -> dict[str, str | int | bool]:
    """Raises `Refusal`."""
    return dict(map(_option, arguments.option))


def _option(text: str) -> tuple[str, str | int | bool]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refusal(f"--option takes NAME=VALUE, not {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.lstrip("-").isdecimal() else value
