"""The first page: ladders, live matches, and how the arena is doing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import Response

from arena.service.ladders import every_ladder
from arena.service.matches import list_matches
from arena.service.records import Ladder, Match, MatchFilter, MatchState, Page
from arena.service.tournament_records import Tournament
from arena.service.tournaments import list_tournaments
from arena.web.duty import duty
from arena.web.pages.names import names_in
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.sessions import ports_of

LATE = timedelta(minutes=1)
"""A schedule that has not looked at a ladder for so long is late."""
_COUNTED = 200
_SHOWN = 8
_TOURNAMENTS = 12
"""How many of the newest are shown."""


@dataclass(frozen=True, slots=True)
class Health:
    """What can be told of the arena from its records."""

    queued: str
    running: str
    workers: int
    """How many processes hold a match whose lease is good."""
    ticked: timedelta | None
    """How long ago the schedule looked at a ladder; `None` without a running ladder."""

    @property
    def late(self) -> bool:
        return self.ticked is not None and self.ticked > LATE


def home(request: Request) -> Response:
    """Shows the first page."""
    ports = ports_of(request)
    return page(request, "home.html", {**overview(ports), "duty": duty(ports.roll)})


def overview(ports: Ports) -> Mapping[str, object]:
    """Returns what the first page shows."""
    ladders = every_ladder(ports.open_unit)
    running = _matches(ports, MatchState.RUNNING, _COUNTED)
    finished = _matches(ports, MatchState.FINISHED, _SHOWN)
    shown = [*running.items[:_SHOWN], *finished.items]
    return {
        "ladders": ladders,
        "tournaments": newest_tournaments(ports),
        "running": running.items[:_SHOWN],
        "finished": finished.items,
        "names": names_in(shown, ports),
        "health": _health(ports, ladders, running),
        "duty": None,
    }


def newest_tournaments(ports: Ports) -> tuple[Tournament, ...]:
    """Returns the newest tournaments; comparisons, which are held as such, have their own page."""
    found = list_tournaments(_TOURNAMENTS, "", comparisons=False, open_unit=ports.open_unit)
    return found.items


def _health(ports: Ports, ladders: list[Ladder], running: Page[Match]) -> Health:
    now = ports.now()
    ticks = [one.ticked for one in ladders if one.ticked is not None and not one.paused]
    workers = {
        one.worker for one in running.items if one.lease_until is not None and one.lease_until > now
    }
    return Health(
        queued=_count(_matches(ports, MatchState.QUEUED, _COUNTED)),
        running=_count(running),
        workers=len(workers),
        ticked=now - max(ticks) if ticks else None,
    )


def _matches(ports: Ports, state: MatchState, size: int) -> Page[Match]:
    return list_matches(size, "", MatchFilter(state=state), open_unit=ports.open_unit)


def _count(found: Page[Match]) -> str:
    """Returns how many there are, as far as one page tells."""
    return f"{len(found.items)}+" if found.next_token else str(len(found.items))
