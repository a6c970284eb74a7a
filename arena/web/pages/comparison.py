"""Comparisons: whether one submission is better than another, and how sure that is by now."""

from collections.abc import Mapping
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.service import comparing
from arena.service.bots import list_bots, list_submissions, submission_names
from arena.service.records import Author, Bot, Role, Submission
from arena.service.starting_comparisons import start_comparison
from arena.service.tournaments import tournament_of
from arena.web.forms import Fields, number, options
from arena.web.links import with_query
from arena.web.pages.conditions import unusual
from arena.web.ports import Ports
from arena.web.ratios import ratio_chart
from arena.web.rendering import page
from arena.web.sessions import ports_of, signed_in

ROWS = 25
_OWN_BOTS = 20
_VERSIONS = 5
_DEFAULTS = {"seats": "0", "elo0": "0", "elo1": "20", "most_blocks": "500"}


def comparisons(request: Request) -> Response:
    """Lists comparisons, newest first."""
    ports, query = ports_of(request), request.query_params
    found = comparing.list_comparisons(ROWS, query.get("after", ""), open_unit=ports.open_unit)
    context = {
        "comparisons": found.items,
        "next": with_query("/comparisons", query, after=found.next_token)
        if found.next_token
        else "",
    }
    return page(request, "comparisons.html", context)


def comparison(request: Request) -> Response:
    """Shows a comparison."""
    ports, author = ports_of(request), signed_in(request)
    view = comparing.comparison_of(request.path_params["comparison_id"], open_unit=ports.open_unit)
    one, asked_by = view.comparison, author.author_id if author else ""
    held = tournament_of(one.tournament_id, open_unit=ports.open_unit)
    operator = author is not None and author.role is Role.OPERATOR
    most = max(*one.counts, 1)
    context = {
        "view": view,
        "one": one,
        "tournament": held,
        "unusual": unusual(held.terms, ports),
        "chart": ratio_chart(view),
        "names": submission_names(view.lineup, open_unit=ports.open_unit),
        "bars": [
            (place / (len(one.counts) - 1), count, count / most)
            for place, count in enumerate(one.counts)
        ],
        "may_stop": one.over is None and (operator or asked_by == one.author_id),
    }
    return page(request, "comparison.html", context)


def offered(author: Author, bot: Bot, ports: Ports) -> Mapping[str, object]:
    """Returns what the form on an author's bot page offers to compare it with."""
    mine = list_bots(
        _OWN_BOTS, "", author_id=author.author_id, game=bot.game, open_unit=ports.open_unit
    )
    others = [
        f"{other.name}@{one.number}"
        for other in sorted(mine.items, key=lambda other: other.bot_id != bot.bot_id)
        for one in _playing(other, ports)
    ]
    return {"rivals": others, "fewest": _fewest(bot.game, ports), "request_id": str(uuid4())}


def _playing(bot: Bot, ports: Ports) -> list[Submission]:
    newest = list_submissions(bot.bot_id, _VERSIONS, "", open_unit=ports.open_unit).items
    return [one for one in newest if not one.retired]


def _fewest(game: str, ports: Ports) -> int:
    """Returns how many seats a table has at least: two of them are compared."""
    counts = ports.games.find(game).seat_counts if game in ports.games.names() else ()
    return min((count for count in counts if count > 1), default=2)


def start(request: Request, author: Author, fields: Fields) -> Response:
    """Starts a comparison and shows it."""
    ports, asked = ports_of(request), {**_DEFAULTS, **fields}
    others = fields.get("others", "").split(",")
    named = [name.strip() for name in others if name.strip()]
    started = start_comparison(
        author,
        fields.get("new", "").strip(),
        fields.get("old", "").strip(),
        named,
        seats=number(asked, "seats"),
        options=options(fields),
        elo0=number(asked, "elo0"),
        elo1=number(asked, "elo1"),
        most_blocks=number(asked, "most_blocks"),
        request_id=fields.get("request_id", ""),
        hosting=ports.read_upload is not None,
        open_unit=ports.open_unit,
        games=ports.games,
        now=ports.now,
    )
    return _to(started.tournament_id)


def stop(request: Request, author: Author, fields: Fields) -> Response:
    """Ends a comparison early; what was counted stays."""
    ports, comparison_id = ports_of(request), request.path_params["comparison_id"]
    comparing.stop_comparison(author, comparison_id, open_unit=ports.open_unit, now=ports.now)
    return _to(comparison_id)


def _to(comparison_id: str) -> Response:
    return RedirectResponse(f"/comparisons/{comparison_id}", 303)
