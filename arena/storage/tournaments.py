"""Tournaments, their entries and rounds, in SQL."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    bindparam,
    cast,
    delete,
    exists,
    func,
    select,
    update,
)

from arena.service.errors import AlreadyExists, NotFound
from arena.service.records import BlockState, Page
from arena.service.tournament_records import (
    Entry,
    OpenedRound,
    Summary,
    Tournament,
    TournamentState,
)
from arena.storage import comparison_tables
from arena.storage.layouts import ENTRIES, ROUNDS, TOURNAMENTS
from arena.storage.names import name_key
from arena.storage.paging import Keyset
from arena.storage.tables import blocks
from arena.storage.tournament_tables import entries, rounds, tournaments
from arena.storage.transaction import Transaction

_TABLE = cast(blocks.c.round_number, BigInteger) * (1 << 20) + blocks.c.table_number
"""A number for each table of a tournament."""

_NEWEST_FIRST = Keyset(tournaments.c.created, tournaments.c.tournament_id, descending=True)


class SqlTournaments:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, tournament: Tournament) -> None:
        values = TOURNAMENTS.values(tournament) | {"name_key": name_key(tournament.name)}
        if not self._transaction.add(tournaments, values):
            raise AlreadyExists("tournament", tournament.name)

    def get(self, tournament_id: str) -> Tournament:
        query = select(*TOURNAMENTS.columns)
        row = self._transaction.row(query.where(tournaments.c.tournament_id == tournament_id))
        if row is None:
            named = query.where(tournaments.c.name_key == name_key(tournament_id))
            row = self._transaction.row(named)
        if row is None:
            raise NotFound("tournament", tournament_id)
        return TOURNAMENTS.read(row)

    def lock(self, tournament_id: str) -> Tournament:
        query = select(*TOURNAMENTS.columns).where(tournaments.c.tournament_id == tournament_id)
        row = self._transaction.lock(query.with_for_update(key_share=True))
        if row is None:
            raise NotFound("tournament", tournament_id)
        return TOURNAMENTS.read(row)

    def page(self, size: int, token: str, *, comparisons: bool = True) -> Page[Tournament]:
        query, scope = select(*TOURNAMENTS.columns), ["tournaments"]
        if not comparisons:
            held = comparison_tables.comparisons.c.tournament_id == tournaments.c.tournament_id
            query, scope = query.where(~exists().where(held)), [*scope, "alone"]
        rows, next_token = _NEWEST_FIRST.rows(self._transaction, query, size, token, *scope)
        return Page(tuple(map(TOURNAMENTS.read, rows)), next_token)

    def idle(self) -> tuple[str, ...]:
        busy = select(blocks.c.tournament_id).where(
            blocks.c.state == BlockState.OPEN, blocks.c.tournament_id.is_not(None)
        )
        query = (
            select(tournaments.c.tournament_id)
            .where(
                tournaments.c.state == TournamentState.RUNNING,
                tournaments.c.tournament_id.not_in(busy),
            )
            .order_by(tournaments.c.created, tournaments.c.tournament_id)
        )
        return tuple(row.tournament_id for row in self._transaction.rows(query))

    def due(self, now: datetime) -> tuple[str, ...]:
        query = (
            select(tournaments.c.tournament_id)
            .where(
                tournaments.c.state == TournamentState.ENTERING,
                tournaments.c.starts <= now,
            )
            .order_by(tournaments.c.starts, tournaments.c.tournament_id)
        )
        return tuple(row.tournament_id for row in self._transaction.rows(query))

    def summaries(self, tournament_ids: Collection[str]) -> Mapping[str, Summary]:
        entered = self._counts(entries.c.tournament_id, tournament_ids)
        opened = self._counts(rounds.c.tournament_id, tournament_ids)
        of_tables = self._counts(
            blocks.c.tournament_id,
            tournament_ids,
            func.count(_TABLE.distinct()),
            func.count().filter(blocks.c.state == BlockState.COUNTED),
            func.count().filter(blocks.c.state == BlockState.OPEN),
        )
        summaries = {}
        for tournament_id in tournament_ids:
            # Of the blocks of a table all are void but for the last, at most.
            tables, counted, under_way = of_tables.get(tournament_id, (0, 0, 0))
            summaries[tournament_id] = Summary(
                entered.get(tournament_id, (0,))[0],
                opened.get(tournament_id, (0,))[0],
                tables,
                counted,
                tables - counted - under_way,
            )
        return summaries

    def _counts(
        self, by: Column[Any], tournament_ids: Collection[str], *counts: ColumnElement[int]
    ) -> dict[str, tuple[int, ...]]:
        """Returns counts, of all rows if of nothing else, for those that have a row."""
        query = select(by, *(counts or (func.count(),))).group_by(by)
        rows = self._transaction.rows_among(query, by, tournament_ids)
        return {row[0]: tuple(row[1:]) for row in rows}

    def move(self, tournament: Tournament) -> None:
        mine = tournaments.c.tournament_id == tournament.tournament_id
        change = (
            update(tournaments)
            .where(mine)
            .values(
                state=tournament.state,
                started=tournament.started,
                ended=tournament.ended,
                note=tournament.note,
            )
        )
        if not self._transaction.write(change):
            raise NotFound("tournament", tournament.tournament_id)

    def enter(self, entry: Entry) -> Entry:
        if self._transaction.add(entries, ENTRIES.values(entry)):
            return entry
        query = select(*ENTRIES.columns).where(
            entries.c.tournament_id == entry.tournament_id,
            entries.c.submission_id == entry.submission_id,
        )
        row = self._transaction.row(query)
        assert row is not None, "an entry that cannot be added is there already"
        return ENTRIES.read(row)

    def withdraw(self, tournament_id: str, submission_id: str) -> None:
        change = delete(entries).where(
            entries.c.tournament_id == tournament_id, entries.c.submission_id == submission_id
        )
        if not self._transaction.write(change):
            raise NotFound("entry", submission_id)

    def entries(self, tournament_id: str) -> tuple[Entry, ...]:
        query = (
            select(*ENTRIES.columns)
            .where(entries.c.tournament_id == tournament_id)
            .order_by(entries.c.number, entries.c.submission_id)
        )
        return tuple(map(ENTRIES.read, self._transaction.rows(query)))

    def seed(self, tournament_id: str, submission_ids: Sequence[str]) -> None:
        change = (
            update(entries)
            .where(
                entries.c.tournament_id == tournament_id,
                entries.c.submission_id == bindparam("a_submission"),
            )
            .values(number=bindparam("a_number"))
        )
        numbered = enumerate(submission_ids, 1)
        self._transaction.write(change, [{"a_submission": s, "a_number": n} for n, s in numbered])

    def open_round(self, opened: OpenedRound) -> None:
        self._transaction.insert(rounds, [ROUNDS.values(opened)])

    def rounds(self, tournament_id: str) -> tuple[OpenedRound, ...]:
        query = select(*ROUNDS.columns).where(rounds.c.tournament_id == tournament_id)
        rows = self._transaction.rows(query.order_by(rounds.c.number))
        return tuple(map(ROUNDS.read, rows))
