"""A tournament: how far it is, who leads, every round with its tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.match.clock import Clock
from arena.service import tournaments
from arena.service.bots import list_bots, list_submissions, submission_names
from arena.service.errors import InvalidArgument
from arena.service.records import Author, BlockState, Submission
from arena.service.tournament_records import FormatName, Tournament, TournamentState
from arena.service.tournament_views import RoundView, list_entries, list_placings, list_rounds
from arena.web.brackets import bracket
from arena.web.forms import Fields, number, options
from arena.web.pages.conditions import unusual
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.sessions import ports_of, signed_in

_ROUNDS = 200
_OWN_BOTS = 50


def tournament(request: Request) -> Response:
    """Shows a tournament, by id or name."""
    ports, author = ports_of(request), signed_in(request)
    context = dict(tournament_view(request.path_params["tournament_id"], ports))
    found = context["tournament"]
    assert isinstance(found, Tournament)
    if author is not None and found.state is TournamentState.ENTERING:
        context["own"] = _own(author, found.terms.game, ports)
    return page(request, "tournament.html", context)


def tournament_view(tournament_id: str, ports: Ports) -> Mapping[str, object]:
    """Returns what the page of a tournament shows; its seed is none of it."""
    found = tournaments.tournament_of(tournament_id, open_unit=ports.open_unit)
    key, most = found.tournament_id, tournaments.MOST_ENTRIES
    entries = list_entries(key, most, "", open_unit=ports.open_unit).items
    opened = list_rounds(key, _ROUNDS, "", open_unit=ports.open_unit).items
    tables = [table for one in opened for table in one.tables]
    names = submission_names([e.submission_id for e in entries], open_unit=ports.open_unit)
    knockout = found.format is FormatName.KNOCKOUT
    return {
        "tournament": found,
        "unusual": unusual(found.terms, ports),
        "tables": len(tables),
        "counted": sum(table.state is BlockState.COUNTED for table in tables),
        "states": TournamentState,
        "entries": entries,
        "placings": list_placings(key, most, "", open_unit=ports.open_unit).items,
        "rounds": opened,
        "names": names,
        "bracket": bracket(opened, names) if knockout else None,
        "results": {} if knockout else _results(opened),
        "own": [],
    }


def _results(opened: Sequence[RoundView]) -> Mapping[str, Mapping[int, float | None]]:
    """Returns what each scored in each round, `None` where that is open; byes are left out."""
    results = defaultdict[str, dict[int, float | None]](dict)
    for one in opened:
        for table in one.tables:
            for seat, submission in enumerate(table.lineup):
                points = table.points[seat] if table.points else None
                results[submission][one.opened.number] = points
    return results


def _own(author: Author, game: str, ports: Ports) -> list[tuple[str, Submission]]:
    """Returns the newest version of each bot of the author that could enter."""
    mine = list_bots(
        _OWN_BOTS, "", author_id=author.author_id, game=game, open_unit=ports.open_unit
    )
    return [
        (bot.name, newest)
        for bot in mine.items
        for newest in list_submissions(bot.bot_id, 1, "", open_unit=ports.open_unit).items
        if not newest.retired
    ]


def enter(request: Request, author: Author, fields: Fields) -> Response:
    """Has a submission take part."""
    ports, tournament_id = ports_of(request), request.path_params["tournament_id"]
    submission_id = fields.get("submission", "")
    tournaments.enter_tournament(
        author, tournament_id, submission_id, open_unit=ports.open_unit, now=ports.now
    )
    return _to(tournament_id)


def withdraw(request: Request, author: Author, fields: Fields) -> Response:
    """Has a submission take part no more."""
    ports, tournament_id = ports_of(request), request.path_params["tournament_id"]
    tournaments.withdraw_entry(
        author, tournament_id, fields.get("submission", ""), open_unit=ports.open_unit
    )
    return _to(tournament_id)


def create(request: Request, author: Author, fields: Fields) -> Response:
    """Opens a tournament for entries."""
    ports = ports_of(request)
    try:
        form = FormatName(fields.get("format", ""))
        clock = Clock(limit_ms=number(fields, "limit_ms"), bank_ms=number(fields, "bank_ms"))
    except ValueError as error:
        raise InvalidArgument("format or clock", str(error)) from None
    made = tournaments.create_tournament(
        fields.get("name", ""),
        fields.get("game", ""),
        options(fields),
        number(fields, "seats"),
        form,
        rounds=number(fields, "rounds"),
        advancing=number(fields, "advancing"),
        clock=clock,
        starts=_instant(fields.get("starts", "")),
        repeat=fields.get("repeat", "").strip(),
        entry_ladder_id=fields.get("entry_ladder", ""),
        open_unit=ports.open_unit,
        games=ports.games,
        now=ports.now,
    )
    return _to(made.tournament_id)


def _instant(text: str) -> datetime | None:
    """Returns what a browser sends for a date with a time, taken as UTC."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None
    except ValueError:
        raise InvalidArgument("starts", "a date with a time") from None


def move(request: Request, author: Author, fields: Fields) -> Response:
    """Starts, pauses, resumes or cancels a tournament."""
    ports, tournament_id = ports_of(request), request.path_params["tournament_id"]
    match fields.get("do"):
        case "start":
            tournaments.start_tournament(tournament_id, open_unit=ports.open_unit, now=ports.now)
        case "pause" | "resume" as wish:
            paused = wish == "pause"
            tournaments.pause_tournament(tournament_id, paused, open_unit=ports.open_unit)
        case "cancel":
            tournaments.cancel_tournament(tournament_id, open_unit=ports.open_unit, now=ports.now)
        case other:
            raise InvalidArgument("do", f"start, pause, resume or cancel, not {str(other)[:40]!r}")
    return _to(tournament_id)


def _to(tournament_id: str) -> Response:
    return RedirectResponse(f"/tournaments/{tournament_id}", 303)
