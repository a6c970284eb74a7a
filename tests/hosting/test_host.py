"""A host takes in what fits, for as long as it is wanted, and lets go of it in peace."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.games.registry import Registry
from arena.hosting.building import Workshop
from arena.hosting.door import Gateway
from arena.hosting.host import LEASE, Capacity, Host
from arena.hosting.life import Patience
from arena.service.authors import create_author
from arena.service.errors import Unavailable
from arena.service.hosted import dispatch_hosting, upload_submission
from arena.service.hosting_ports import Exit, Manifest, Plays, Program
from arena.service.hosting_records import HostedState
from arena.service.house import house_submissions
from arena.service.ladders import create_ladder, join_ladder
from arena.service.ports import UnitOfWork
from arena.service.records import Match, Role
from arena.service.terms import checked_terms
from arena.storage import memory_database
from botarena.v1 import play_service_pb2 as pb
from botarena.v1.play_service_pb2_grpc import PlayServiceStub
from tests.asynchronous import asynchronous, eventually
from tests.rpc.unary.test_uploads import archive

ODD_LOTS = (Plays("odd-lots", (3,)),)


class Asleep:
    """A program that does nothing until it is stopped."""

    def __init__(self) -> None:
        self._end: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()

    async def ended(self) -> Exit:
        return await asyncio.shield(self._end)

    async def stop(self, grace_s: float = 0.0, why: str = "") -> Exit:
        if not self._end.done():
            self._end.set_result(Exit(137, why))
        return self._end.result()


class Queue:
    """Keeps what is queued."""

    def __init__(self) -> None:
        self.hosted: list[str] = []

    def host(self, submission_id: str) -> None:
        self.hosted.append(submission_id)

    def play(self, match_id: str, *, urgent: bool = False) -> None: ...

    def rate(self, block_id: str) -> None: ...

    def hosting_waits(self) -> bool:
        return False


class Sleepers:
    """An engine whose programs sleep."""

    def __init__(self) -> None:
        self.running: list[Asleep] = []

    async def probe(self) -> None:
        pass

    async def start(
        self,
        program: Program,
        heard: Callable[[bytes], None],
        made: Callable[[bytes], None] | None = None,
    ) -> Asleep:
        heard(b"zzz\n")
        self.running.append(Asleep())
        return self.running[-1]


class Callers(Sleepers):
    """An engine whose programs say hello before they sleep."""

    async def start(
        self,
        program: Program,
        heard: Callable[[bytes], None],
        made: Callable[[bytes], None] | None = None,
    ) -> Asleep:
        async with grpc.aio.insecure_channel(f"unix:{program.room / 'door' / 'socket'}") as channel:
            stub: Any = PlayServiceStub(channel)
            await stub.Play(iter([pb.PlayRequest(hello=pb.Hello())])).code()
        return await super().start(program, heard, made)


class World:
    def __init__(
        self, home: Path, capacity: Capacity, patience: Patience, engine: Sleepers | None = None
    ) -> None:
        self._database = memory_database()
        self.failures: list[Exception] = []
        self.games = Registry.installed()
        self.engine = engine or Sleepers()
        self.instant = datetime(2026, 1, 1, tzinfo=UTC)
        self.author, _, _ = create_author(
            "Ann", Role.AUTHOR, open_unit=self.open_unit, now=self.now
        )
        self.ladder_id = create_ladder(
            "lots", "odd-lots", {}, 3, games=self.games, open_unit=self.open_unit, now=self.now
        ).ladder_id
        self.host = Host(
            "worker",
            home,
            capacity,
            Gateway("127.0.0.1:1"),
            Workshop(self.engine, self.games, 1),
            patience,
            open_unit=self.open_unit,
            now=self.now,
        )

    def now(self) -> datetime:
        return self.instant

    def open_unit(self) -> UnitOfWork:
        """Opens a unit of work, but fails the next times as it is told."""
        if self.failures:
            raise self.failures.pop()
        return self._database.unit()

    def upload(self, state: HostedState = HostedState.ACTIVE, memory_mb: int = 64) -> str:
        """Returns a submission that is to be run: to qualify, or on a ladder."""
        manifest = Manifest("Hal", ODD_LOTS, ("python", "bot.py"), (), memory_mb)
        text = 'name = "Hal"\ngame = "odd-lots"\ncommand = "python bot.py"\nseats = [3]\n'
        (submission,) = upload_submission(
            self.author,
            archive(text),
            "",
            "",
            read=lambda *_: manifest,
            open_unit=self.open_unit,
            now=self.now,
        )
        with self.open_unit() as unit:
            unit.hosted.move(submission.submission_id, state)
        if state is HostedState.ACTIVE:
            join_ladder(
                self.author,
                self.ladder_id,
                submission.submission_id,
                open_unit=self.open_unit,
                now=self.now,
            )
        return submission.submission_id

    def seat(self, lineup: Sequence[str]) -> None:
        """Adds a match that goes on."""
        terms = checked_terms("odd-lots", {}, len(lineup), games=self.games)
        deadline = self.now() + timedelta(hours=1)
        with self.open_unit() as unit:
            unit.matches.add(Match("match", terms, tuple(lineup), bytes(32), self.now(), deadline))

    def leave(self, submission_id: str) -> None:
        """Has nobody want a submission any more."""
        with self.open_unit() as unit:
            unit.ladders.leave(self.ladder_id, submission_id)

    def worker(self, submission_id: str) -> str:
        with self.open_unit() as unit:
            return unit.hosted.get(submission_id).worker


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


PATIENT = Patience(start_s=60.0, idle_s=60.0, drain_s=0.1)


async def taken(world: World, *submission_ids: str) -> list[bool]:
    return [await world.host.take(s) for s in submission_ids]


@asynchronous
async def test_no_more_bots_are_taken_in_than_there_is_room_for(home: Path) -> None:
    world = World(home, Capacity(2, 1_000), PATIENT)
    await world.host.start()

    took = await taken(world, *[world.upload() for _ in range(3)])

    assert took == [True, True, False]
    await world.host.stop()
    assert not home.exists()


@asynchronous
async def test_memory_is_never_promised_twice(home: Path) -> None:
    world = World(home, Capacity(10, 1_000), PATIENT)
    await world.host.start()

    took = await taken(world, *[world.upload(memory_mb=mb) for mb in (600, 500, 400)])

    assert took == [True, False, True]
    await world.host.stop()


@asynchronous
async def test_those_that_still_have_to_qualify_leave_room_for_others(home: Path) -> None:
    world = World(home, Capacity(4, 1_000), PATIENT)
    await world.host.start()
    new = [world.upload(HostedState.QUALIFYING) for _ in range(3)]
    house = house_submissions("odd-lots", 2, open_unit=world.open_unit, now=world.now)
    world.seat([new[0], *house])

    took = await taken(world, *new, world.upload(), world.upload(), world.upload(), *house)

    assert took == [True, True, False, True, True, False, True, True]
    await world.host.stop()


@asynchronous
async def test_a_submission_is_taken_once_and_let_go_at_the_end(home: Path) -> None:
    world = World(home, Capacity(4, 1_000), PATIENT)
    await world.host.start()
    submission_id = world.upload()

    assert await taken(world, submission_id, submission_id) == [True, False]
    assert world.worker(submission_id) == "worker"
    await eventually(lambda: world.engine.running)
    await world.host.stop()

    assert world.worker(submission_id) == ""
    assert await taken(world, submission_id) == [False]
    assert (await world.engine.running[0].ended()).code == 137


@asynchronous
async def test_who_is_not_wanted_any_more_is_stopped(home: Path) -> None:
    world = World(home, Capacity(4, 1_000), Patience(start_s=60.0, idle_s=0.0, drain_s=0.1))
    await world.host.start()
    submission_id = world.upload()

    await taken(world, submission_id)
    world.leave(submission_id)

    await eventually(lambda: world.worker(submission_id) == "")
    await world.host.stop()


@asynchronous
async def test_an_old_message_for_who_is_not_to_be_run_is_dropped(home: Path) -> None:
    world = World(home, Capacity(4, 1_000), PATIENT)
    await world.host.start()
    refused, retired, left, gone = (world.upload() for _ in range(4))
    new = world.upload(HostedState.CHECKING)
    with world.open_unit() as unit:
        unit.hosted.move(refused, HostedState.REFUSED, "it does not start")
        for submission_id in (retired, new):
            unit.submissions.retire(submission_id)
        for submission_id in (left, gone):
            unit.ladders.leave(world.ladder_id, submission_id)
    world.seat([left, world.upload(), world.upload()])

    took = await taken(world, refused, retired, new, gone, left)

    assert took == [False, False, False, False, True]
    assert [world.worker(s) for s in (refused, retired, new, gone)] == [""] * 4
    await world.host.stop()


@pytest.mark.parametrize("failure", [Unavailable("read-only"), ArithmeticError("ours")])
@asynchronous
async def test_a_host_goes_on_whatever_went_wrong(home: Path, failure: Exception) -> None:
    world = World(home, Capacity(4, 1_000), Patience(start_s=60.0, idle_s=0.0, drain_s=0.1))
    await world.host.start()
    submission_id = world.upload()
    await taken(world, submission_id)
    await eventually(lambda: world.engine.running)

    world.leave(submission_id)
    world.failures = [failure]
    await eventually(lambda: not world.failures)

    await eventually(lambda: world.worker(submission_id) == "")
    await world.host.stop()


@asynchronous
async def test_who_does_not_connect_is_refused_and_says_so(home: Path) -> None:
    world = World(home, Capacity(4, 1_000), Patience(start_s=0.1, idle_s=60.0, drain_s=0.1))
    await world.host.start()
    submission_id = world.upload(HostedState.CHECKING)

    await taken(world, submission_id)
    await eventually(lambda: world.worker(submission_id) == "")

    with world.open_unit() as unit:
        hosted = unit.hosted.get(submission_id)
        log = unit.hosted.log(submission_id, "", 0).decode()
    assert hosted.state is HostedState.REFUSED
    assert hosted.reason == "the bot did not connect within 0.1 s"
    assert "zzz\n" in log
    await world.host.stop()


@asynchronous
async def test_who_waits_for_room_gets_its_turn(home: Path) -> None:
    world = World(home, Capacity(1, 1_000), replace(PATIENT, turn_s=0.5, wait_s=0.0), Callers())
    await world.host.start()
    first, second = world.upload(), world.upload()

    assert await taken(world, first, second) == [True, False]
    await eventually(lambda: world.worker(first) == "")
    world.instant += timedelta(seconds=1)
    queue = Queue()
    dispatch_hosting(open_unit=world.open_unit, queue=queue, now=world.now)

    assert queue.hosted == [second, first]
    assert await taken(world, *queue.hosted) == [True, False]
    await world.host.stop()


@asynchronous
async def test_who_has_lost_its_lease_is_stopped_at_once(home: Path) -> None:
    world = World(home, Capacity(4, 1_000), PATIENT)
    await world.host.start()
    submission_id = world.upload()
    await taken(world, submission_id)
    await eventually(lambda: world.engine.running)

    world.instant += LEASE + timedelta(seconds=1)
    with world.open_unit() as unit:
        assert unit.hosted.claim(submission_id, "other", "hash", world.now(), world.now() + LEASE)

    await world.engine.running[0].ended()
    await world.host.stop()
    assert world.worker(submission_id) == "other"


@asynchronous
async def test_who_was_claimed_anew_is_not_let_go_by_a_life_before(home: Path) -> None:
    world = World(home, Capacity(4, 1_000), PATIENT)
    await world.host.start()
    submission_id = world.upload()
    await taken(world, submission_id)
    await eventually(lambda: world.engine.running)

    world.instant += LEASE + timedelta(seconds=1)
    with world.open_unit() as unit:
        assert unit.hosted.claim(submission_id, "worker", "hash", world.now(), world.now() + LEASE)
    await world.host.stop()

    assert world.worker(submission_id) == "worker"
