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


async def asked(*, alive: bool = True) -> Table:
    """Returns a table whose bot just got a prompt; its machine was heard if it is `alive`."""
    table = Table(hosted=True)
    if alive:
        table.session.receive(ALIVE)
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
async def test_a_machine_that_never_shows_that_it_lives_is_not_watched() -> None:
    """It is of an older version."""
    table = await asked(alive=False)
    await eventually(lambda: table.entry.reports)

    assert table.entry.kinds() == ["TIMED_OUT"]


@pytest.mark.parametrize(
    ("hosted", "alive", "kinds"),
    [(True, True, ["HOST_LOST"]), (True, False, []), (False, True, [])],
    ids=["watched", "older", "remote"],
)
@asynchronous
async def test_a_machine_that_did_not_answer_is_lost(
    hosted: bool, alive: bool, kinds: list[str]
) -> None:
    table = Table(hosted=hosted)
    if alive:
        table.session.receive(ALIVE)
    table.seat()
    now_s = asyncio.get_running_loop().time()
    table.session.check_host(now_s - 1.0)
    before = table.entry.kinds()
    table.session.check_host(now_s + 1.0)

    assert (before, table.entry.kinds()) == ([], kinds)
    if kinds:
        assert table.session.ending.result().code is StatusCode.UNAVAILABLE
