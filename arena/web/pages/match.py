"""A match: who sat where, how it ended, its replay, its clocks and the proof of its deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.games.dice import commitment
from arena.match.events import Decided, MatchEvent
from arena.service.bots import submission_names
from arena.service.hosted import hosted_among
from arena.service.ladders import ladder_of
from arena.service.matches import list_matches, match_of
from arena.service.records import Match, MatchFilter, MatchState, Name
from arena.service.viewing import seen_log, view_of
from arena.web.charts import ClockUse, clock_use
from arena.web.drawings import drawing_path
from arena.web.frames import all_written
from arena.web.language import language_of
from arena.web.links import with_query
from arena.web.pages.conditions import unusual
from arena.web.pages.names import names_in
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.sessions import ports_of

ROWS = 50


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a match, as its page shows it."""

    seat: int
    submission_id: str
    name: Name
    hosted: bool
    rank: int | None
    score: int | None
    faults: int | None
    forfeited: bool


def match(request: Request) -> Response:
    """Shows a match."""
    match_id = request.path_params["match_id"]
    return page(request, "match.html", match_view(match_id, ports_of(request)))


def match_view(match_id: str, ports: Ports) -> Mapping[str, object]:
    """Returns what the page of a match shows."""
    found, attempts, revealed = match_of(match_id, open_unit=ports.open_unit)
    log = seen_log(match_id, open_unit=ports.open_unit)
    ladder = found.ladder_id and ladder_of(found.ladder_id, open_unit=ports.open_unit)
    return {
        "match": found,
        "ladder": ladder or None,
        "options": unusual(found.terms, ports),
        "attempts": attempts,
        "revealed": revealed,
        "commitment": commitment(found.seed),
        "seed": found.seed.hex() if revealed else "",
        "seats": _seats(found, ports),
        "clocks": _clocks(found, log),
    }


def replay(request: Request) -> Response:
    """Answers with everything the viewer needs of a match, as JSON."""
    found = replay_of(request.path_params["match_id"], ports_of(request))
    texts = language_of(request).in_browser()
    return JSONResponse({**found, "texts": texts})


def replay_of(match_id: str, ports: Ports) -> dict[str, Any]:
    """Returns a match for the viewer; what is still to come is told by the live events."""
    found, _, revealed = match_of(match_id, open_unit=ports.open_unit)
    names = submission_names(found.lineup, open_unit=ports.open_unit)
    views = view_of(match_id, open_unit=ports.open_unit, games=ports.games)
    return {
        "match": found.match_id,
        "game": found.terms.game,
        "seats": found.terms.seats,
        "options": dict(found.terms.options),
        "state": found.state.value,
        "revealed": revealed,
        "seed": found.seed.hex() if revealed else "",
        "commitment": commitment(found.seed),
        "names": [str(names[one]) for one in found.lineup],
        "drawing": drawing_path(found.terms.game, ports.games),
        "live": "" if found.state.final else f"/matches/{found.match_id}/live",
        "events": all_written(views),
    }


def matches(request: Request) -> Response:
    """Lists matches, newest first."""
    ports, query = ports_of(request), request.query_params
    state = next((one for one in MatchState if one.value == query.get("state")), None)
    where = MatchFilter(query.get("ladder", ""), query.get("submission", ""), state)
    found = list_matches(ROWS, query.get("after", ""), where, open_unit=ports.open_unit)
    context = {
        "matches": found.items,
        "names": names_in(found.items, ports),
        "states": MatchState,
        "state": state,
        "next": with_query("/matches", query, after=found.next_token) if found.next_token else "",
    }
    return page(request, "matches.html", context)


def _seats(found: Match, ports: Ports) -> list[SeatRow]:
    names = submission_names(found.lineup, open_unit=ports.open_unit)
    hosted = hosted_among(found.lineup, open_unit=ports.open_unit)
    outcome = found.outcome
    return [
        SeatRow(
            seat,
            submission,
            names[submission],
            submission in hosted,
            outcome.ranks[seat] if outcome else None,
            outcome.scores[seat] if outcome else None,
            found.faults[seat] if found.faults else None,
            outcome is not None and seat in outcome.forfeits,
        )
        for seat, submission in enumerate(found.lineup)
    ]


def _clocks(found: Match, log: Sequence[MatchEvent]) -> tuple[ClockUse, ...]:
    seats: list[list[tuple[int, int, str]]] = [[] for _ in found.lineup]
    for event in log:
        if isinstance(event, Decided):
            for choice in event.choices:
                fault = choice.fault.value if choice.fault else ""
                seats[choice.seat].append((event.ply, choice.elapsed_ms, fault))
    return clock_use(seats) if log else ()
