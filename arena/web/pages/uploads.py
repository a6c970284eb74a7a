"""Pages about bots that the arena runs: uploading one, and reading what it printed."""

import asyncio
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from arena.service.errors import InvalidArgument, Unavailable
from arena.service.hosted import bot_log, upload_submission
from arena.service.hosting_records import SUBMISSION_LOG
from arena.service.limits import Limit
from arena.web.forms import LARGEST, count, read_with_file
from arena.web.sessions import caller, ports_of


async def upload(request: Request) -> Response:
    """Takes an archive with a bot and goes to the page of that bot, or of its first game."""
    ports = ports_of(request)
    if ports.read_upload is None:
        raise Unavailable("nobody here runs uploaded bots")
    author = await asyncio.to_thread(caller, request)
    count(request, Limit.UPLOADS, author)
    _, archive = await read_with_file(request, "archive", (ports.upload_mb << 20) + LARGEST)
    made, *_ = await asyncio.to_thread(
        upload_submission,
        author,
        archive,
        sha256(archive).hexdigest(),
        "",
        read=ports.read_upload,
        open_unit=ports.open_unit,
        now=ports.now,
        quota=ports.quota,
    )
    return RedirectResponse(f"/bots/{made.bot_id}", 303)


def log(request: Request) -> Response:
    """Shows its author what a submission printed: in a match, or while it was built and started."""
    ports, author = ports_of(request), caller(request)
    match_id, seat = SUBMISSION_LOG
    match_id = request.query_params.get("match", match_id)
    text = request.query_params.get("seat", str(seat))
    if not text.isdecimal() or len(text) > 3:
        raise InvalidArgument("seat", f"a number, not {text[:40]!r}")
    submission_id = request.path_params["submission_id"]
    printed = bot_log(author, submission_id, match_id, int(text), open_unit=ports.open_unit)
    return PlainTextResponse(printed.decode("utf-8", "replace"))
