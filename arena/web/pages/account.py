"""Pages of authors: sign in, keys, bots, and matches to try a bot out."""

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.service import authors, bots, ladders, matches
from arena.service.limits import Limit
from arena.service.records import Author
from arena.web import sessions
from arena.web.forms import Fields, count, options, read
from arena.web.links import local
from arena.web.rendering import page
from arena.web.sessions import ports_of

_BOTS = 200


def sign_in_page(request: Request) -> Response:
    """Asks for a key."""
    return page(request, "sign_in.html", {"next": local(request.query_params.get("next", ""))})


async def sign_in(request: Request) -> Response:
    """Starts a session by a key and goes back to where the reader came from."""
    fields = await read(request)
    count(request, Limit.ADDRESS, None)
    await asyncio.to_thread(sessions.sign_in, request, fields.get("key", "").strip())
    return _to(local(fields.get("next", "")))


def sign_out(request: Request, author: Author, fields: Fields) -> Response:
    """Ends the session."""
    sessions.sign_out(request)
    return _to("/")


def account(request: Request) -> Response:
    """Shows an author's keys and bots."""
    ports, author = ports_of(request), sessions.caller(request)
    mine = bots.list_bots(_BOTS, "", author_id=author.author_id, open_unit=ports.open_unit)
    context = {
        "keys": authors.list_keys(author, open_unit=ports.open_unit),
        "bots": mine.items,
        "games": ports.games.names(),
        "upload_mb": ports.upload_mb if ports.read_upload else 0,
    }
    return page(request, "account.html", context)


def create_key(request: Request, author: Author, fields: Fields) -> Response:
    """Shows a new key, this once."""
    ports = ports_of(request)
    label = fields.get("label", "")
    _, secret = authors.create_key(author, label, open_unit=ports.open_unit, now=ports.now)
    return page(request, "secret.html", {"secret": secret, "back": "/account"})


def revoke_key(request: Request, author: Author, fields: Fields) -> Response:
    """Makes a key useless."""
    ports, key_id = ports_of(request), request.path_params["key_id"]
    authors.revoke_key(author, key_id, open_unit=ports.open_unit, now=ports.now)
    return _to("/account")


def create_bot(request: Request, author: Author, fields: Fields) -> Response:
    """Makes a bot with its first version, which connects by itself."""
    ports = ports_of(request)
    made = bots.create_bot(
        author,
        fields.get("name", ""),
        fields.get("game", ""),
        open_unit=ports.open_unit,
        games=ports.games,
        now=ports.now,
    )
    bots.create_submission(author, made.bot_id, open_unit=ports.open_unit, now=ports.now)
    return _to(f"/bots/{made.bot_id}")


def create_submission(request: Request, author: Author, fields: Fields) -> Response:
    """Makes a new version of a bot, which connects by itself."""
    ports, bot_id = ports_of(request), request.path_params["bot_id"]
    bots.create_submission(author, bot_id, open_unit=ports.open_unit, now=ports.now)
    return _to(f"/bots/{bot_id}")


def retire(request: Request, author: Author, fields: Fields) -> Response:
    """Takes a version out of every ladder for ever."""
    ports, submission_id = ports_of(request), request.path_params["submission_id"]
    gone = bots.retire_submission(author, submission_id, open_unit=ports.open_unit)
    return _to(f"/bots/{gone.bot_id}")


def join(request: Request, author: Author, fields: Fields) -> Response:
    """Puts a version on a ladder."""
    ports, ladder_id = ports_of(request), fields.get("ladder", "")
    ladders.join_ladder(
        author,
        ladder_id,
        request.path_params["submission_id"],
        open_unit=ports.open_unit,
        now=ports.now,
    )
    return _to(f"/ladders/{ladder_id}")


def create_match(request: Request, author: Author, fields: Fields) -> Response:
    """Queues a match that counts for nothing, between the versions named in seat order."""
    ports = ports_of(request)
    made = matches.create_match(
        author,
        fields.get("game", ""),
        options(fields),
        fields.get("submissions", "").split(),
        open_unit=ports.open_unit,
        games=ports.games,
        now=ports.now,
        quota=ports.quota,
    )
    return _to(f"/matches/{made.match_id}")


def _to(path: str) -> Response:
    return RedirectResponse(path, 303)
