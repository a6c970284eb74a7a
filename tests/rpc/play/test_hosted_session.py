"""The session of a hosted bot: time stands still while nothing is heard of its machine."""

import asyncio

import pytest
from asynchronous import asynchronous, eventually
from grpc import StatusCode

from arena.hosting.alive import ALIVE, ALIVE_S
from arena.match.clock import Clock
from arena.rpc.host_watch import STILL_S

from .table import Table

SHORT = Clock(limit_ms=300, bank_ms=0, lag_ms=0)


async def asked(*, watched: bool = True) -> Table:
    """Returns a table whose bot just got a prompt."""
    table = Table(hosted=True, watched=watched)
    table.seat()
    table.ask(0, SHORT)
    for _ in range(2):
        await table.reads()
    return table


@asynchronous
async def test_while_its_machine_is_silent_no_time_is_charged() -> None:
    table = await asked()
    await asyncio.sleep(2 * SHORT.limit_ms / 1000)
    silent = table.entry.kinds()
    table.chooses(0)

    assert silent == []
    assert table.entry.kinds() == ["CHOSEN"]
    assert table.entry.reports[0].elapsed_ms <= STILL_S * 1000 + 50


@asynchronous
async def test_time_goes_on_once_it_is_heard_again() -> None:
    table = await asked()
    await asyncio.sleep(2 * SHORT.limit_ms / 1000)
    while not table.entry.reports:
        table.session.receive(ALIVE)
        await asyncio.sleep(ALIVE_S)

    assert [(r.kind.name, r.elapsed_ms) for r in table.entry.reports] == [("TIMED_OUT", 300)]


@asynchronous
async def test_behind_a_machine_of_an_older_version_no_bot_stops_its_clock() -> None:
    """By saying what a newer machine would say."""
    table = await asked(watched=False)
    table.session.receive(ALIVE)
    await eventually(lambda: table.entry.reports)

    assert [(r.kind.name, r.elapsed_ms) for r in table.entry.reports] == [("TIMED_OUT", 300)]


@pytest.mark.parametrize(
    ("hosted", "watched", "kinds"),
    [(True, True, ["HOST_LOST"]), (True, False, []), (False, False, [])],
    ids=["watched", "older", "remote"],
)
@asynchronous
async def test_a_machine_that_did_not_answer_is_lost(
    hosted: bool, watched: bool, kinds: list[str]
) -> None:
    table = Table(hosted=hosted, watched=watched)
    table.seat()
    now_s = asyncio.get_running_loop().time()
    table.session.check_host(now_s - 1.0)
    before = table.entry.kinds()
    table.session.check_host(now_s + 1.0)

    assert (before, table.entry.kinds()) == ([], kinds)
    if kinds:
        assert table.session.ending.result().code is StatusCode.UNAVAILABLE
