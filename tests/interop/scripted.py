"""A small arena that knows one bot and gives it a hard time, for bots in any language.

It serves `PlayService` and plays real matches through the referee. Between its prompts it makes
trouble: sessions break, answers get lost, messages come twice or are of a kind that nobody knows.
A bot that keeps the protocol makes no fault all the same.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import grpc
from google.protobuf.duration_pb2 import Duration

from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.wire.play import PlayEncoder
from botarena.v1 import play_service_pb2 as pb

KEY = "key-of-ada"
SUBMISSION = "sub-1"
HEARTBEAT_S = 0.5
LINGER_S = 0.3
PATIENCE_S = 30.0
"""For each thing that the bot is to do."""

_ENCODER = PlayEncoder()
_UNKNOWN = bytes([15 << 3 | 2, 3]) + b"new"
"""A `PlayResponse` of a kind that no bot knows yet: field 15, three bytes."""


class Trouble(Enum):
    """What goes wrong at one prompt."""

    TWICE = auto()
    """The prompt comes twice."""
    UNKNOWN = auto()
    """A message of an unknown kind comes before it."""
    BREAK = auto()
    """The session breaks right after it."""
    LOSE = auto()
    """The answer gets lost, and the session breaks."""
    SILENCE = auto()
    """The session falls silent for good, and nothing that the bot sends arrives any more."""
    LEAVE = auto()
    """The session ends in peace after it was announced."""
    TAKE_OVER = auto()
    """Another attempt takes the match over where it stands and asks again."""


@dataclass(slots=True)
class Session:
    """One open stream."""

    outbox: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)
    code: grpc.StatusCode | None = None
    silent: bool = False
    echoes: int = 0
    said_goodbye: bool = False

    def send(self, message: bytes) -> None:
        if not self.silent:
            self.outbox.put_nowait(message)

    def end(self, code: grpc.StatusCode | None = None) -> None:
        """Ends the stream after what was sent; without a code it ends well."""
        self.code = code
        self.outbox.put_nowait(None)


@dataclass(slots=True)
class Seat:
    """A player whose answers come from the stream."""

    arena: "ScriptedArena"
    table: Table
    seed: bytes
    acknowledged: int = 0
    """The newest attempt that the bot took its seat for."""
    prompt: Prompt | None = None
    chosen: asyncio.Future[Answer] | None = None
    choices: dict[int, list[str]] = field(default_factory=dict)
    """Every answer to the prompt of every ply."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def sit(self) -> None:
        self.arena.seats[self.table.match_id] = self
        self.arena.send(_ENCODER.seated(self.table))
        await self._until_acknowledged()

    async def choose(self, prompt: Prompt) -> Answer:
        trouble = next(self.arena.troubles, None)
        self.prompt, self.chosen = prompt, asyncio.get_running_loop().create_future()
        if trouble is Trouble.TAKE_OVER:
            self.take_over(resumed=True)
            await self._until_acknowledged()
        await self.arena.ask(self, trouble)
        answer = await asyncio.wait_for(self.chosen, PATIENCE_S)
        self.prompt = None
        return answer

    def take_over(self, *, resumed: bool) -> None:
        """Seats the bot again, as the next attempt at the match does."""
        t = self.table
        self.table = Table(
            *(t.match_id, t.attempt + 1, resumed, t.game, t.version, t.options, t.seat, t.seats),
            *(t.clock, t.faults_allowed, t.commitment),
        )
        self.arena.send(_ENCODER.seated(self.table))

    def faulted(self, notice: Faulted) -> None:
        self.arena.send(_ENCODER.faulted(self.table.match_id, notice))

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        self.arena.send(_ENCODER.finished(self.table.match_id, outcome, heard))
        del self.arena.seats[self.table.match_id]
        self.arena.end_soon(self.arena.session)

    def answered(self, ply: int, answer: Answer) -> None:
        self.choices.setdefault(ply, []).append(answer.action)
        if self.chosen and not self.chosen.done() and self.prompt and self.prompt.ply == ply:
            if self is self.arena.losing:
                self.arena.losing = None
                self.arena.session.end(grpc.StatusCode.UNAVAILABLE)
            else:
                self.chosen.set_result(answer)

    async def _until_acknowledged(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while self.acknowledged < self.table.attempt:
                self.changed.clear()
                await self.changed.wait()


@dataclass(slots=True)
class ScriptedArena:
    """What the bot has said so far, and what is to happen to it next."""

    troubles: Iterator[Trouble | None]
    """One for each prompt; when they run out there is no more trouble."""
    seats: dict[str, Seat] = field(default_factory=dict)
    sessions: list[Session] = field(default_factory=list)
    hellos: list[pb.Hello] = field(default_factory=list)
    goodbyes: int = 0
    failures: list[str] = field(default_factory=list)
    losing: Seat | None = None
    """The seat whose next answer gets lost."""

    @property
    def session(self) -> Session:
        """The newest session."""
        return self.sessions[-1]

    def send(self, message: bytes) -> None:
        if self.sessions:
            self.session.send(message)

    async def ask(self, seat: Seat, trouble: Trouble | None) -> None:
        """Sends the prompt of a seat, together with some trouble."""
        assert seat.prompt is not None
        session, prompt = self.session, _ENCODER.prompt(seat.table.match_id, seat.prompt)
        match trouble:
            case Trouble.TWICE:
                session.send(prompt)
            case Trouble.UNKNOWN:
                session.send(_UNKNOWN)
            case Trouble.LOSE:
                self.losing = seat
        session.send(prompt)
        match trouble:
            case Trouble.BREAK:
                session.end(grpc.StatusCode.UNAVAILABLE)
            case Trouble.SILENCE:
                session.silent = True
            case Trouble.LEAVE:
                grace = Duration(nanos=200_000_000)
                going_away = pb.GoingAway(grace=grace, reason="a test")
                session.send(pb.PlayResponse(going_away=going_away).SerializeToString())
                await asyncio.sleep(0.2)
                session.end()

    def end_soon(self, session: Session) -> None:
        """Ends the session of a bot that said goodbye once it has no seat for a while."""

        def end() -> None:
            if session.said_goodbye and not self.seats:
                session.end()

        asyncio.get_running_loop().call_later(LINGER_S, end)

    async def play(
        self, requests: AsyncIterator[pb.PlayRequest], context: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[bytes]:
        """Serves `PlayService.Play`, with responses that are bytes already."""
        if ("authorization", f"Bearer {KEY}") not in tuple(context.invocation_metadata() or ()):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such key")
        first = await anext(requests)
        assert first.WhichOneof("message") == "hello"
        self.hellos.append(first.hello)
        if self.sessions:
            self.session.end(grpc.StatusCode.ABORTED)
        session = Session()
        self.sessions.append(session)
        interval = Duration(nanos=int(HEARTBEAT_S * 1e9))
        welcome = pb.Welcome(session_id=f"s{len(self.sessions)}", heartbeat_interval=interval)
        session.send(pb.PlayResponse(welcome=welcome).SerializeToString())
        for seat in self.seats.values():
            session.send(_ENCODER.seated(seat.table))
            if seat.prompt is not None:
                session.send(_ENCODER.prompt(seat.table.match_id, seat.prompt))
        work = [asyncio.create_task(self._read(requests, session))]
        work.append(asyncio.create_task(_beat(session)))
        try:
            while (message := await session.outbox.get()) is not None:
                yield message
            if session.code is not None:
                await context.abort(session.code, "a test")
        finally:
            for task in work:
                task.cancel()

    async def _read(self, requests: AsyncIterator[pb.PlayRequest], session: Session) -> None:
        async for request in requests:
            if not session.silent and session.code is None:
                self._receive(request, session)
        session.end()

    def _receive(self, request: pb.PlayRequest, session: Session) -> None:
        match request.WhichOneof("message"):
            case "acknowledge":
                if seat := self.seats.get(request.acknowledge.match_id):
                    seat.acknowledged = max(seat.acknowledged, request.acknowledge.attempt)
                    seat.changed.set()
            case "choice":
                if seat := self.seats.get(request.choice.match_id):
                    seat.answered(request.choice.ply, Answer(request.choice.action))
            case "failure":
                self.failures.append(request.failure.reason)
                if seat := self.seats.get(request.failure.match_id):
                    seat.answered(request.failure.ply, Answer("", fault=Fault.CRASH))
            case "goodbye":
                self.goodbyes += 1
                session.said_goodbye = True
                self.end_soon(session)
            case "heartbeat":
                assert request.heartbeat.echo
                session.echoes += 1
            case kind:
                raise AssertionError(f"a bot must not send {kind} now")


async def _beat(session: Session) -> None:
    number = 0
    while True:
        await asyncio.sleep(HEARTBEAT_S)
        number += 1
        heartbeat = pb.Heartbeat(number=number)
        session.send(pb.PlayResponse(heartbeat=heartbeat).SerializeToString())


@asynccontextmanager
async def serving(
    arena: ScriptedArena, credentials: grpc.ServerCredentials | None = None
) -> AsyncIterator[str]:
    """Serves the arena, over TLS if there are credentials, and yields its address."""
    handler: Any = grpc.stream_stream_rpc_method_handler(
        arena.play, request_deserializer=pb.PlayRequest.FromString
    )
    service = "botarena.v1.PlayService"
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {"Play": handler}),)
    )
    if credentials is None:
        port = server.add_insecure_port("127.0.0.1:0")
    else:
        port = server.add_secure_port("127.0.0.1:0", credentials)
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)
