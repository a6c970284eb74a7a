"""`arena-sdk join`: connects a bot to an arena and plays there until it is told to stop."""

import argparse
import os

from arena_sdk.command.arguments import at_least
from arena_sdk.command.naming import named_bot
from arena_sdk.command.reaching import exit_code, reached, share_address
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.submissions import is_submission, submission_id
from arena_sdk.run import play_until_told
from arena_sdk.session import SessionRefused
from arena_sdk.settings import settings


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "join",
        help="play in an arena",
        description="Connects a bot to an arena until Ctrl-C. What is not given comes from "
        "ARENA_ADDRESS, ARENA_KEY, ARENA_SUBMISSION, ARENA_MATCHES, ARENA_TLS, ARENA_TLS_ROOTS.",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("bot", nargs="?", help="a file, module:Class, or house:NAME")
    which.add_argument("--exec", metavar="COMMAND", help="a program that speaks lines of JSON")
    parser.add_argument("--game", default="", help="for house:NAME, the game it is to play")
    parser.add_argument("--submission", help="what is to play: its id, BOT@NUMBER, or BOT@newest")
    parser.add_argument("--matches", type=at_least(1), help="how many to play at once (1)")
    share_address(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    name = f"exec:{arguments.exec}" if arguments.exec else arguments.bot
    make_bot = named_bot(name, arguments.game)
    submission = arguments.submission
    if submission is None:
        submission = os.environ.get("ARENA_SUBMISSION")
    if submission is not None and is_submission(submission):
        with reached(arguments) as arena:
            submission = submission_id(arena, submission)
    try:
        found = settings(
            address=arguments.address,
            key=arguments.key,
            submission=submission,
            matches=arguments.matches,
            tls=arguments.tls,
            roots=arguments.roots,
        )
    except ValueError as error:
        raise Refusal(str(error)) from None
    try:
        play_until_told(make_bot, found)
    except SessionRefused as refused:
        raise Refusal(str(refused), exit_code(refused.end.code)) from None
    return 0
