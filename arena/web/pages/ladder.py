"""A ladder: its standings, how ratings moved, its newest matches."""

from collections.abc import Mapping
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.service.errors import InvalidArgument
from arena.service.ladders import (
    ladder_of,
    list_rating_changes,
    list_standings,
    page_around,
    trends,
)
from arena.service.matches import list_matches
from arena.service.records import Ladder, MatchFilter, Page, StandingOrder, StandingRow
from arena.web.charts import Chart, Series, history
from arena.web.links import with_query
from arena.web.pages.matrix import head_to_head
from arena.web.pages.names import names_in
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.sessions import ports_of

ROWS = 50
CHARTED = 8
"""How many standings the chart follows: the first of the page."""
TREND_BLOCKS = 20
"""A trend is how far a rating moved in so many blocks of the ladder."""
_CHANGES = 500
_MATCHES = 10
_COUNTED = 120
"""How many of the newest matches the matrix counts."""
_IN_MATRIX = 12
_LONGEST_SEARCH = 60


def ladder(request: Request) -> Response:
    """Shows a ladder, by id or name."""
    query = request.query_params
    if around := query.get("around", ""):
        ladder_id, ports = request.path_params["ladder_id"], ports_of(request)
        token = page_around(ladder_id, around, ROWS, open_unit=ports.open_unit)
        where = with_query(request.url.path, {}, after=token)
        return RedirectResponse(f"{where}#{quote(around)}", 303)
    order = _order(query.get("sort", ""))
    search = query.get("search", "").strip()[:_LONGEST_SEARCH]
    context = ladder_view(
        request.path_params["ladder_id"],
        ports_of(request),
        order=order,
        search=search,
        token=query.get("after", ""),
    )
    return page(request, "ladder.html", context)


def ladder_view(
    ladder_id: str,
    ports: Ports,
    *,
    order: StandingOrder = StandingOrder.RATING,
    search: str = "",
    token: str = "",
    size: int = ROWS,
) -> Mapping[str, object]:
    """Returns what the page of a ladder shows."""
    found = ladder_of(ladder_id, open_unit=ports.open_unit)
    rows = list_standings(
        found.ladder_id, size, token, order=order, search=search, open_unit=ports.open_unit
    )
    where = MatchFilter(ladder_id=found.ladder_id)
    newest = list_matches(_COUNTED, "", where, open_unit=ports.open_unit).items
    matches = newest[:_MATCHES]
    return {
        "ladder": found,
        "rows": rows.items,
        "trends": trends(
            found,
            TREND_BLOCKS,
            [row.standing.submission_id for row in rows.items],
            open_unit=ports.open_unit,
        ),
        "trend_blocks": TREND_BLOCKS,
        "intervals": ports.intervals.of(found, ports.open_unit),
        "next_token": rows.next_token,
        "first_page": not token,
        "sort": order,
        "orders": StandingOrder,
        "search": search,
        "chart": _chart(found, rows, ports),
        "matrix": head_to_head(rows.items[:_IN_MATRIX], newest),
        "matches": matches,
        "names": names_in(matches, ports),
    }


def _order(text: str) -> StandingOrder:
    try:
        return StandingOrder(text or StandingOrder.RATING.value)
    except ValueError:
        raise InvalidArgument("sort", f"there is no order {text[:40]!r}") from None


def _chart(ladder: Ladder, rows: Page[StandingRow], ports: Ports) -> Chart | None:
    series = [
        Series(
            str(row.name), rating_line(ladder, row.standing.submission_id, ports), row.name.author
        )
        for row in rows.items[:CHARTED]
    ]
    return history(series)


def rating_line(
    ladder: Ladder, submission_id: str, ports: Ports
) -> tuple[tuple[float, float], ...]:
    """Returns the ratings of a submission by the number of the block, oldest first."""
    changes = list_rating_changes(
        ladder.ladder_id, _CHANGES, "", submission_id, open_unit=ports.open_unit
    ).items
    line = [(float(change.sequence), change.after) for change in reversed(changes)]
    return ((float(changes[-1].sequence - 1), changes[-1].before), *line) if changes else ()
