"""Records to rows and back: a column for each field, and the terms spread out flat."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sqlalchemy import Column, Table

from arena.contest.conduct import Conduct
from arena.service.comparison_storage import Comparison
from arena.service.estimate_storage import KeptEstimate
from arena.service.hosting_records import Hosted
from arena.service.records import (
    Attempt,
    Author,
    Block,
    Bot,
    Key,
    Ladder,
    Match,
    RatingChange,
    Standing,
    Submission,
    Terms,
)
from arena.service.tournament_records import Entry, OpenedRound, Tournament
from arena.storage import (
    comparison_tables,
    conduct_tables,
    estimate_tables,
    tables,
    tournament_tables,
)


class Record(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


R = TypeVar("R", bound=Record)

_TERMS = [field.name for field in fields(Terms)]


class Layout(Generic[R]):
    """How one kind of record lies in the columns of its table."""

    def __init__(self, kind: type[R], table: Table) -> None:
        self._kind = kind
        self._names = [field.name for field in fields(kind)]
        flat = list(self._names)
        self._terms = slice(0, 0)
        if "terms" in flat:
            start = flat.index("terms")
            self._terms = slice(start, start + len(_TERMS))
            flat[start : start + 1] = _TERMS
        self.columns: list[Column[Any]] = [table.c[name] for name in flat]
        """What a query selects, first and in this order, for `read`."""

    def values(self, record: R) -> dict[str, Any]:
        """Returns the values of a new row by column."""
        values = {name: getattr(record, name) for name in self._names}
        terms = values.pop("terms", None)
        return values if terms is None else values | {name: getattr(terms, name) for name in _TERMS}

    def read(self, row: Sequence[Any]) -> R:
        """Returns the record of a row; whatever follows `columns` in it is left alone."""
        parts = list(row[: len(self.columns)])
        if self._terms.stop:
            parts[self._terms] = [Terms(*parts[self._terms])]
        return self._kind(*parts)


AUTHORS = Layout(Author, tables.authors)
KEYS = Layout(Key, tables.author_keys)
BOTS = Layout(Bot, tables.bots)
SUBMISSIONS = Layout(Submission, tables.submissions)
LADDERS = Layout(Ladder, tables.ladders)
STANDINGS = Layout(Standing, tables.standings)
BLOCKS = Layout(Block, tables.blocks)
CHANGES = Layout(RatingChange, tables.rating_changes)
MATCHES = Layout(Match, tables.matches)
ATTEMPTS = Layout(Attempt, tables.attempts)
HOSTED = Layout(Hosted, tables.hosted)
TOURNAMENTS = Layout(Tournament, tournament_tables.tournaments)
ENTRIES = Layout(Entry, tournament_tables.entries)
CONDUCTS = Layout(Conduct, conduct_tables.conducts)
COMPARISONS = Layout(Comparison, comparison_tables.comparisons)
ESTIMATES = Layout(KeptEstimate, estimate_tables.estimates)
ROUNDS = Layout(OpenedRound, tournament_tables.rounds)
