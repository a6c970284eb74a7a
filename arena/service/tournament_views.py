"""Looking at tournaments: entries, rounds and placings, with a page at a time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from arena.contest.tournament import Placing
from arena.service.errors import InvalidArgument
from arena.service.formats import format_of
from arena.service.ports import OpenUnit
from arena.service.progress import played_rounds, rounds_of, scored
from arena.service.records import BlockState, Match, Page
from arena.service.tournament_records import Entry, OpenedRound, Summary

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round as people see it."""

    number: int
    """Counts the tables of a round from 1."""
    block_id: str
    lineup: tuple[str, ...]
    state: BlockState
    plays: int
    """How many blocks it has taken so far; more than one where some were void."""
    matches: tuple[Match, ...]
    points: tuple[float, ...]
    """What each scored against the others, from 0 to 1; empty until the table counts."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as people see it."""

    opened: OpenedRound
    tables: tuple[TableView, ...]


def list_entries(tournament_id: str, size: int, token: str, *, open_unit: OpenUnit) -> Page[Entry]:
    """Returns a page of entries in the order of seeding."""
    with open_unit() as unit:
        tournament = unit.tournaments.get(tournament_id)
        return _sliced(unit.tournaments.entries(tournament.tournament_id), size, token)


def list_rounds(
    tournament_id: str, size: int, token: str, *, open_unit: OpenUnit
) -> Page[RoundView]:
    """Returns a page of rounds, the first one first."""
    with open_unit() as unit:
        tournament = unit.tournaments.get(tournament_id)
        page = _sliced(rounds_of(tournament.tournament_id, unit), size, token)
        block_ids = [table.block.block_id for one in page.items for table in one.tables]
        matches = unit.blocks.matches_of(block_ids)
        views = tuple(
            RoundView(
                one.opened,
                tuple(
                    TableView(
                        table.block.table_number,
                        table.block.block_id,
                        table.block.lineup,
                        table.block.state,
                        table.plays,
                        matches[table.block.block_id],
                        scored(table.block, matches).points
                        if table.block.state is BlockState.COUNTED
                        else (),
                    )
                    for table in one.tables
                ),
            )
            for one in page.items
        )
        return Page(views, page.next_token)


def list_placings(
    tournament_id: str, size: int, token: str, *, open_unit: OpenUnit
) -> Page[Placing]:
    """Returns a page of placings by the rounds that are over, the best first.

    Empty before the start.
    """
    with open_unit() as unit:
        tournament = unit.tournaments.get(tournament_id)
        entrants = [e.submission_id for e in unit.tournaments.entries(tournament.tournament_id)]
        if tournament.started is None:
            return _sliced((), size, token)
        played = played_rounds(rounds_of(tournament.tournament_id, unit), unit)
        return _sliced(format_of(tournament).placings(entrants, played), size, token)


def summary_of(tournament_id: str, *, open_unit: OpenUnit) -> Summary:
    """Returns how far a tournament, given by id, has got."""
    return summaries_of([tournament_id], open_unit=open_unit)[tournament_id]


def summaries_of(tournament_ids: Collection[str], *, open_unit: OpenUnit) -> Mapping[str, Summary]:
    """Returns how far tournaments, given by id, have got."""
    with open_unit() as unit:
        return unit.tournaments.summaries(tournament_ids)


def _sliced(items: Sequence[T], size: int, token: str) -> Page[T]:
    """Returns a page of a list that is short enough to be had whole; tokens are its indices."""
    start = int(token) if token.isascii() and token.isdecimal() and len(token) < 6 else 0
    if token and not 0 < start < len(items):
        raise InvalidArgument("page_token", "was not given out for this list")
    end = start + size
    return Page(tuple(items[start:end]), str(end) if end < len(items) else "")
