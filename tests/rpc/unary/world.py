"""An arena with a real server on a free port, and people who call it."""

import asyncio
import threading
from collections.abc import AsyncIterator, Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from grpc_status import rpc_status

from arena.games.registry import Registry
from arena.hosting import read_upload
from arena.match.events import MatchEvent
from arena.relay import MemoryLiveLogs
from arena.rpc.auth import Doorkeeper
from arena.rpc.gate import Gate
from arena.rpc.ports import Ports, Uploads
from arena.rpc.recorded import Recorder
from arena.rpc.services import SERVICE_NAMES, add_services
from arena.rpc.turnstile import Turnstile
from arena.service.authors import create_author
from arena.service.bots import create_bot, create_submission
from arena.service.limits import Limits
from arena.service.ports import UnitOfWork
from arena.service.records import Author, Role, Submission
from arena.service.relay_ports import Presence, RelayLost
from arena.storage import Database, memory_database
from botarena.v1 import author_service_pb2_grpc as author_grpc
from botarena.v1 import bot_service_pb2_grpc as bot_grpc
from botarena.v1 import game_service_pb2_grpc as game_grpc
from botarena.v1 import ladder_service_pb2_grpc as ladder_grpc
from botarena.v1 import match_service_pb2_grpc as match_grpc
from botarena.v1 import play_service_pb2_grpc as play_grpc
from botarena.v1 import submission_service_pb2_grpc as submission_grpc
from botarena.v1 import tournament_service_pb2_grpc as tournament_grpc

PATIENCE_S = 20.0

T = TypeVar("T")


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Returns what `work` returns, from any other thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()


@dataclass(frozen=True, slots=True)
class Person:
    """An author with a key."""

    author: Author
    secret: str

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.secret}"),)


class WatchedLogs(MemoryLiveLogs):
    """Live logs that know how many follow them."""

    def __init__(self) -> None:
        super().__init__()
        self.followers = 0

    async def follow(
        self, match_id: str, after: int, idle_s: float | None = None
    ) -> AsyncIterator[tuple[int, MatchEvent]]:
        self.followers += 1
        try:
            async for numbered in super().follow(match_id, after, idle_s):
                yield numbered
        finally:
            self.followers -= 1


class Deaf(play_grpc.PlayServiceServicer):
    """A play service that hangs up at once."""

    async def Play(self, requests: object, context: object) -> None:
        pass


class World:
    """Everything that a test touches."""

    def __init__(self, database: Database, loop: Loop) -> None:
        self.games = Registry.installed()
        self.loop = loop
        self.logs = WatchedLogs()
        self.online: set[str] = set()
        self.relay_is_down = False
        self.hosts_bots = True
        self.upload_idle_s = 10.0
        self.limits = Limits({})
        self.most_streams = 0
        self.open_unit = database.unit
        self._instant = datetime(2026, 1, 1, tzinfo=UTC)
        self.ann = self.person("Ann")
        self.bob = self.person("Bob")
        self.operator = self.person("Olga", Role.OPERATOR)

    def now(self) -> datetime:
        """Ticks with every look, so that no two records are of the same instant."""
        self._instant += timedelta(seconds=1)
        return self._instant

    def person(self, name: str, role: Role = Role.AUTHOR) -> Person:
        author, _, secret = create_author(name, role, open_unit=self.open_unit, now=self.now)
        return Person(author, secret)

    def submission(self, person: Person, bot_name: str, game: str = "odd-lots") -> Submission:
        """Returns the first submission of a new bot."""
        bot = create_bot(
            person.author,
            bot_name,
            game,
            open_unit=self.open_unit,
            games=self.games,
            now=self.now,
        )
        return create_submission(person.author, bot.bot_id, open_unit=self.open_unit, now=self.now)

    def unit(self) -> UnitOfWork:
        return self.open_unit()

    async def presences(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        if self.relay_is_down:
            raise RelayLost("connection refused by 10.0.0.7")
        return {s: Presence(s, "gateway", 1, 1) for s in submission_ids if s in self.online}

    @contextmanager
    def served(self) -> Iterator[grpc.Channel]:
        """Yields a channel to a server with every service, though nobody plays."""
        server, port = self.loop.run(self._start())
        try:
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                self._connect(channel)
                yield channel
        finally:
            self.loop.run(server.stop(None))

    async def _start(self) -> tuple[grpc.aio.Server, int]:
        read = partial(read_upload, games=self.games, upload_mb=1)
        uploads = Uploads(read, 1 << 20, idle_s=self.upload_idle_s) if self.hosts_bots else None
        ports = Ports(self.open_unit, self.games, self.now, self.logs, self.presences, uploads)
        keeper = Doorkeeper(open_unit=self.open_unit, now=self.now)
        recorder = Recorder(open_unit=self.open_unit, now=self.now)
        gate = Gate(keeper, Turnstile(self.limits, self.most_streams), recorder)
        server = grpc.aio.server(interceptors=[gate])
        add_services(server, ports)
        play_grpc.add_PlayServiceServicer_to_server(Deaf(), server)
        health_pb2_grpc.add_HealthServicer_to_server(health.aio.HealthServicer(), server)
        reflection.enable_server_reflection((*SERVICE_NAMES, reflection.SERVICE_NAME), server)
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        return server, port

    def _connect(self, channel: grpc.Channel) -> None:
        self.channel = channel
        self.authors = author_grpc.AuthorServiceStub(channel)
        self.bots = bot_grpc.BotServiceStub(channel)
        self.games_service = game_grpc.GameServiceStub(channel)
        self.ladders = ladder_grpc.LadderServiceStub(channel)
        self.matches = match_grpc.MatchServiceStub(channel)
        self.submissions = submission_grpc.SubmissionServiceStub(channel)
        self.tournaments = tournament_grpc.TournamentServiceStub(channel)


@contextmanager
def world(loop: Loop) -> Iterator[World]:
    """Yields an arena that is served."""
    database = memory_database()
    try:
        arena = World(database, loop)
        with arena.served():
            yield arena
    finally:
        database.close()


@dataclass(slots=True)
class Refusal:
    """How a call was refused; filled in when its block ends."""

    status: Status
    code: grpc.StatusCode | None = None

    @property
    def info(self) -> ErrorInfo:
        return self.detail(ErrorInfo)

    @property
    def fields(self) -> list[str]:
        """The fields at fault."""
        return [violation.field for violation in self.detail(BadRequest).field_violations]

    def detail(self, kind: type[T]) -> T:
        """Returns the detail of this kind, empty if there is none."""
        found = kind()
        any(packed.Unpack(found) for packed in self.status.details)
        return found


@contextmanager
def refused(code: grpc.StatusCode, *fields: str) -> Iterator[Refusal]:
    """Checks that the calls in its block are refused in this way, with these fields at fault."""
    refusal = Refusal(Status())
    with pytest.raises(grpc.RpcError) as raised:
        yield refusal
    refusal.code = raised.value.code()
    refusal.status = rpc_status.from_call(raised.value) or Status()
    assert (refusal.code, refusal.fields) == (code, list(fields)), raised.value.details()
    assert refusal.info.domain == "botarena.dev"
