"""Leases are renewed for as long as the worker lives, whatever the database says meanwhile."""

import asyncio
from contextlib import suppress

import pytest

from arena.service.errors import Unavailable
from arena.service.leases import LEASE, Leases
from arena.service.ports import UnitOfWork
from tests.asynchronous import asynchronous, eventually
from tests.service.world import World


class Breaking:
    """Opens units of work, but fails the next times in the ways that it is told."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.failures: list[Exception] = []

    def __call__(self) -> UnitOfWork:
        if self.failures:
            raise self.failures.pop()
        return self._world.open_unit()


@pytest.mark.parametrize("failure", [Unavailable("read-only"), ArithmeticError("ours")])
@asynchronous
async def test_leases_are_renewed_after_whatever_went_wrong(failure: Exception) -> None:
    world = World()
    opened = Breaking(world)
    match = world.claim(world.match(world.connected(3)).match_id)
    assert match is not None
    leases = Leases(open_unit=opened, now=world.now, renewal_s=0.001)
    opened.failures = [failure]
    keeping = asyncio.create_task(leases.keep())

    async with leases.hold(match):
        await eventually(lambda: not opened.failures)
        world.later(LEASE / 2)
        await eventually(lambda: world.found(match.match_id).lease_until == world.now() + LEASE)

    assert not keeping.done()
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping
