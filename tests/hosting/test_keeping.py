"""A host keeps its leases, however slow the database is at times."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event

import pytest

from arena.hosting.host import LEASE, Capacity
from arena.service.hosting_records import Hosted
from arena.service.ports import UnitOfWork
from arena.storage.hosted import SqlHostedSubmissions
from arena.storage.transaction import Transaction
from arena.storage.unit import SqlUnitOfWork
from tests.asynchronous import asynchronous, eventually

from .test_host import PATIENT, World, taken


class Gate:
    """Holds up who comes, while it is shut."""

    def __init__(self) -> None:
        self._open = Event()
        self._open.set()
        self.came = 0

    @contextmanager
    def shut(self) -> Iterator[None]:
        self._open.clear()
        self.came = 0
        try:
            yield
        finally:
            self._open.set()

    def pass_through(self) -> None:
        self.came += 1
        self._open.wait()


class Gates:
    """One for each thing that a host does again and again."""

    def __init__(self) -> None:
        self.keep_log, self.renew, self.wanted = Gate(), Gate(), Gate()


class GatedSubmissions(SqlHostedSubmissions):
    def __init__(self, transaction: Transaction, gates: Gates) -> None:
        super().__init__(transaction)
        self._gates = gates

    def keep_log(
        self, submission_id: str, match_id: str, seat: int, log: bytes, now: datetime
    ) -> None:
        self._gates.keep_log.pass_through()
        super().keep_log(submission_id, match_id, seat, log, now)

    def renew(
        self, worker: str, submission_ids: Collection[str], now: datetime, until: datetime
    ) -> frozenset[str]:
        self._gates.renew.pass_through()
        return super().renew(worker, submission_ids, now, until)

    def wanted(self) -> tuple[Hosted, ...]:
        self._gates.wanted.pass_through()
        return super().wanted()


class GatedWorld(World):
    def __init__(self, home: Path) -> None:
        self.gates = Gates()
        super().__init__(home, Capacity(4, 1_000), PATIENT)

    def open_unit(self) -> UnitOfWork:
        unit = super().open_unit()
        assert isinstance(unit, SqlUnitOfWork)
        unit.hosted = GatedSubmissions(unit._transaction, self.gates)
        return unit

    def lease(self, submission_id: str) -> datetime | None:
        with self.open_unit() as unit:
            return unit.hosted.get(submission_id).lease_until


@pytest.fixture
def world(tmp_path: Path) -> GatedWorld:
    (tmp_path / "home").mkdir()
    return GatedWorld(tmp_path / "home")


@asynchronous
async def test_leases_are_renewed_however_long_it_takes_to_keep_what_was_printed(
    world: GatedWorld,
) -> None:
    await world.host.start()
    submission_id = world.upload()

    with world.gates.keep_log.shut():
        await taken(world, submission_id)
        world.instant += timedelta(seconds=1)

        await eventually(lambda: world.lease(submission_id) == world.now() + LEASE)
    await world.host.stop()


@asynchronous
async def test_who_is_taken_in_while_leases_are_renewed_stays(world: GatedWorld) -> None:
    await world.host.start()
    first, second = world.upload(), world.upload()

    with world.gates.renew.shut():
        await taken(world, first)
        await eventually(lambda: world.gates.renew.came)
        looks = world.gates.wanted.came
        await taken(world, second)

    await eventually(lambda: world.gates.wanted.came > looks + 2)
    assert [world.worker(s) for s in (first, second)] == ["worker"] * 2
    await world.host.stop()
