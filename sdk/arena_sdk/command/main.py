"""The `arena-sdk` command itself: a file for every subcommand, or for a few that are alike."""

import argparse
import sys
from collections.abc import Sequence

from arena_sdk.check import command as check
from arena_sdk.command import (
    asking,
    bench,
    comparing,
    completion,
    joining,
    new,
    play,
    replaying,
    submitting,
)
from arena_sdk.command.refusal import Refusal

_COMMANDS = (
    *(new, play, comparing, bench, replaying, check),
    *(joining, submitting, asking, completion),
)


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the whole command."""
    parser = argparse.ArgumentParser(
        "arena-sdk", description="An author's desk: from the first idea to a ranked bot."
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 all is well, 1 something was found wrong, others of `Refusal`."""
    chosen = parser().parse_args(arguments)
    try:
        code: int = chosen.run(chosen)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return refusal.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has seen enough, as `head` does
        sys.stderr.close()
        return 141
    return code


if __name__ == "__main__":
    sys.exit(main())
