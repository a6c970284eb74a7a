"""What the arena has to do now, as its records tell: what runs, what waits, and since when."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from arena.service.ladders import every_ladder
from arena.service.ports import Now, OpenUnit
from arena.service.records import Match, MatchFilter, MatchState

_PAGE = 500


@dataclass(frozen=True, slots=True)
class Workload:
    """The work that is not done yet."""

    queued: int
    """Matches that wait for a worker, or for their bots."""
    oldest_s: float
    """For how long the oldest of them has waited; 0 if none does."""
    running: Mapping[str, int]
    """Matches under way whose lease is good, by worker."""
    abandoned: int
    """Matches under way whose lease is over: the sweep is to find them."""
    ladders: int
    paused: int
    """Ladders that open no new blocks."""
    ticked: datetime | None
    """When the schedule last looked at a ladder; `None` if there is none to look at."""


def workload(*, open_unit: OpenUnit, now: Now) -> Workload:
    """Counts what is queued and running. Reads only."""
    instant = now()
    queued = list(_in_state(MatchState.QUEUED, open_unit))
    running: Counter[str] = Counter()
    abandoned = 0
    for match in _in_state(MatchState.RUNNING, open_unit):
        if match.lease_until is not None and match.lease_until > instant:
            running[match.worker] += 1
        else:
            abandoned += 1
    ladders = every_ladder(open_unit)
    ticks = [one.ticked for one in ladders if one.ticked is not None and not one.paused]
    oldest = min((match.created for match in queued), default=instant)
    return Workload(
        len(queued),
        max(0.0, (instant - oldest).total_seconds()),
        dict(running),
        abandoned,
        len(ladders),
        sum(one.paused for one in ladders),
        max(ticks, default=None),
    )


def _in_state(state: MatchState, open_unit: OpenUnit) -> Iterator[Match]:
    token = ""
    while True:
        with open_unit() as unit:
            page = unit.matches.page(_PAGE, token, MatchFilter(state=state))
        yield from page.items
        if not (token := page.next_token):
            return
