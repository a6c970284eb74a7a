"""What each database is asked for at the door, and what happens when it slams."""

import contextlib
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, InternalError

from arena.service.errors import Unavailable
from arena.storage import Database, open_database
from tests.storage.samples import at, bot

SETTINGS = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 1, "busy_timeout": 30_000}


@pytest.mark.parametrize(("setting", "value"), SETTINGS.items())
def test_sqlite_is_set_up_for_many_at_once(
    sqlite_opened: Database, setting: str, value: object
) -> None:
    with sqlite_opened.engine.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {setting}").scalar() == value


def test_a_lost_connection_costs_one_unit_of_work(postgres_opened: Database) -> None:
    url = postgres_opened.engine.url.render_as_string(hide_password=False)
    database, other = open_database(url), open_database(url)
    others = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    def lose_the_connection() -> None:
        with database.unit() as uow:
            uow.ladders.page(1, "")
            with other.engine.connect() as connection:
                assert connection.execute(others).all()
            uow.ladders.page(1, "")

    with pytest.raises(Unavailable):
        lose_the_connection()

    with database.unit() as uow:
        assert uow.ladders.page(1, "").items == ()
    database.close()
    other.close()


def test_a_frozen_process_does_not_keep_its_locks_for_ever(postgres_opened: Database) -> None:
    with postgres_opened.engine.connect() as connection:
        for setting, value in [
            ("lock_timeout", "30s"),
            ("idle_in_transaction_session_timeout", "1min"),
        ]:
            assert connection.execute(text(f"SHOW {setting}")).scalar() == value


READ_ONLY = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
FROZEN = "SET idle_in_transaction_session_timeout = '10ms'"


@pytest.fixture
def postgres(postgres_opened: Database) -> Iterator[Database]:
    """A database whose connections a test may spoil, with tables in it."""
    database = open_database(postgres_opened.engine.url.render_as_string(hide_password=False))
    yield database
    database.close()


def test_a_database_that_only_reads_for_a_while_is_unavailable(postgres: Database) -> None:
    """As in a switch-over, after which old connections would read only for as long as they live."""
    with postgres.engine.connect() as connection:
        connection.execute(text(READ_ONLY))
        connection.commit()

    with pytest.raises(Unavailable), postgres.unit() as uow:
        uow.hosted.forget_logs(at(0))

    with postgres.unit() as uow:
        assert uow.hosted.forget_logs(at(0)) == 0


def test_who_sleeps_in_a_unit_of_work_finds_the_database_unavailable(postgres: Database) -> None:
    with postgres.engine.connect() as connection:
        connection.execute(text(FROZEN))
        connection.commit()

    def sleep_in_between() -> None:
        with postgres.unit() as uow:
            uow.ladders.page(1, "")
            time.sleep(0.5)
            uow.ladders.page(1, "")

    with pytest.raises(Unavailable):
        sleep_in_between()


def test_going_on_after_a_failure_is_not_taken_for_a_database_that_is_away(
    postgres: Database,
) -> None:
    def go_on_after_a_failure() -> None:
        with postgres.unit() as uow:
            with contextlib.suppress(IntegrityError):
                uow.bots.add(bot("b9", author_id="nobody"))
            uow.ladders.page(1, "")

    with pytest.raises(InternalError):
        go_on_after_a_failure()
