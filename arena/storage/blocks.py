"""Blocks, in SQL."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import exists, select, update

from arena.service.errors import NotFound, WrongState
from arena.service.records import Block, BlockState, Match, MatchState
from arena.storage.layouts import BLOCKS, MATCHES
from arena.storage.paging import Keyset
from arena.storage.seating import add_block_matches
from arena.storage.tables import blocks, matches
from arena.storage.transaction import Transaction

_AS_RATED = Keyset(blocks.c.sequence)
_OLDEST_FIRST = (blocks.c.created, blocks.c.block_id)


class SqlBlocks:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, block: Block, matches: Sequence[Match]) -> None:
        self._transaction.insert(blocks, [BLOCKS.values(block)])
        add_block_matches(self._transaction, matches)

    def get(self, block_id: str) -> Block:
        row = self._transaction.row(select(*BLOCKS.columns).where(blocks.c.block_id == block_id))
        if row is None:
            raise NotFound("block", block_id)
        return BLOCKS.read(row)

    def matches(self, block_id: str) -> tuple[Match, ...]:
        query = select(*MATCHES.columns).where(matches.c.block_id == block_id)
        found = tuple(map(MATCHES.read, self._transaction.rows(query.order_by(matches.c.place))))
        if not found:
            self.get(block_id)
        return found

    def open_lineups(self, ladder_id: str) -> tuple[tuple[str, ...], ...]:
        """Returns them oldest first."""
        query = (
            select(blocks.c.lineup)
            .where(blocks.c.ladder_id == ladder_id, blocks.c.state == BlockState.OPEN)
            .order_by(*_OLDEST_FIRST)
        )
        return tuple(row.lineup for row in self._transaction.rows(query))

    def ripe(self, limit: int) -> tuple[str, ...]:
        unended = exists().where(
            matches.c.block_id == blocks.c.block_id,
            matches.c.state.in_([state for state in MatchState if not state.final]),
        )
        query = (
            select(blocks.c.block_id)
            .where(blocks.c.state == BlockState.OPEN, ~unended)
            .order_by(*_OLDEST_FIRST)
            .limit(limit)
        )
        return tuple(row.block_id for row in self._transaction.rows(query))

    def close(self, block_id: str, state: BlockState, now: datetime, sequence: int | None) -> None:
        """Raises `WrongState` if the block is closed already."""
        change = update(blocks).where(
            blocks.c.block_id == block_id, blocks.c.state == BlockState.OPEN
        )
        if not self._transaction.write(change.values(state=state, closed=now, sequence=sequence)):
            raise WrongState(f"block {block_id!r} is {self.get(block_id).state.value}")

    def rated(self, ladder_id: str) -> Iterable[tuple[Block, tuple[Match, ...]]]:
        """Reads on while the unit of work lasts."""
        query = select(*BLOCKS.columns).where(
            blocks.c.ladder_id == ladder_id, blocks.c.sequence.is_not(None)
        )
        for portion in _AS_RATED.portions(self._transaction, query):
            some = list(map(BLOCKS.read, portion))
            played = self.matches_of([block.block_id for block in some])
            for block in some:
                yield block, played[block.block_id]

    def in_tournament(self, tournament_id: str) -> tuple[Block, ...]:
        query = (
            select(*BLOCKS.columns)
            .where(blocks.c.tournament_id == tournament_id)
            .order_by(
                blocks.c.round_number, blocks.c.table_number, blocks.c.created, blocks.c.block_id
            )
        )
        return tuple(map(BLOCKS.read, self._transaction.rows(query)))

    def matches_of(self, block_ids: Collection[str]) -> Mapping[str, tuple[Match, ...]]:
        query = select(*MATCHES.columns).order_by(matches.c.place)
        found: dict[str, list[Match]] = {block_id: [] for block_id in block_ids}
        for row in self._transaction.rows_among(query, matches.c.block_id, block_ids):
            found[row.block_id].append(MATCHES.read(row))
        return {block_id: tuple(its) for block_id, its in found.items()}
