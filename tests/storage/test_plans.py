"""Lists are read off an index in its order: a million rows cost no more than a hundred."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from sqlalchemy import Engine, event, text

from arena.service.ports import UnitOfWork
from arena.service.records import MatchFilter, MatchState, Page
from arena.storage.engines import engine_for
from arena.storage.log_tables import IS_KEPT
from arena.storage.migrating import migrate
from arena.storage.transaction import Source
from arena.storage.unit import SqlUnitOfWork
from tests.postgres import fresh_database
from tests.storage.samples import (
    at,
    block,
    bot,
    change,
    comparison,
    ladder,
    match,
    matches_of,
    populate,
    standing,
    submission,
    tournament,
)

FILTERS = [
    MatchFilter(*values)
    for values in product(("", "l1"), ("", "s1"), (None, MatchState.QUEUED, MatchState.FINISHED))
]
PAGES: list[Callable[[UnitOfWork, str], Page[Any]]] = [
    lambda uow, token: uow.bots.page(1, token),
    lambda uow, token: uow.bots.page(1, token, author_id="a1"),
    lambda uow, token: uow.bots.page(1, token, game="scout"),
    lambda uow, token: uow.submissions.page(1, token, bot_id="b1"),
    lambda uow, token: uow.ladders.page(1, token),
    lambda uow, token: uow.tournaments.page(1, token),
    lambda uow, token: uow.tournaments.page(1, token, comparisons=False),
    lambda uow, token: uow.comparisons.page(1, token),
    lambda uow, token: uow.ladders.rows("l1", 1, token),
    lambda uow, token: uow.ladders.changes("l1", 1, token),
    lambda uow, token: uow.ladders.changes("l1", 1, token, submission_id="s1"),
    *[lambda uow, token, w=where: uow.matches.page(1, token, w) for where in FILTERS],
]
SWEEPS: list[Callable[[UnitOfWork], object]] = [
    lambda uow: uow.matches.load(at(0)),
    lambda uow: uow.matches.waiting(at(0), 10),
    lambda uow: uow.matches.waiting(at(0), 10, alone=True, without=["s1", "s2"]),
    lambda uow: uow.matches.waiting(at(0), 10, alone=False, without=["s1", "s2"]),
    lambda uow: uow.matches.unfinished("a1"),
    lambda uow: uow.matches.expired(at(0), 10),
    lambda uow: uow.matches.overdue(at(0), 10),
    lambda uow: uow.matches.forget_logs(at(0), 10),
    lambda uow: uow.matches.date_logs(10),
    lambda uow: uow.blocks.ripe(10),
    lambda uow: uow.blocks.open_lineups("l1"),
    lambda uow: uow.blocks.matches("k1"),
    lambda uow: list(uow.blocks.rated("l1")),
    lambda uow: uow.blocks.in_tournament("t1"),
    lambda uow: uow.tournaments.idle(),
    lambda uow: uow.tournaments.summaries(["t1", "t2"]),
    lambda uow: uow.comparisons.of_submissions(["s1", "s2"], 10),
    lambda uow: uow.tournaments.entries("t1"),
    lambda uow: uow.tournaments.rounds("t1"),
    lambda uow: list(uow.ladders.all_changes("l1")),
    lambda uow: uow.matches.attempts("m1"),
    lambda uow: uow.authors.keys("a1"),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """A database in which every list has a second page."""
    engine = engine_for("sqlite://")
    migrate(engine)
    populate(lambda: SqlUnitOfWork(Source(engine)))
    with SqlUnitOfWork(Source(engine)) as uow:
        uow.ladders.add(ladder("l2"))
        uow.bots.add(bot("b9"))
        uow.submissions.add(submission("s9", "b1"))
        for n in (1, 2):
            uow.tournaments.add(tournament(f"t{n}"))
            uow.tournaments.add(tournament(f"t{n + 2}"))
            uow.comparisons.add(comparison(f"t{n + 2}"))
            one = block(f"k{n}")
            uow.ladders.join(standing(f"s{n}"))
            uow.blocks.add(one, matches_of(one))
            uow.ladders.rate("l1", [], [change(n, "s1"), change(n, "s2")])
            uow.matches.add(match(f"m{n}", state=MatchState.FINISHED, ladder_id="l1"))
    yield engine
    engine.dispose()


@pytest.fixture
def plans(engine: Engine) -> Iterator[list[str]]:
    """Collects how the statements of the test are run."""
    found: list[str] = []

    def explain(
        connection: object, cursor: Any, statement: str, parameters: object, *rest: object
    ) -> None:
        if statement.startswith("SELECT"):
            raw = cursor.connection.execute("EXPLAIN QUERY PLAN " + statement, parameters)
            steps = [row[3] for row in raw]
            # Places are counted for the rows of a page, which may be sorted for that.
            found.extend(
                s for s in steps if "AS steps" not in statement or not _is_of_rows_at_hand(s)
            )

    event.listen(engine, "before_cursor_execute", explain)
    yield found
    event.remove(engine, "before_cursor_execute", explain)


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_walked_in_the_order_of_an_index(
    engine: Engine, plans: list[str], page: Callable[[UnitOfWork, str], Page[Any]]
) -> None:
    with SqlUnitOfWork(Source(engine)) as uow:
        token = page(uow, "").next_token
        assert token
        assert page(uow, token).items

    assert plans
    assert [p for p in plans if "TEMP B-TREE" in p or _reads_all(p)] == []


@pytest.mark.parametrize("sweep", SWEEPS)
def test_sweeps_read_no_more_than_what_is_going_on(
    engine: Engine, plans: list[str], sweep: Callable[[UnitOfWork], object]
) -> None:
    with SqlUnitOfWork(Source(engine)) as uow:
        sweep(uow)

    assert plans
    assert [p for p in plans if "SCAN" in p] == []


@pytest.mark.parametrize("condition", ["ended < 0", "ended IS NULL"])
def test_postgres_finds_old_logs_by_the_same_index(postgres_url: str, condition: str) -> None:
    with fresh_database(postgres_url) as url:
        engine = engine_for(url)
        migrate(engine)
        with engine.begin() as connection:
            connection.execute(text("SET LOCAL enable_seqscan = off"))  # a table of three rows
            query = f"SELECT match_id FROM match_logs WHERE {IS_KEPT} AND {condition}"
            plan = connection.execute(text(f"EXPLAIN {query}")).scalars().all()
        engine.dispose()

    assert "ix_match_logs_ended" in "".join(plan)
    assert not [step for step in plan if "Filter" in step]


def _is_of_rows_at_hand(step: str) -> bool:
    return step.startswith("SCAN (subquery") or step in (
        "SCAN steps",
        "USE TEMP B-TREE FOR ORDER BY",
    )


def _reads_all(step: str) -> bool:
    """Tells a scan of a table; a scan along an index stops when the page is full."""
    return step.startswith("SCAN") and "USING" not in step and step != "SCAN CONSTANT ROW"
