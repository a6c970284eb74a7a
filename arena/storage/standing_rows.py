"""Standings as ladders show them: their names, their orders, their places."""

from collections.abc import Collection, Mapping
from itertools import accumulate
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select

from arena.service.errors import NotFound
from arena.service.records import Page, StandingOrder, StandingRow
from arena.storage.layouts import STANDINGS
from arena.storage.names import name_key
from arena.storage.paging import Keyset
from arena.storage.submissions import SqlSubmissions
from arena.storage.tables import authors, bots, standings, submissions
from arena.storage.transaction import Transaction

_HIGHEST = 1e308
"""No rating is above it."""
COMMON = 500
"""What the names of so many standings of a ladder contain is common."""


_ID = standings.c.submission_id

ORDERS: Mapping[StandingOrder, Keyset] = {
    StandingOrder.RATING: Keyset(standings.c.rating, _ID, descending=True),
    StandingOrder.BLOCKS: Keyset(standings.c.blocks, _ID, descending=True),
    StandingOrder.MEAN_RANK: Keyset(standings.c.mean_rank, _ID),
    StandingOrder.MEAN_SCORE: Keyset(standings.c.mean_score, _ID, descending=True),
    StandingOrder.FAULTS: Keyset(standings.c.faults, _ID, descending=True),
    StandingOrder.BOT: Keyset(standings.c.name_key, _ID),
}

_BESIDE = (standings.c.name_key, standings.c.mean_rank, standings.c.mean_score)
"""What some orders need beside the columns of a standing."""


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
        """Walks the index of the order, past what a search does not look for."""
        query = self._query(ladder_id, name_key(search))
        scope = ("standings", ladder_id, order.value, search)
        found, next_token = ORDERS[order].rows(self._transaction, query, size, token, *scope)
        kept = [STANDINGS.read(row) for row in found]
        names = SqlSubmissions(self._transaction).names([s.submission_id for s in kept])
        places = self._places(ladder_id, names)
        ids = (s.submission_id for s in kept)
        rows = (StandingRow(places[i], names[i], s) for i, s in zip(ids, kept, strict=True))
        return Page(tuple(rows), next_token)

    def token_around(self, ladder_id: str, submission_id: str, size: int) -> str:
        query = active(ladder_id, *STANDINGS.columns)
        row = self._transaction.row(query.where(standings.c.submission_id == submission_id))
        if row is None:
            raise NotFound("standing", submission_id)
        order = StandingOrder.RATING
        scope = ("standings", ladder_id, order.value, "")
        return ORDERS[order].token_around(self._transaction, query, row, size, *scope)

    def _query(self, ladder_id: str, text: str) -> Select[*tuple[Any, ...]]:
        """Returns the query for a ladder's rows, as it is fastest.

        What many names contain is soon found on a walk through all standings. What few contain
        is looked up by its names; the ladder is then no condition that an index could serve,
        since a walk would take longest.
        """
        columns = (*STANDINGS.columns, *_BESIDE)
        if not text:
            return active(ladder_id, *columns)
        named = _named(ladder_id, text).union_all(_by_authors(ladder_id, text))
        rows = self._transaction.rows(named.limit(2 * COMMON))  # some are found by both names
        found = {row[0] for row in rows}
        if len(found) < COMMON:
            here = (standings.c.ladder_id + "" == ladder_id, standings.c.active.is_(True))
            return select(*columns).where(standings.c.submission_id.in_(found), *here)
        return active(ladder_id, *columns).where(
            or_(standings.c.name_key.contains(text, autoescape=True), _of_author(text))
        )

    def _places(self, ladder_id: str, submission_ids: Collection[str]) -> Mapping[str, int]:
        """Returns the place of each submission: one more than there are better ones.

        Counts from one rating to the next, so that no standing is counted twice.
        """
        here = standings.alias("here")
        falling = (here.c.rating.desc(), here.c.submission_id)
        steps = (
            select(
                here.c.submission_id,
                here.c.rating,
                func.lag(here.c.rating, 1, _HIGHEST).over(order_by=falling).label("above"),
            )
            .where(here.c.ladder_id == ladder_id, here.c.submission_id.in_(submission_ids))
            .subquery("steps")
        )
        between = active(ladder_id, func.count()).where(
            standings.c.rating > steps.c.rating, standings.c.rating <= steps.c.above
        )
        query = select(steps.c.submission_id, between.scalar_subquery())
        rows = self._transaction.rows(query.order_by(steps.c.rating.desc(), steps.c.submission_id))
        better = accumulate(count for _, count in rows)
        return {row[0]: 1 + ahead for row, ahead in zip(rows, better, strict=True)}


def active(ladder_id: str, *columns: Any) -> Select[*tuple[Any, ...]]:
    """Returns the query for columns of a ladder's active standings."""
    return select(*columns).where(standings.c.ladder_id == ladder_id, standings.c.active.is_(True))


def _named(ladder_id: str, text: str) -> Select[tuple[str]]:
    """Returns the query for submissions on a ladder whose bot has this text in its name."""
    named = standings.alias("named")
    return select(named.c.submission_id).where(
        named.c.ladder_id == ladder_id,
        named.c.active.is_(True),
        named.c.name_key.contains(text, autoescape=True),
    )


def _by_authors(ladder_id: str, text: str) -> Select[tuple[str]]:
    """Returns the query for submissions there whose author has this text in the name."""
    theirs = select(authors.c.author_id).where(authors.c.name_key.contains(text, autoescape=True))
    mine = (
        select(submissions.c.submission_id)
        .join(bots, bots.c.bot_id == submissions.c.bot_id)
        .where(bots.c.author_id.in_(theirs))
    )
    there = standings.alias("there")
    return select(there.c.submission_id).where(
        there.c.submission_id.in_(mine), there.c.ladder_id == ladder_id, there.c.active.is_(True)
    )


def _of_author(text: str) -> ColumnElement[bool]:
    """Tells whether the author of a standing has this text in the name.

    One author is looked up for one standing: of an `EXISTS`, PostgreSQL would make a table of all.
    """
    author = (
        select(authors.c.name_key)
        .join(bots, bots.c.author_id == authors.c.author_id)
        .join(submissions, submissions.c.bot_id == bots.c.bot_id)
        .where(submissions.c.submission_id == standings.c.submission_id)
    )
    return author.scalar_subquery().contains(text, autoescape=True)
