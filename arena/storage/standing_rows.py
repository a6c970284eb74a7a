"""Standings as ladders show them: their names, their orders, their places."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, ColumnElement, Double, Select, case, cast, func, or_, select

from arena.service.records import Name, StandingOrder, StandingRow
from arena.storage.layouts import STANDINGS
from arena.storage.names import name_key
from arena.storage.paging import Keyset
from arena.storage.submissions import NAME_COLUMNS
from arena.storage.tables import authors, bots, standings, submissions
from arena.storage.transaction import AnyRow

_UNPLAYED = 1e15
"""Stands for a mean of no matches: behind all others."""


def _mean(total: Column[Any], unplayed: float, name: str) -> ColumnElement[float]:
    mean = cast(total, Double) / cast(func.nullif(standings.c.matches, 0), Double)
    return case((standings.c.matches > 0, mean), else_=cast(unplayed, Double)).label(name)


_MEAN_RANK = _mean(standings.c.rank_sum, _UNPLAYED, "mean_rank")
_MEAN_SCORE = _mean(standings.c.score_sum, -_UNPLAYED, "mean_score")
_ID = standings.c.submission_id

ORDERS: Mapping[StandingOrder, Keyset] = {
    StandingOrder.RATING: Keyset(standings.c.rating, _ID, descending=True),
    StandingOrder.BLOCKS: Keyset(standings.c.blocks, _ID, descending=True),
    StandingOrder.MEAN_RANK: Keyset(_MEAN_RANK, _ID),
    StandingOrder.MEAN_SCORE: Keyset(_MEAN_SCORE, _ID, descending=True),
    StandingOrder.FAULTS: Keyset(standings.c.faults, _ID, descending=True),
    StandingOrder.BOT: Keyset(bots.c.name_key, _ID),
}


def standing_rows(
    ladder_id: str, order: StandingOrder, search: str, *, ranked: bool
) -> Select[*tuple[Any, ...]]:
    """Returns the query for the rows of a ladder; their places cost a look at others, each."""
    columns: list[Any] = [*STANDINGS.columns, *NAME_COLUMNS]
    if ranked:
        others = standings.alias("others")
        better = select(func.count() + 1).where(
            others.c.ladder_id == ladder_id,
            others.c.active.is_(True),
            others.c.rating > standings.c.rating,
        )
        columns.append(better.scalar_subquery().label("place"))
    extra: Mapping[StandingOrder, list[Any]] = {
        StandingOrder.MEAN_RANK: [_MEAN_RANK],
        StandingOrder.MEAN_SCORE: [_MEAN_SCORE],
        StandingOrder.BOT: [bots.c.name_key],
    }
    query = (
        active(ladder_id, *columns, *extra.get(order, []))
        .join(submissions, submissions.c.submission_id == standings.c.submission_id)
        .join(bots, bots.c.bot_id == submissions.c.bot_id)
        .join(authors, authors.c.author_id == bots.c.author_id)
    )
    if search:
        text = name_key(search)
        query = query.where(
            or_(
                bots.c.name_key.contains(text, autoescape=True),
                authors.c.name_key.contains(text, autoescape=True),
            )
        )
    return query


def standing_row(row: AnyRow, rank: int | None = None) -> StandingRow:
    """Returns one row; its place is among its columns unless it is given."""
    first = len(STANDINGS.columns)
    name = Name(*row[first : first + len(NAME_COLUMNS)])
    return StandingRow(row.place if rank is None else rank, name, STANDINGS.read(row))


def active(ladder_id: str, *columns: Any) -> Select[*tuple[Any, ...]]:
    """Returns the query for columns of a ladder's active standings."""
    return select(*columns).where(standings.c.ladder_id == ladder_id, standings.c.active.is_(True))
