"""Finds submissions by what an author calls them.

A submission is its id, such as `sub-9f86d081884c7d65`, or `BOT@NUMBER`, or `BOT@newest`; whoever
likes may put the author before it, `AUTHOR/BOT@NUMBER`.
"""

import re

from arena_sdk.command.reaching import Arena
from arena_sdk.command.refusal import Refusal
from botarena.v1 import bot_service_pb2 as bots
from botarena.v1 import submission_service_pb2 as submissions
from botarena.v1.bot_service_pb2_grpc import BotServiceStub
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub

NEWEST = "newest"

_ID = re.compile(r"sub-[0-9a-f]{16}")
_NAME = re.compile(r"(?:(?P<author>[^/@]+)/)?(?P<bot>[^/@]+)@(?P<number>[0-9]+|newest)")


def is_submission(name: str) -> bool:
    """Returns whether this names a submission, rather than anything on this machine."""
    return bool(_ID.fullmatch(name) or _NAME.fullmatch(name))


def submission_id(arena: Arena, name: str) -> str:
    """Returns the id; raises `Refusal` if the arena has no such submission."""
    if (found := _NAME.fullmatch(name)) is None:
        return name
    _check_author(arena, found["bot"], found["author"])
    number = None if found["number"] == NEWEST else int(found["number"])
    request = submissions.ListSubmissionsRequest(bot_id=found["bot"])
    stub = SubmissionServiceStub(arena.channel)
    while True:
        page = arena.call(stub.ListSubmissions, request)
        for one in page.submissions:  # the newest first
            if number in (None, one.number):
                return str(one.submission_id)
        if not page.next_page_token:
            raise Refusal(f"{found['bot']} has no submission {name.rpartition('@')[2]}", 3)
        request.page_token = page.next_page_token


def _check_author(arena: Arena, bot: str, author: str | None) -> None:
    if author is None:
        return
    request = bots.GetBotRequest(bot_id=bot)
    owner = arena.call(BotServiceStub(arena.channel).GetBot, request).bot.author_name
    if owner != author:
        raise Refusal(f"{bot} is a bot of {owner}, not of {author}", 3)
