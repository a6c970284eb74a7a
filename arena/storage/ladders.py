"""Ladders, in SQL; their standings and rating changes come with `SqlStandings`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from arena.service.errors import AlreadyExists, NotFound
from arena.service.records import Ladder, Page
from arena.storage.layouts import LADDERS
from arena.storage.names import name_key
from arena.storage.paging import Keyset
from arena.storage.standings import SqlStandings
from arena.storage.tables import ladders

_BY_NAME = Keyset(ladders.c.name_key)


class SqlLadders(SqlStandings):
    def add(self, ladder: Ladder) -> None:
        values = LADDERS.values(ladder) | {"name_key": name_key(ladder.name)}
        if not self._transaction.add(ladders, values):
            raise AlreadyExists("ladder", ladder.name)

    def get(self, ladder_id: str) -> Ladder:
        query = select(*LADDERS.columns)
        row = self._transaction.row(query.where(ladders.c.ladder_id == ladder_id))
        if row is None:
            row = self._transaction.row(query.where(ladders.c.name_key == name_key(ladder_id)))
        if row is None:
            raise NotFound("ladder", ladder_id)
        return LADDERS.read(row)

    def lock(self, ladder_id: str) -> Ladder:
        query = select(*LADDERS.columns).where(ladders.c.ladder_id == ladder_id)
        row = self._transaction.lock(query.with_for_update(key_share=True))
        if row is None:
            raise NotFound("ladder", ladder_id)
        return LADDERS.read(row)

    def page(self, size: int, token: str) -> Page[Ladder]:
        query = select(*LADDERS.columns, ladders.c.name_key)
        rows, next_token = _BY_NAME.rows(self._transaction, query, size, token, "ladders")
        return Page(tuple(map(LADDERS.read, rows)), next_token)

    def pause(self, ladder_id: str, paused: bool) -> None:
        self._change(ladder_id, paused=paused)

    def anchor(self, ladder_id: str, anchors: Mapping[str, float]) -> None:
        self._change(ladder_id, anchors=anchors)
        for submission_id in self.standings(ladder_id, anchors):
            self._update(ladder_id, submission_id, {"rating": anchors[submission_id]})

    def tick(self, ladder_id: str, now: datetime, refused: datetime | None = None) -> None:
        self._change(ladder_id, ticked=now, refused=refused)

    def _change(self, ladder_id: str, **values: Any) -> None:
        change = update(ladders).where(ladders.c.ladder_id == ladder_id).values(**values)
        if not self._transaction.write(change):
            raise NotFound("ladder", ladder_id)
