"""What callers did wrong as pages: one table of errors and status codes."""

import math
import secrets

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.service import errors
from arena.service.relay_ports import RelayLost
from arena.web.headers import HEADERS
from arena.web.language import language_of
from arena.web.links import ServedLinks, with_query
from arena.web.refusals import shown
from arena.web.rendering import page, rendered

STATUS: dict[type[Exception], int] = {
    errors.InvalidArgument: 400,
    errors.NotFound: 404,
    errors.AlreadyExists: 409,
    errors.WrongState: 409,
    errors.Unauthenticated: 401,
    errors.NotAllowed: 403,
    errors.TooMany: 429,
    errors.Unavailable: 503,
    RelayLost: 503,
}

_log = structlog.get_logger(__name__)


def refused(request: Request, error: Exception) -> Response:
    """Returns the page that says what was wrong with a request."""
    if isinstance(error, errors.Unauthenticated) and request.method == "GET":
        return RedirectResponse(with_query("/sign-in", {}, next=request.url.path), 303)
    code, text = STATUS[type(error)], language_of(request)
    context = {"title": text(f"error.{code}"), "why": shown(error, text)}
    answer = page(request, "error.html", context, code)
    if isinstance(error, errors.TooMany):
        answer.headers["retry-after"] = str(math.ceil(error.retry_s))
    return answer


def not_here(request: Request, error: Exception) -> Response:
    """Returns the page for an address that is none of ours, or a method it does not know."""
    assert isinstance(error, HTTPException)
    known, text = f"error.{error.status_code}", language_of(request)
    title = text(known) if known in text.texts else error.detail
    return page(request, "error.html", {"title": title, "why": ""}, error.status_code)


def failed(request: Request, error: Exception) -> Response:
    """Returns the page for what is our own fault, with a number that the log has, too.

    It stands outside of all middleware and asks the database for nothing.
    """
    incident = secrets.token_hex(4)
    _log.error("page failed", path=request.url.path, incident=incident, exc_info=error)
    text = language_of(request)
    context = {"title": text("error.500"), "why": text("error.incident", number=incident)}
    shown = rendered("error.html", context, language=text, links=ServedLinks(frozenset()))
    return HTMLResponse(shown, 500, headers={**HEADERS, "cache-control": "no-store"})
