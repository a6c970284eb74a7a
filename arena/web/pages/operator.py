"""Pages of operators: open and pause ladders, admit authors, give matches up."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.match.clock import Clock
from arena.service import authors, ladders, matches
from arena.service.errors import InvalidArgument
from arena.service.records import Author, Role
from arena.service.tournament_records import FormatName
from arena.web.forms import Fields, number
from arena.web.rendering import page
from arena.web.sessions import caller, ports_of


def operator(request: Request) -> Response:
    """Shows what operators can do that no other page offers."""
    caller(request, Role.OPERATOR)
    context = {"games": ports_of(request).games.names(), "clock": Clock(), "formats": FormatName}
    return page(request, "operator.html", context)


def create_ladder(request: Request, author: Author, fields: Fields) -> Response:
    """Opens a ladder."""
    ports = ports_of(request)
    try:
        clock = Clock(limit_ms=number(fields, "limit_ms"), bank_ms=number(fields, "bank_ms"))
    except ValueError as error:
        raise InvalidArgument("clock", str(error)) from None
    made = ladders.create_ladder(
        fields.get("name", ""),
        fields.get("game", ""),
        {},
        number(fields, "seats"),
        clock=clock,
        open_unit=ports.open_unit,
        games=ports.games,
        now=ports.now,
    )
    return RedirectResponse(f"/ladders/{made.ladder_id}", 303)


def pause_ladder(request: Request, author: Author, fields: Fields) -> Response:
    """Pauses or resumes a ladder."""
    ladder_id = request.path_params["ladder_id"]
    paused = fields.get("paused") == "yes"
    ladders.pause_ladder(ladder_id, paused, open_unit=ports_of(request).open_unit)
    return RedirectResponse(f"/ladders/{ladder_id}", 303)


def void_match(request: Request, author: Author, fields: Fields) -> Response:
    """Gives a match up."""
    ports, match_id = ports_of(request), request.path_params["match_id"]
    matches.void_match(author, match_id, open_unit=ports.open_unit, now=ports.now)
    return RedirectResponse(f"/matches/{match_id}", 303)


def create_author(request: Request, author: Author, fields: Fields) -> Response:
    """Admits an author and shows the first key, this once."""
    ports = ports_of(request)
    _, _, secret = authors.create_author(
        fields.get("name", ""), Role.AUTHOR, open_unit=ports.open_unit, now=ports.now
    )
    return page(request, "secret.html", {"secret": secret, "back": "/operator"})
