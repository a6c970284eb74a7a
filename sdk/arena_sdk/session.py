"""One stream to the arena, from hello to its end."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeVar, cast

import grpc
import grpc.aio

from arena.wire.durations import milliseconds
from arena_sdk.matches import Matches
from arena_sdk.settings import Settings
from botarena.v1 import play_service_pb2 as pb
from botarena.v1.play_service_pb2_grpc import PlayServiceStub

T = TypeVar("T")

_log = logging.getLogger("arena_sdk")

CLIENT = f"arena-sdk-python/{version('botarena')}"

HELLO_S = 10.0
"""How long the arena may take to welcome a session."""

_HINTS = {
    grpc.StatusCode.UNAUTHENTICATED: "check key= or ARENA_KEY",
    grpc.StatusCode.PERMISSION_DENIED: "is it your submission?",
    grpc.StatusCode.NOT_FOUND: "check submission= or ARENA_SUBMISSION",
    grpc.StatusCode.INVALID_ARGUMENT: "check submission= or ARENA_SUBMISSION",
    grpc.StatusCode.FAILED_PRECONDITION: "was the submission retired?",
    grpc.StatusCode.UNIMPLEMENTED: "is this address an arena's gateway?",
    grpc.StatusCode.ABORTED: "the newest session wins; does the bot run twice?",
}
"""Answers after which trying again would not help, and what may be wrong."""


@dataclass(frozen=True, slots=True)
class End:
    """Why a session ended."""

    code: grpc.StatusCode
    details: str

    @property
    def final(self) -> bool:
        """Whether trying again would not help."""
        return self.code in _HINTS


class SessionRefused(Exception):
    """The arena does not want this bot's session, and trying again would not help."""

    def __init__(self, end: End) -> None:
        about_matches = end.details.startswith("hello.match_capacity")
        hint = "check matches= or ARENA_MATCHES" if about_matches else _HINTS[end.code]
        super().__init__(f"{end.code.name}: {end.details} ({hint})")
        self.end = end


def _end(call: Any) -> End:
    """Returns why a call ended, at the moment when it did.

    Later is too late: a write that fails then replaces the reason by an "Internal error from
    Core" (https://github.com/grpc/grpc/issues/36066).
    """
    return End(_now(call.code()), _now(call.details()) or "the arena ended the session")


def _now(answer: Coroutine[Any, Any, T]) -> T:
    """Returns what a coroutine returns that has nothing to wait for."""
    try:
        answer.send(None)
    except StopIteration as stop:
        return cast(T, stop.value)
    raise RuntimeError(f"{answer!r} is not done")


class Session:
    """Carries the messages of all matches of one submission while its stream lasts."""

    def __init__(self, settings: Settings, matches: Matches) -> None:
        self._settings = settings
        self._matches = matches
        self._outbox = asyncio.Queue[pb.PlayRequest | None]()
        self._patience_s = HELLO_S
        self._patience = asyncio.timeout(HELLO_S)
        self._grace_s = 0.0
        loop = asyncio.get_running_loop()
        self.welcomed: asyncio.Future[None] = loop.create_future()
        self.moving: asyncio.Future[None] = loop.create_future()
        """Done when the arena asks the bot to open a new session."""
        self.ended = asyncio.create_task(self._run())

    def send(self, request: pb.PlayRequest) -> None:
        """Queues a message; after the end of the session it goes nowhere."""
        self._outbox.put_nowait(request)

    async def reaches(self, milestone: asyncio.Future[None]) -> bool:
        """Waits for `welcomed` or `moving`, or for the end; returns whether it came to that."""
        either: list[asyncio.Future[Any]] = [milestone, self.ended]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return milestone.done()

    async def leave(self, patience_s: float | None = None) -> None:
        """Ends the session when all that is owed to it is sent, or the arena's grace is over."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._grace_s if patience_s is None else patience_s):
                while self._matches.owe(self):
                    await asyncio.sleep(0.02)
                self._outbox.put_nowait(None)
                await asyncio.wait({self.ended})
        self.ended.cancel()

    async def _run(self) -> End:
        """Plays until the stream ends, whoever ends it."""
        channel = self._settings.channel()
        call = PlayServiceStub(channel).Play(metadata=self._settings.metadata)
        reasons = list[End]()
        call.add_done_callback(lambda call: reasons.append(_end(call)))
        ends = [
            asyncio.create_task(self._silence()),
            asyncio.create_task(self._read(call, reasons)),
        ]
        writing = asyncio.create_task(self._write(call))
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        finally:
            call.cancel()
            for task in (*ends, writing):
                task.cancel()
            await asyncio.gather(*ends, writing, return_exceptions=True)
            await channel.close()

    async def _read(self, call: Any, reasons: list[End]) -> End:
        """The only reader; returns why there is nothing more to read."""
        with contextlib.suppress(grpc.aio.AioRpcError):
            while (response := await call.read()) is not grpc.aio.EOF:
                self._receive(response)
                self._hear()
        return reasons[0]

    async def _write(self, call: Any) -> None:
        """The only writer; that a message cannot be written is for the reader to notice."""
        hello = pb.Hello(
            submission_id=self._settings.submission,
            client=CLIENT,
            match_capacity=self._settings.matches,
        )
        request: pb.PlayRequest | None = pb.PlayRequest(hello=hello)
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            while request is not None:
                await call.write(request)
                request = await self._outbox.get()
            await call.done_writing()

    async def _silence(self) -> End:
        """Returns when nothing was heard for too long: the other end may be frozen."""
        with contextlib.suppress(TimeoutError):
            async with self._patience:
                await asyncio.Future()
        return End(grpc.StatusCode.UNAVAILABLE, f"silence for {self._patience_s:.1f} s")

    def _hear(self) -> None:
        """Comes too late in a process that stood still for longer than the patience."""
        if not self._patience.expired():
            self._patience.reschedule(asyncio.get_running_loop().time() + self._patience_s)

    def _receive(self, response: pb.PlayResponse) -> None:
        match response.WhichOneof("message"):
            case "welcome":
                self._welcome(response.welcome)
            case "heartbeat":
                number = response.heartbeat.number
                if not response.heartbeat.echo:
                    self.send(pb.PlayRequest(heartbeat=pb.Heartbeat(number=number, echo=True)))
            case "going_away":
                self._move(response.going_away)
            case _:
                try:
                    self._matches.receive(response, self)
                except ValueError as error:
                    _log.warning("a message cannot be read, is the SDK too old? %s", error)

    def _welcome(self, message: pb.Welcome) -> None:
        interval_s = milliseconds(message.heartbeat_interval) / 1_000
        self._patience_s = 3 * interval_s or HELLO_S
        _log.info("session %s", message.session_id)
        if not self.welcomed.done():
            self.welcomed.set_result(None)

    def _move(self, message: pb.GoingAway) -> None:
        self._grace_s = milliseconds(message.grace) / 1_000
        _log.info("the arena asks for a new session: %s", message.reason)
        if not self.moving.done():
            self.moving.set_result(None)
