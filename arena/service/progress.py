"""How far a tournament has got: its rounds, with the block that counts for each table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.contest.blocks import duel_scores
from arena.contest.scored_block import ScoredBlock
from arena.contest.tournament import PlayedRound
from arena.service.ports import UnitOfWork
from arena.service.records import Block, BlockState, Match
from arena.service.tournament_records import OpenedRound


@dataclass(frozen=True, slots=True)
class TableProgress:
    """A table of a round, however often it had to be played."""

    block: Block
    """The one that is not void, if there is one."""
    plays: int
    """How many blocks it has taken so far."""


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round with its tables, in their order."""

    opened: OpenedRound
    tables: tuple[TableProgress, ...]

    @property
    def over(self) -> bool:
        """Whether every table counts."""
        return all(table.block.state is BlockState.COUNTED for table in self.tables)

    @property
    def void(self) -> tuple[TableProgress, ...]:
        """The tables that have to be played again."""
        return tuple(table for table in self.tables if table.block.state is BlockState.VOID)


def rounds_of(tournament_id: str, unit: UnitOfWork) -> tuple[RoundProgress, ...]:
    """Returns the rounds that were opened, in their order."""
    # Before their tables: what is opened meanwhile then has no round to be looked for in.
    rounds = unit.tournaments.rounds(tournament_id)
    tables: dict[int, dict[int, TableProgress]] = {}
    for block in unit.blocks.in_tournament(tournament_id):
        others = tables.setdefault(block.round_number, {})
        before = others.get(block.table_number)
        if before is None:
            table = TableProgress(block, 1)
        elif block.state is BlockState.VOID:
            table = TableProgress(before.block, before.plays + 1)
        else:
            table = TableProgress(block, before.plays + 1)
        others[block.table_number] = table
    return tuple(RoundProgress(opened, tuple(tables[opened.number].values())) for opened in rounds)


def played_rounds(rounds: Sequence[RoundProgress], unit: UnitOfWork) -> tuple[PlayedRound, ...]:
    """Returns the rounds that are over as formats take them."""
    over = [one for one in rounds if one.over]
    matches = unit.blocks.matches_of([t.block.block_id for one in over for t in one.tables])
    return tuple(
        PlayedRound(tuple(scored(table.block, matches) for table in one.tables), one.opened.byes)
        for one in over
    )


def scored(block: Block, matches: Mapping[str, Sequence[Match]]) -> ScoredBlock:
    """Returns a block that counts with what its matches gave, these being by block."""
    results = [
        (match.lineup, match.outcome.ranks)
        for match in matches[block.block_id]
        if match.outcome is not None
    ]
    return ScoredBlock(block.lineup, duel_scores(block.lineup, results))
