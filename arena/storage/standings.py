"""Standings and rating changes of ladders, in SQL."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select, update

from arena.service.contenders import Contender
from arena.service.errors import NotFound, WrongState
from arena.service.records import Page, RatingChange, Standing, StandingOrder
from arena.storage.layouts import CHANGES, STANDINGS
from arena.storage.paging import Keyset
from arena.storage.standing_rows import ORDERS, SqlStandingRows, active
from arena.storage.tables import bots, ladders, rating_changes, standings, submissions

_BEST_FIRST = ORDERS[StandingOrder.RATING]
_NEWEST_FIRST = Keyset(rating_changes.c.sequence, rating_changes.c.submission_id, descending=True)
_OLDEST_FIRST = Keyset(rating_changes.c.sequence, rating_changes.c.submission_id)

_MOVED = ("rating", "blocks", "matches", "rank_sum", "score_sum", "faults", "mu", "sigma")
"""What rating moves; whether a standing is active is not among it and may change meanwhile."""

_CONTENDING = (standings.c.rating, standings.c.blocks)


class SqlStandings(SqlStandingRows):
    def join(self, standing: Standing) -> Standing:
        """Locks the submission, so that it does not retire meanwhile."""
        submission_id = standing.submission_id
        submission = (
            select(submissions.c.retired, bots.c.name_key)
            .join(bots, bots.c.bot_id == submissions.c.bot_id)
            .where(submissions.c.submission_id == submission_id)
        )
        found = self._transaction.lock(submission.with_for_update(key_share=True, of=submissions))
        if found is None:
            raise NotFound("submission", submission_id)
        if found.retired:
            raise WrongState(f"submission {submission_id!r} is retired")
        values = STANDINGS.values(standing) | _means(standing) | {"name_key": found.name_key}
        if self._transaction.add(standings, values):
            return standing
        return self._activate(standing.ladder_id, submission_id, True)

    def leave(self, ladder_id: str, submission_id: str) -> Standing:
        return self._activate(ladder_id, submission_id, False)

    def active(self, ladder_id: str) -> tuple[Standing, ...]:
        """Returns them best first."""
        query = (
            active(ladder_id, *STANDINGS.columns)
            .join(submissions, submissions.c.submission_id == standings.c.submission_id)
            .where(submissions.c.retired.is_(False))
            .order_by(*_BEST_FIRST.order)
        )
        return tuple(map(STANDINGS.read, self._transaction.rows(query)))

    def contenders(self, ladder_id: str) -> Mapping[str, Contender]:
        query = (
            active(ladder_id, standings.c.submission_id, bots.c.author_id, *_CONTENDING)
            .join(submissions, submissions.c.submission_id == standings.c.submission_id)
            .join(bots, bots.c.bot_id == submissions.c.bot_id)
            .where(submissions.c.retired.is_(False))
        )
        return {row[0]: Contender(*row[1:]) for row in self._transaction.rows(query)}

    def standings(self, ladder_id: str, submission_ids: Collection[str]) -> Mapping[str, Standing]:
        query = select(*STANDINGS.columns).where(standings.c.ladder_id == ladder_id)
        rows = self._transaction.rows_among(query, standings.c.submission_id, submission_ids)
        return {row.submission_id: STANDINGS.read(row) for row in rows}

    def rate(
        self, ladder_id: str, standings: Iterable[Standing], changes: Sequence[RatingChange]
    ) -> None:
        for standing in standings:
            moved = {name: getattr(standing, name) for name in _MOVED}
            self._update(ladder_id, standing.submission_id, moved | _means(standing))
        self._transaction.insert(rating_changes, list(map(CHANGES.values, changes)))
        count = update(ladders).where(ladders.c.ladder_id == ladder_id)
        if not self._transaction.write(count.values(rated_blocks=ladders.c.rated_blocks + 1)):
            raise NotFound("ladder", ladder_id)

    def changes(
        self, ladder_id: str, size: int, token: str, *, submission_id: str = ""
    ) -> Page[RatingChange]:
        query = select(*CHANGES.columns).where(rating_changes.c.ladder_id == ladder_id)
        if submission_id:
            query = query.where(rating_changes.c.submission_id == submission_id)
        scope = ("changes", ladder_id, submission_id)
        rows, next_token = _NEWEST_FIRST.rows(self._transaction, query, size, token, *scope)
        return Page(tuple(map(CHANGES.read, rows)), next_token)

    def moved(
        self, ladder_id: str, after: int, submission_ids: Collection[str]
    ) -> Mapping[str, float]:
        column = rating_changes.c.submission_id
        distance = func.sum(rating_changes.c.after - rating_changes.c.before)
        query = (
            select(column, distance)
            .where(rating_changes.c.ladder_id == ladder_id, rating_changes.c.sequence > after)
            .group_by(column)
        )
        return {
            row[0]: row[1] for row in self._transaction.rows_among(query, column, submission_ids)
        }

    def all_changes(self, ladder_id: str) -> Iterable[RatingChange]:
        """Reads on while the unit of work lasts."""
        query = select(*CHANGES.columns).where(rating_changes.c.ladder_id == ladder_id)
        for portion in _OLDEST_FIRST.portions(self._transaction, query):
            yield from map(CHANGES.read, portion)

    def _activate(self, ladder_id: str, submission_id: str, active: bool) -> Standing:
        self._update(ladder_id, submission_id, {"active": active})
        return self.standings(ladder_id, (submission_id,))[submission_id]

    def _update(self, ladder_id: str, submission_id: str, values: Mapping[str, Any]) -> None:
        mine = (standings.c.ladder_id == ladder_id, standings.c.submission_id == submission_id)
        if not self._transaction.write(update(standings).where(*mine).values(**values)):
            raise NotFound("standing", submission_id)


def _means(standing: Standing) -> dict[str, Any]:
    """Returns the columns by which ladders are sorted; without matches those of the table."""
    if not standing.matches:
        return {}
    return {
        "mean_rank": standing.rank_sum / standing.matches,
        "mean_score": standing.score_sum / standing.matches,
    }
