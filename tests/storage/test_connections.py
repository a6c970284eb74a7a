"""What each database is asked for at the door, and what happens when it slams."""

import pytest
from sqlalchemy import text

from arena.service.errors import Unavailable
from arena.storage import Database, open_database

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
