"""Standings beside what all blocks together say of them: intervals, and who is better for sure."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.contest.estimate import superiority
from arena.service.estimate_storage import KeptEstimate
from arena.service.ports import OpenUnit, UnitOfWork
from arena.service.records import (
    Ladder,
    Page,
    RatingChange,
    Standing,
    StandingOrder,
    StandingRow,
)


@dataclass(frozen=True, slots=True)
class StandingView:
    """A row of a ladder as people see it."""

    row: StandingRow
    anchor: bool
    """Whether its rating never moves."""
    estimate: KeptEstimate | None
    """Absent until there is one."""
    superiority: float | None
    """The likelihood of being better than the next row; absent where nobody knows."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of standings."""

    ladder: Ladder
    page: Page[StandingView]
    covered: int
    """Which rated block the estimates go up to."""


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """How the rating of a submission moved on a ladder, oldest first."""

    changes: tuple[RatingChange, ...]
    estimates: tuple[KeptEstimate, ...]
    """Those that have an interval."""


def view_standings(
    ladder_id: str,
    size: int,
    token: str,
    *,
    order: StandingOrder = StandingOrder.RATING,
    search: str = "",
    open_unit: OpenUnit,
) -> Standings:
    """Returns a page of standings, best first, with the newest estimates that are kept."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        page = unit.ladders.rows(ladder.ladder_id, size, token, order=order, search=search)
        rows = list(page.items)
        best_first = order is StandingOrder.RATING
        if best_first and not search and page.next_token:  # the last row has a next one, too
            rows += unit.ladders.rows(
                ladder.ladder_id, 1, page.next_token, order=order, search=search
            ).items
        estimates = unit.estimates.newest(
            ladder.ladder_id, [row.standing.submission_id for row in rows]
        )
        covered = unit.estimates.covered(ladder.ladder_id)
    known = [estimates.get(row.standing.submission_id) for row in rows]
    views = tuple(
        StandingView(
            row,
            row.standing.submission_id in ladder.anchors,
            known[place],
            _superiority(known[place : place + 2]) if best_first else None,
        )
        for place, row in enumerate(page.items)
    )
    return Standings(ladder, Page(views, page.next_token), covered)


def _superiority(pair: Sequence[KeptEstimate | None]) -> float | None:
    match pair:
        case [KeptEstimate(apart=0) as one, KeptEstimate(apart=0) as other]:
            return superiority(one, other)
    return None


def histories(
    standings: Sequence[Standing], size: int, *, open_unit: OpenUnit
) -> tuple[RatingHistory, ...]:
    """Returns how the rating of each standing moved in the newest `size` blocks it played."""
    with open_unit() as unit:
        return tuple([_history(one, size, unit) for one in standings])


def _history(standing: Standing, size: int, unit: UnitOfWork) -> RatingHistory:
    ladder_id, submission_id = standing.ladder_id, standing.submission_id
    changes = unit.ladders.changes(ladder_id, size, "", submission_id=submission_id).items
    estimates = unit.estimates.history(ladder_id, submission_id)
    return RatingHistory(changes[::-1], tuple(one for one in estimates if one.low is not None))
