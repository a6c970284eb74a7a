"""The play service: who may open a session, and how all of them end when the gateway does."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError
from grpc import StatusCode

from arena.hosting.alive import SHOWS
from arena.metrics.catalogue import SESSIONS_ENDED
from arena.rpc.auth import is_ours
from arena.rpc.outbound import Outbound
from arena.rpc.session import Ending, Session
from arena.rpc.stopwatch import Stopwatch
from arena.rpc.stream import ServicerContext, Stream
from arena.service.errors import InvalidArgument, Unavailable
from arena.service.relay_ports import SessionDirectory
from arena.wire.durations import duration
from botarena.v1 import play_service_pb2 as pb

SERVICE = "botarena.v1.PlayService"
GOING_AWAY = "this gateway is going away; open a new session"
CAPACITY = 1_000
"""More matches at once than that no bot is given."""

Authorize: TypeAlias = Callable[[ServicerContext, str], Awaitable[None]]
"""Raises an `ArenaError` unless the call's key may play for this submission."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How patient the play service is."""

    heartbeat_s: float = 5.0
    hello_s: float = 5.0
    """How long after its call a bot may take to say hello."""
    linger_s: float = 2.0
    """How long a bot that said goodbye and has no seat may still be given one that was on its
    way."""


class PlayServicer:
    """Serves `botarena.v1.PlayService`; is made in the event loop that it serves in."""

    def __init__(
        self,
        directory: SessionDirectory,
        authorize: Authorize,
        settings: PlaySettings = PlaySettings(),
    ) -> None:
        self._directory = directory
        self._authorize = authorize
        self._settings = settings
        self._stopwatch = Stopwatch()
        self._sessions: set[Session] = set()
        self._draining = False
        self._emptied = asyncio.Event()

    @property
    def sessions(self) -> int:
        """How many bots are connected."""
        return len(self._sessions)

    @property
    def draining(self) -> bool:
        return self._draining

    def add_to(self, server: grpc.aio.Server) -> None:
        """Adds the service to a server. Messages stay bytes: most are only passed on."""
        handler: Any = grpc.stream_stream_rpc_method_handler(self.play)
        handlers = grpc.method_handlers_generic_handler(SERVICE, {"Play": handler})
        server.add_generic_rpc_handlers((handlers,))

    async def play(self, _: object, context: ServicerContext) -> None:
        """Serves one call; raises `ArenaError` where it is refused."""
        if self._draining:
            raise Unavailable(GOING_AWAY)
        hello = await self._hello(context)
        await self._authorize(context, hello.submission_id)
        if self._draining:  # since it began to be authorized
            raise Unavailable(GOING_AWAY)
        outbound = Outbound()
        session_id = secrets.token_hex(8)
        linger_s = self._settings.linger_s
        hosted = is_ours()
        watched = hosted and SHOWS in (context.invocation_metadata() or ())
        session = Session(
            session_id, outbound, self._stopwatch, linger_s, hosted=hosted, watched=watched
        )
        outbound.put(self._welcome(session))
        log = _log.bind(submission=hello.submission_id, session=session_id)
        self._sessions.add(session)
        try:
            session.entered(
                await self._directory.enter(
                    hello.submission_id, session_id, hello.match_capacity or 1, session
                )
            )
            log.info("session begins", client=hello.client[:100])
            heartbeat_s = self._settings.heartbeat_s
            ending = await Stream(session, outbound, context, self._stopwatch, heartbeat_s).run()
        finally:
            session.tear(ours=self._draining)
            self._sessions.discard(session)
            if not self._sessions:
                self._emptied.set()
        SESSIONS_ENDED.labels(ending.code.name).inc()
        log.info("session ends", code=ending.code.name, details=ending.details)
        if ending.code is not StatusCode.OK:
            await context.abort(ending.code, ending.details)

    async def drain(self, grace_s: float) -> None:
        """Tells every bot to move on, takes no new sessions, and ends those that stay."""
        self._draining = True
        for session in list(self._sessions):
            session.go_away(grace_s, GOING_AWAY)
        await self._empty(grace_s)
        for session in list(self._sessions):
            session.end(Ending(StatusCode.UNAVAILABLE, GOING_AWAY), ours=True)
        await self._empty(1.0)

    async def _empty(self, patience_s: float) -> None:
        """Waits until there is no session, but not for ever."""
        if self._sessions:
            self._emptied.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await self._emptied.wait()

    async def _hello(self, context: ServicerContext) -> pb.Hello:
        reading = asyncio.ensure_future(context.read())
        reading.add_done_callback(_seen)
        done, _ = await asyncio.wait({reading}, timeout=self._settings.hello_s)
        if not done:
            details = f"no hello within {self._settings.hello_s:g} s"
            await context.abort(StatusCode.DEADLINE_EXCEEDED, details)
        request = _request(reading.result())
        hello = request.hello
        if not request.HasField("hello"):
            raise InvalidArgument("message", "the first one must be hello")
        if not hello.submission_id:
            raise InvalidArgument("hello.submission_id", "must be given")
        if not 0 <= hello.match_capacity <= CAPACITY:
            raise InvalidArgument("hello.match_capacity", f"must be from 0 to {CAPACITY}")
        return hello

    def _welcome(self, session: Session) -> bytes:
        interval = duration(round(self._settings.heartbeat_s * 1000))
        welcome = pb.Welcome(session_id=session.session_id, heartbeat_interval=interval)
        return pb.PlayResponse(welcome=welcome).SerializeToString()


def _request(message: Any) -> pb.PlayRequest:
    """Reads a bot's first message; an empty request stands for what is none."""
    if message is not grpc.aio.EOF:
        with suppress(DecodeError):
            return pb.PlayRequest.FromString(message)
    return pb.PlayRequest()


def _seen(reading: "asyncio.Future[Any]") -> None:
    """Marks an exception as seen: a read that nobody waits for any more ends with its call."""
    if not reading.cancelled():
        reading.exception()
