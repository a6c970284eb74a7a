"""Pages of operators: open and pause ladders, admit authors, give matches up."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.match.clock import Clock
from arena.service import authors, conduct, ladders, matches
from arena.service.bots import submission_of
from arena.service.errors import InvalidArgument
from arena.service.filling import Unfilled
from arena.service.ladders import every_ladder
from arena.service.records import Author, Role
from arena.service.terms import seat_counts_from
from arena.service.tournament_records import FormatName
from arena.web.forms import Fields, number, options
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.sessions import caller, ports_of


def operator(request: Request) -> Response:
    """Shows what operators can do that no other page offers."""
    caller(request, Role.OPERATOR)
    ports = ports_of(request)
    policies = [one for one in Unfilled if one is not Unfilled.HOUSE or ports.read_upload]
    context = {
        "games": ports.games.names(),
        "options": {name: _usual(name, ports) for name in ports.games.names()},
        "clock": Clock(),
        "formats": FormatName,
        "policies": policies,
        "ladders": every_ladder(ports.open_unit),
    }
    return page(request, "operator.html", context)


def _usual(game: str, ports: Ports) -> Mapping[str, object]:
    """Returns the options of a game with their defaults."""
    return ports.games.create(game, ports.games.find(game).seat_counts[-1]).options


def create_ladder(request: Request, author: Author, fields: Fields) -> Response:
    """Opens a ladder."""
    ports, counts = ports_of(request), seat_counts_from(fields.get("seats", ""))
    try:
        clock = Clock(limit_ms=number(fields, "limit_ms"), bank_ms=number(fields, "bank_ms"))
    except ValueError as error:
        raise InvalidArgument("clock", str(error)) from None
    made = ladders.create_ladder(
        fields.get("name", ""),
        fields.get("game", ""),
        options(fields),
        counts[-1],
        clock=clock,
        seat_counts=counts,
        unfilled=_policy(fields, hosting=ports.read_upload is not None),
        quarantine_after=number({"quarantine_after": "3", **fields}, "quarantine_after"),
        open_unit=ports.open_unit,
        games=ports.games,
        now=ports.now,
    )
    return RedirectResponse(f"/ladders/{made.ladder_id}", 303)


def _policy(fields: Fields, *, hosting: bool) -> Unfilled:
    """Returns what becomes of tables that cannot be filled, or raises `InvalidArgument`."""
    try:
        policy = Unfilled(fields.get("unfilled", Unfilled.WAIT.value))
    except ValueError:
        raise InvalidArgument("unfilled", "wait, house or refuse") from None
    if policy is Unfilled.HOUSE and not hosting:
        raise InvalidArgument("unfilled", "this arena runs no house bots: hosting is off")
    return policy


def quarantine(request: Request, author: Author, fields: Fields) -> Response:
    """Sets or lifts the quarantine of a submission on a ladder."""
    ports, ladder_id = ports_of(request), request.path_params["ladder_id"]
    submission_id = fields.get("submission", "")
    match fields.get("do"):
        case "set":
            reason = fields.get("reason", "")
            conduct.quarantine(
                ladder_id, submission_id, reason, open_unit=ports.open_unit, now=ports.now
            )
        case "lift":
            conduct.lift_quarantine(ladder_id, submission_id, open_unit=ports.open_unit)
        case other:
            raise InvalidArgument("do", f"set or lift, not {str(other)[:40]!r}")
    bot_id = submission_of(submission_id, open_unit=ports.open_unit).bot_id
    return RedirectResponse(f"/bots/{bot_id}", 303)


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
