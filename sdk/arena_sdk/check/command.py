"""`arena-sdk check`: holds a bot in any language against the protocol, point by point."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from arena_sdk.check.program import Command
from arena_sdk.check.rehearsal import PATIENCE_S, check
from arena_sdk.check.report import as_json, as_text
from arena_sdk.check.stage import Stage
from arena_sdk.command.naming import named_game
from arena_sdk.command.refusal import Refusal


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "check",
        help="hold a bot in any language against the protocol",
        description="Plays the arena to a bot: real matches, broken sessions, lost answers, "
        "messages of tomorrow. Says for every point of the protocol whether the bot keeps it.",
    )
    parser.add_argument("game", help="its name, a file, or module:Class")
    parser.add_argument("--seats", type=int, help="at a table (the fewest from 2 on)")
    parser.add_argument(
        "--listen", default="127.0.0.1:0", metavar="ADDRESS", help="where to (any free port)"
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=PATIENCE_S,
        metavar="S",
        help=f"seconds for each thing that the bot is to do ({PATIENCE_S:g})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep what the bot prints")
    parser.add_argument(
        "--join-as",
        nargs=argparse.REMAINDER,
        default=[],
        metavar="COMMAND",
        help="start the bot with this command, the last argument; without it you start the bot",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    kind = named_game(arguments.game)
    fewest = next((n for n in kind.seat_counts if n > 1), kind.seat_counts[0])
    seats = fewest if arguments.seats is None else arguments.seats
    try:
        game = kind(seats)
    except ValueError as error:
        raise Refusal(str(error)) from None
    with tempfile.TemporaryDirectory() as folder:
        log = arguments.log or Path(folder, "log")
        try:
            checked = asyncio.run(
                check(
                    game,
                    Command(arguments.join_as, log) if arguments.join_as else None,
                    listen=arguments.listen,
                    patience_s=arguments.patience,
                    notice=_tell,
                )
            )
        except OSError as error:
            raise Refusal(str(error)) from None
    print(as_json(checked) if arguments.json else as_text(checked))
    return 0 if checked.passed else 1


def _tell(stage: Stage) -> None:
    """Tells the author how to start the bot, unless we do that."""
    if stage.program is None:
        print(_how_to_start(stage), file=sys.stderr, flush=True)


def _how_to_start(stage: Stage) -> str:
    setting = " ".join(f"{name}={value}" for name, value in stage.environment.items())
    return f"Start your bot with\n\n  {setting}\n\nand leave it running; Ctrl-C stops the check.\n"
