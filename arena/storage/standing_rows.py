"""Standings as ladders show them: their names, their orders, their places."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from sqlalchemy import Column, ColumnElement, Double, Select, case, cast, func, or_, select

from arena.service.errors import NotFound
from arena.service.records import Page, StandingOrder, StandingRow
from arena.storage.layouts import STANDINGS
from arena.storage.names import name_key
from arena.storage.paging import Keyset
from arena.storage.submissions import SqlSubmissions
from arena.storage.tables import authors, bots, standings, submissions
from arena.storage.transaction import Transaction

_UNPLAYED = 1e15
"""Stands for a mean of no matches: behind all others."""
_COUNTED_AT_ONCE = 500


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

_BESIDE: Mapping[StandingOrder, list[Any]] = {
    StandingOrder.MEAN_RANK: [_MEAN_RANK],
    StandingOrder.MEAN_SCORE: [_MEAN_SCORE],
    StandingOrder.BOT: [bots.c.name_key],
}
"""What an order needs beside the columns of a standing."""


class SqlStandingRows:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def rows(
        self,
        ladder_id: str,
        size: int,
        token: str,
        *,
        order: StandingOrder = StandingOrder.RATING,
        search: str = "",
    ) -> Page[StandingRow]:
        """Walks the index of places, unless a search or another order has it look at all rows."""
        query = active(ladder_id, *STANDINGS.columns, *_BESIDE.get(order, []))
        if order is StandingOrder.BOT:
            query = query.join(submissions, submissions.c.submission_id == _ID)
            query = query.join(bots, bots.c.bot_id == submissions.c.bot_id)
        if search:
            query = query.where(_named(search))
        scope = ("standings", ladder_id, order.value, search)
        found, next_token = ORDERS[order].rows(self._transaction, query, size, token, *scope)
        kept = [STANDINGS.read(row) for row in found]
        names = SqlSubmissions(self._transaction).names([s.submission_id for s in kept])
        places = self._places(ladder_id, [s.rating for s in kept])
        rows = (StandingRow(places[s.rating], names[s.submission_id], s) for s in kept)
        return Page(tuple(rows), next_token)

    def token_around(self, ladder_id: str, submission_id: str, size: int) -> str:
        query = active(ladder_id, *STANDINGS.columns)
        row = self._transaction.row(query.where(standings.c.submission_id == submission_id))
        if row is None:
            raise NotFound("standing", submission_id)
        order = StandingOrder.RATING
        scope = ("standings", ladder_id, order.value, "")
        return ORDERS[order].token_around(self._transaction, query, row, size, *scope)

    def _places(self, ladder_id: str, ratings: Sequence[float]) -> Mapping[float, int]:
        """Returns the place of each rating: one more than there are better ones.

        Counts from one rating to the next, so that no standing is counted twice.
        """
        falling = sorted(set(ratings), reverse=True)
        counts: list[int] = []
        for start in range(0, len(falling), _COUNTED_AT_ONCE):
            upper = falling[start - 1] if start else None
            portion = [upper, *falling[start : start + _COUNTED_AT_ONCE]]
            between = [
                _count(ladder_id, least, most).label(f"better_{number}")
                for number, (most, least) in enumerate(pairwise(portion))
            ]
            counts += self._transaction.rows(select(*between))[0]
        better = accumulate(counts)
        return {rating: 1 + ahead for rating, ahead in zip(falling, better, strict=True)}


def active(ladder_id: str, *columns: Any) -> Select[*tuple[Any, ...]]:
    """Returns the query for columns of a ladder's active standings."""
    return select(*columns).where(standings.c.ladder_id == ladder_id, standings.c.active.is_(True))


def _count(ladder_id: str, least: float | None, most: float | None) -> ColumnElement[int]:
    """Counts the standings above one rating, and not above another one if it is given."""
    query = active(ladder_id, func.count()).where(standings.c.rating > least)
    if most is not None:
        query = query.where(standings.c.rating <= most)
    return query.scalar_subquery()


def _named(search: str) -> ColumnElement[bool]:
    """Tells the standings whose bot or author has this text in its name; looks at names alone."""
    text = name_key(search)
    theirs = select(authors.c.author_id).where(authors.c.name_key.contains(text, autoescape=True))
    found = select(bots.c.bot_id).where(
        or_(bots.c.name_key.contains(text, autoescape=True), bots.c.author_id.in_(theirs))
    )
    mine = select(submissions.c.submission_id).where(submissions.c.bot_id.in_(found))
    return standings.c.submission_id.in_(mine)
