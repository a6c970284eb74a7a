"""The `arena-sdk` command itself: a file for every subcommand, or for a few that are alike."""

import argparse
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version

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
    parser.add_argument("--version", action="version", version=f"arena-sdk {version('botarena')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 all is well, 1 something was found wrong, others of `Refusal`."""
    chosen = parser().parse_args(arguments)
    try:
        with _termination_as_interrupt():
            code: int = chosen.run(chosen)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return refusal.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has seen enough, as `head` does
        sys.stderr.close()
        return 141
    except OSError as error:
        if error.filename is None:
            raise
        print(f"cannot read or write {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return code


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Has SIGTERM end a command as Ctrl-C does, so that it stops what it started."""
    if threading.current_thread() is not threading.main_thread():  # where signals cannot be set
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


if __name__ == "__main__":
    sys.exit(main())
