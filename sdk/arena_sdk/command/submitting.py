"""`arena-sdk submit`: uploads a bot that the arena is to run."""

import argparse
import sys
from pathlib import Path

import grpc

from arena_sdk.command.reaching import author_settings, refusal, share_address
from arena_sdk.command.refusal import Refusal
from arena_sdk.submitting import SubmissionRefused, submit


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "submit",
        help="upload a bot that the arena runs",
        description="Uploads a folder with a bot.toml, or an archive of one, and waits until the "
        "arena has looked at it, built it and seen it play.",
    )
    parser.add_argument("path", type=Path, help="a folder, a zip or a tar.gz file")
    parser.add_argument("--no-wait", action="store_true", help="return when it is uploaded")
    share_address(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    found = author_settings(arguments)
    try:
        submitted = submit(
            arguments.path,
            address=arguments.address,
            key=arguments.key,
            tls=arguments.tls,
            roots=arguments.roots,
            wait=not arguments.no_wait,
            progress=_progress,
        )
    except ValueError as error:
        raise Refusal(str(error)) from None
    except SubmissionRefused as refused:
        raise Refusal(str(refused), 4) from None
    except grpc.RpcError as error:
        raise refusal(error, found) from None
    for one in (submitted, *submitted.others):
        print(f"{one.submission_id}  {one.bot}, number {one.number}: {one.state}")
    return 0


def _progress(what: str, sent: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"{what}, {100 * sent // max(total, 1)} %", file=sys.stderr)
