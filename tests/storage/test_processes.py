"""Several processes share one database from their first moment on."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest

from arena.service.errors import AlreadyExists
from arena.service.ports import OpenUnit
from arena.storage import open_database
from tests.postgres import fresh_database
from tests.storage.samples import LOG, OUTCOME, at, match, populate

PROCESSES = 4
ROUNDS = 20

DIE = """
import os, signal, sys
from arena.storage import open_database
with open_database(sys.argv[1]).unit() as uow:
    uow.ladders.lock("l1")
    uow.ladders.rate("l1", [], [])
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without a table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new 100%.db'}"
    else:
        with fresh_database(request.getfixturevalue("postgres_url")) as url:
            yield url


def test_processes_that_start_together_share_a_new_database(new_url: str) -> None:
    context = get_context("forkserver")
    context.set_forkserver_preload(["arena.storage", "tests.storage.samples"])
    with context.Pool(PROCESSES) as pool:
        together = pool.map(_work, [(new_url, n) for n in range(PROCESSES)], chunksize=1)

    assert sorted(first for first, _ in together) == [False] * (PROCESSES - 1) + [True]
    assert sum(played for _, played in together) == ROUNDS
    database = open_database(new_url)
    with database.unit() as uow:
        assert uow.ladders.get("l1").rated_blocks == PROCESSES * ROUNDS
        for n in range(ROUNDS):
            assert len(uow.matches.attempts(f"m{n}")) == 1
    database.close()


def _work(task: tuple[str, int]) -> tuple[bool, int]:
    """Returns whether this process filled the database, and how many matches it played."""
    url, process = task
    database = open_database(url)
    database.migrate()
    first = _fill(database.unit)
    played = 0
    for n in range(ROUNDS):
        with database.unit() as uow:
            uow.matches.add(match(f"m{n}"), request_id=f"r{n}", author_id="a1")
        with database.unit() as uow:
            claimed = uow.matches.claim(f"m{n}", f"w{process}", at(20), at(50))
        if claimed is not None:
            with database.unit() as uow:
                played += uow.matches.finish(f"m{n}", claimed.attempt, OUTCOME, LOG, at(30))
        with database.unit() as uow:
            uow.ladders.lock("l1")
            uow.ladders.rate("l1", [], [])
    database.close()
    return first, played


def _fill(unit: OpenUnit) -> bool:
    try:
        populate(unit)
    except AlreadyExists:
        return False
    return True


def test_a_process_that_is_killed_leaves_no_change_and_no_lock(new_url: str) -> None:
    database = open_database(new_url)
    database.migrate()
    populate(database.unit)

    killed = subprocess.run([sys.executable, "-c", DIE, new_url])

    assert killed.returncode == -signal.SIGKILL
    with database.unit() as uow:
        assert uow.ladders.lock("l1").rated_blocks == 0
        uow.ladders.rate("l1", [], [])
    with database.unit() as uow:
        assert uow.ladders.get("l1").rated_blocks == 1
    database.close()
