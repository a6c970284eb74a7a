"""The web application: every address, and what stands before it."""

from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from arena.service.records import Role
from arena.web import errors, language, live, sessions
from arena.web.drawings import drawing_source
from arena.web.forms import form
from arena.web.headers import SafeHeaders
from arena.web.links import local
from arena.web.metered import Metered
from arena.web.pages import (
    account,
    bot,
    comparison,
    home,
    ladder,
    match,
    operator,
    rules,
    tournament,
    uploads,
)
from arena.web.ports import Ports

PAGES = (
    Route("/", home.home),
    Route("/ladders/{ladder_id}", ladder.ladder),
    Route("/tournaments/{tournament_id}", tournament.tournament),
    Route("/bots", bot.bots),
    Route("/bots/{bot_id}", bot.bot),
    Route("/matches", match.matches),
    Route("/matches/{match_id}", match.match),
    Route("/matches/{match_id}/replay.json", match.replay),
    Route("/matches/{match_id}/live", live.live),
    Route("/comparisons", comparison.comparisons),
    Route("/comparisons/{comparison_id}", comparison.comparison),
    Route("/games/{game}/rules", rules.rules),
    Route("/sign-in", account.sign_in_page),
    Route("/account", account.account),
    Route("/submissions/{submission_id}/log", uploads.log),
    Route("/operator", operator.operator),
)
"""What can be read."""

FORMS = (
    ("/sign-in", account.sign_in),
    ("/sign-out", form(account.sign_out)),
    ("/keys", form(account.create_key)),
    ("/keys/{key_id}/revoke", form(account.revoke_key)),
    ("/bots", form(account.create_bot)),
    ("/bots/{bot_id}/versions", form(account.create_submission)),
    ("/submissions/{submission_id}/retire", form(account.retire)),
    ("/submissions/{submission_id}/join", form(account.join)),
    ("/uploads", uploads.upload),
    ("/matches", form(account.create_match)),
    ("/comparisons", form(comparison.start)),
    ("/comparisons/{comparison_id}/stop", form(comparison.stop)),
    ("/ladders", form(operator.create_ladder, Role.OPERATOR)),
    ("/ladders/{ladder_id}/pause", form(operator.pause_ladder, Role.OPERATOR)),
    ("/ladders/{ladder_id}/quarantine", form(operator.quarantine, Role.OPERATOR)),
    ("/tournaments", form(tournament.create, Role.OPERATOR)),
    ("/tournaments/{tournament_id}/move", form(tournament.move, Role.OPERATOR)),
    ("/tournaments/{tournament_id}/enter", form(tournament.enter)),
    ("/tournaments/{tournament_id}/withdraw", form(tournament.withdraw)),
    ("/matches/{match_id}/void", form(operator.void_match, Role.OPERATOR)),
    ("/authors", form(operator.create_author, Role.OPERATOR)),
)
"""What can be done, and by whom."""


def application(ports: Ports, secret: str, *, https: bool = False) -> Starlette:
    """Returns the pages of an arena; `secret` signs the cookies of its sessions."""
    made = Starlette(
        routes=[
            *PAGES,
            *(Route(path, act, methods=["POST"]) for path, act in FORMS),
            Route("/language", _language),
            Route("/robots.txt", _robots),
            Route("/favicon.ico", _icon),
            Route("/drawings/{game}.mjs", _drawing),
            Mount("/static", StaticFiles(packages=[("arena.web", "static")]), name="static"),
        ],
        middleware=[
            Middleware(Metered),
            Middleware(SafeHeaders),
            Middleware(
                SessionMiddleware,
                secret_key=secret,
                session_cookie=sessions.COOKIE,
                max_age=sessions.MAX_AGE_S,
                same_site="lax",
                https_only=https,
            ),
        ],
        exception_handlers=_handlers(),
    )
    made.state.ports = ports
    return made


def _handlers() -> Mapping[Any, Any]:
    return {
        **dict.fromkeys(errors.STATUS, errors.refused),
        HTTPException: errors.not_here,
        500: errors.failed,
    }


def _language(request: Request) -> Response:
    """Remembers the language that the reader chose and goes back."""
    query = request.query_params
    answer = RedirectResponse(local(query.get("next", "/")), 303)
    if query.get("code") in language.languages():
        answer.set_cookie(
            language.COOKIE, query["code"], max_age=365 * 86_400, samesite="lax", httponly=True
        )
    return answer


def _drawing(request: Request) -> Response:
    ports = sessions.ports_of(request)
    source = drawing_source(request.path_params["game"], ports.games)
    return Response(source, media_type="text/javascript")


def _icon(request: Request) -> Response:
    """Leads browsers to the icon from what has no place for a link to it, such as logs."""
    return RedirectResponse("/static/icon.svg", 301)


def _robots(request: Request) -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /sign-in\nDisallow: /account\n")
