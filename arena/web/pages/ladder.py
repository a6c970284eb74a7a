"""A ladder: its standings, how ratings moved, its newest matches."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.service.errors import InvalidArgument
from arena.service.ladders import list_standings, page_around, trends
from arena.service.matches import list_matches
from arena.service.records import Author, Ladder, MatchFilter, StandingOrder, StandingRow
from arena.service.second_rating import SecondRating
from arena.service.standing_views import RatingHistory, histories, view_standings
from arena.web.charts import Chart, Series, history
from arena.web.links import with_query
from arena.web.pages.conditions import unusual
from arena.web.pages.matrix import head_to_head
from arena.web.pages.names import names_in
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.sessions import ports_of, signed_in

ROWS = 50
CHARTED = 8
"""How many standings the chart follows: the first of the page."""
TREND_BLOCKS = 20
"""A trend is how far a rating moved in so many blocks of the ladder."""
CHANGES = 500
"""How many of the newest changes of a rating its line has."""
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
    author = signed_in(request)
    mine = _best_of(author, context["ladder"], ports_of(request)) if author else ""
    return page(request, "ladder.html", {**context, "own": mine})


def _best_of(author: Author, ladder: object, ports: Ports) -> str:
    """Returns the author's best submission on the ladder; empty if none of them is on it."""
    assert isinstance(ladder, Ladder)
    found = list_standings(
        ladder.ladder_id, ROWS, "", search=author.name, open_unit=ports.open_unit
    )
    own = (row for row in found.items if row.name.author_id == author.author_id)
    return next((row.standing.submission_id for row in own), "")


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
    standings = view_standings(
        ladder_id, size, token, order=order, search=search, open_unit=ports.open_unit
    )
    found, views = standings.ladder, standings.page.items
    rows = [view.row for view in views]
    where = MatchFilter(ladder_id=found.ladder_id)
    newest = list_matches(_COUNTED, "", where, open_unit=ports.open_unit).items
    matches = newest[:_MATCHES]
    return {
        "ladder": found,
        "unusual": unusual(found.terms, ports),
        "rows": views,
        "covered": standings.covered,
        "skills": found.second_rating is SecondRating.OPENSKILL,
        "trends": trends(
            found,
            TREND_BLOCKS,
            [row.standing.submission_id for row in rows],
            open_unit=ports.open_unit,
        ),
        "trend_blocks": TREND_BLOCKS,
        "next_token": standings.page.next_token,
        "first_page": not token,
        "sort": order,
        "orders": StandingOrder,
        "search": search,
        "chart": _chart(rows, ports),
        "matrix": head_to_head(rows[:_IN_MATRIX], newest),
        "matches": matches,
        "names": names_in(matches, ports),
        "own": "",
    }


def _order(text: str) -> StandingOrder:
    try:
        return StandingOrder(text or StandingOrder.RATING.value)
    except ValueError:
        raise InvalidArgument("sort", f"there is no order {text[:40]!r}") from None


def _chart(rows: Sequence[StandingRow], ports: Ports) -> Chart | None:
    charted = rows[:CHARTED]
    moved = histories([row.standing for row in charted], CHANGES, open_unit=ports.open_unit)
    return history(
        [
            rating_series(str(row.name), found, row.name.author)
            for row, found in zip(charted, moved, strict=True)
        ]
    )


def rating_series(name: str, found: RatingHistory, note: str = "") -> Series:
    """Returns the live rating of a submission by block, over the band of its estimates."""
    if not found.changes:
        return Series(name, (), note)
    first = found.changes[0]
    start = (first.sequence - 1.0, first.before)
    line = (start, *((float(change.sequence), change.after) for change in found.changes))
    band = tuple(
        (float(one.sequence), one.low, one.high)
        for one in found.estimates
        if one.low is not None and one.high is not None and one.sequence >= start[0]
    )
    return Series(name, line, note, band)
