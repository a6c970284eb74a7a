"""What a unit of work promises, whatever is done in it."""

import contextlib
import os
from threading import Event, Thread

import pytest
from sqlalchemy.exc import DBAPIError

from arena.service.errors import NotFound, Unavailable
from arena.service.ports import OpenUnit
from arena.storage import Database, open_database
from tests.storage.samples import (
    LOG,
    OUTCOME,
    SEED,
    at,
    author,
    block,
    bot,
    match,
    matches_of,
    populate,
    standing,
    submission,
)


def test_an_exception_leaves_nothing_behind(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.matches.add(match("m1"))
        before = uow.matches.get("m1"), uow.ladders.get("l1"), uow.submissions.get("s1")

    def do_everything_and_fail() -> None:
        with unit() as uow:
            uow.authors.add(author("a2"))
            uow.bots.add(bot("b9"))
            uow.submissions.add(submission("s9", "b9"))
            uow.submissions.retire("s1")
            uow.ladders.join(standing("s2"))
            uow.ladders.pause("l1", True)
            uow.blocks.add(block(), matches_of(block()))
            uow.matches.claim("m1", "w", at(20), at(50))
            uow.matches.finish("m1", 1, OUTCOME, LOG, at(30))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        do_everything_and_fail()

    with unit() as uow:
        assert (uow.matches.get("m1"), uow.ladders.get("l1"), uow.submissions.get("s1")) == before
        assert uow.matches.attempts("m1") == ()
        assert uow.ladders.standings("l1", ["s2"]) == {}
        assert uow.ladders.active("l1") == ()
        assert len(uow.bots.page(50, "").items) == 3
        assert uow.blocks.open_lineups("l1") == ()


def test_nothing_is_kept_of_a_unit_that_goes_on_after_a_failure(unit: OpenUnit) -> None:
    populate(unit)

    def go_on_after_a_failure() -> None:
        with unit() as uow:
            uow.ladders.pause("l1", True)
            with contextlib.suppress(DBAPIError):
                uow.bots.add(bot("b9", author_id="nobody"))

    with pytest.raises(RuntimeError, match="failed"):
        go_on_after_a_failure()

    with unit() as uow:
        assert not uow.ladders.get("l1").paused


def test_a_unit_of_work_sees_what_it_did(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.matches.add(match("m1"))
        uow.matches.claim("m1", "w", at(20), at(50))
        assert uow.matches.finish("m1", 1, OUTCOME, LOG, at(30))
        assert uow.matches.log("m1") == tuple(LOG)


def test_a_unit_of_work_that_has_ended_is_of_no_more_use(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        changes = uow.ladders.all_changes("l1")

    with pytest.raises(RuntimeError, match="ended"):
        uow.authors.get("a1")
    with pytest.raises(RuntimeError, match="ended"):
        list(changes)


def test_what_is_not_committed_is_not_seen(shared_database: Database) -> None:
    unit = shared_database.unit
    populate(unit)

    with unit() as writer:
        writer.ladders.pause("l1", True)
        with unit() as reader:
            assert not reader.ladders.get("l1").paused
    with unit() as reader:
        assert reader.ladders.get("l1").paused


def test_who_reads_before_writing_never_stands_in_the_way(shared_database: Database) -> None:
    """On SQLite a snapshot that others have overtaken could not be written to any more."""
    unit = shared_database.unit
    populate(unit)

    with unit() as first:
        assert not first.ladders.get("l1").paused
        with unit() as second:
            second.ladders.pause("l1", True)
        assert first.ladders.get("l1").paused
        first.ladders.tick("l1", at(7))

    with unit() as uow:
        assert (uow.ladders.get("l1").paused, uow.ladders.get("l1").ticked) == (True, at(7))


def test_one_ladder_is_locked_by_one_at_a_time(shared_database: Database) -> None:
    unit = shared_database.unit
    populate(unit)
    order = []
    asks = Event()

    def wait_for_the_lock() -> None:
        asks.set()
        with unit() as uow:
            order.append(("second", uow.ladders.lock("l1").rated_blocks))

    with unit() as uow:
        uow.ladders.lock("l1")
        other = Thread(target=wait_for_the_lock)
        other.start()
        asks.wait(60)
        other.join(0.2)
        order.append(("first", 0))
        uow.ladders.rate("l1", [], [])
    other.join(60)

    assert order == [("first", 0), ("second", 1)]


def test_errors_do_not_tell_the_seed(unit: OpenUnit) -> None:
    with pytest.raises(DBAPIError, match="parameters hidden") as broken, unit() as uow:
        uow.matches.add(match("m1", block_id="nobody"))

    assert repr(SEED)[2:12] not in str(broken.value)
    assert SEED.hex() not in str(broken.value)


def test_a_forked_child_must_open_its_own(shared_database: Database) -> None:
    with shared_database.unit() as uow:
        uow.ladders.page(1, "")

    child = os.fork()
    if child == 0:
        try:
            with shared_database.unit() as uow:
                uow.ladders.page(1, "")
        except RuntimeError:
            os._exit(7)
        os._exit(0)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody@127.0.0.1:1/nothing",
        "postgres://nobody@127.0.0.1:1/nothing",
        "sqlite:////nowhere/at/all.db",
    ],
)
def test_a_database_that_is_away_is_unavailable(url: str) -> None:
    with pytest.raises(Unavailable), open_database(url).unit() as uow:
        uow.authors.get("a1")


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="mysql"):
        open_database("mysql://root:secret@localhost/arena")


def test_a_frozen_unit_sees_one_moment(shared_database: Database) -> None:
    unit = shared_database.unit
    populate(unit)
    with unit() as frozen:
        frozen.freeze()
        before = frozen.ladders.get("l1")
        with unit() as uow:
            uow.ladders.pause("l1", True)
            uow.matches.add(match("m1"))

        assert frozen.ladders.get("l1") == before
        with pytest.raises(NotFound):
            frozen.matches.get("m1")

    with unit() as uow:
        assert uow.ladders.get("l1").paused


def test_a_frozen_unit_neither_writes_nor_starts_late(unit: OpenUnit) -> None:
    populate(unit)

    with unit() as uow:
        uow.freeze()
        with pytest.raises(RuntimeError, match="only reads"):
            uow.ladders.pause("l1", True)
    with unit() as uow:
        assert not uow.ladders.get("l1").paused
        with pytest.raises(RuntimeError, match="before"):
            uow.freeze()
