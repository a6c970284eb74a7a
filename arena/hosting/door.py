"""The only way out of a sandbox: a socket that takes one bot's play to a gateway, and back.

Whoever calls here is the submission, whatever he says: the door knows the token that speaks for
it and keeps it to itself. The bot reaches the play service and nothing else.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToJson
from google.protobuf.message import DecodeError
from grpc import StatusCode

from arena.hosting.alive import SHOWS
from arena.hosting.notebook import Notebook
from arena.hosting.passage import Passage
from botarena.carrera.v1 import observation_pb2 as _carrera
from botarena.scout.v1 import observation_pb2 as _scout
from botarena.v1 import match_pb2
from botarena.v1 import play_service_pb2 as pb

OBSERVATIONS = (_carrera, _scout)
"""Imported so that their messages can be written out."""
ADDRESS = "unix:/door/socket"
"""Where a program finds the door."""

_SERVICE, _METHOD = "botarena.v1.PlayService", "Play"
_SESSIONS = 4
_BURST = 10
_SPACING_S = 1.0
"""After so many sessions the next ones are opened so far apart."""
_GOODBYE = pb.PlayRequest(goodbye=pb.Goodbye())
_OURS = (
    StatusCode.UNAUTHENTICATED,
    StatusCode.PERMISSION_DENIED,
    StatusCode.NOT_FOUND,
    StatusCode.FAILED_PRECONDITION,
)
"""Refusals after which a bot would give up, though it can do nothing wrong here."""
_KEEPALIVE: Sequence[tuple[str, Any]] = (
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)
_SERVER: Sequence[tuple[str, Any]] = (
    *_KEEPALIVE,
    # Well below what a gateway takes, though what passes here may grow: a bot is not to break the
    # stream behind the door, which would look as if its machine had failed.
    ("grpc.max_receive_message_length", 100 << 10),
    ("grpc.so_reuseport", 0),
)
_CHANNEL: Sequence[tuple[str, Any]] = (
    *_KEEPALIVE,
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.use_local_subchannel_pool", 1),
)


@dataclass(frozen=True, slots=True)
class Gateway:
    """Where the play goes."""

    address: str
    roots: bytes | None = None
    """Certificates to trust, where the gateway speaks TLS; empty: those that come with gRPC."""

    def channel(self) -> grpc.aio.Channel:
        if self.roots is None:
            return grpc.aio.insecure_channel(self.address, options=_CHANNEL)
        credentials = grpc.ssl_channel_credentials(self.roots or None)
        return grpc.aio.secure_channel(self.address, credentials, options=_CHANNEL)


class Door:
    """Open while a program runs."""

    def __init__(
        self, place: Path, gateway: Gateway, submission_id: str, token: str, notes: Notebook
    ) -> None:
        self._place = place
        self._submission_id = submission_id
        self._metadata = (("authorization", f"Bearer {token}"), SHOWS)
        self._notes = notes
        self._channel = gateway.channel()
        self._server = grpc.aio.server(options=_SERVER, maximum_concurrent_rpcs=_SESSIONS)
        self._calls: set[Passage] = set()
        self._prompts: dict[str, pb.Prompt] = {}
        self._closing = False
        self._next_s = 0.0
        """When the next session may be opened, without its burst."""
        self._parted_s = asyncio.get_running_loop().time()
        self._excused = False
        self._partings: set[asyncio.Task[None]] = set()
        self.called = asyncio.Event()
        """Set once the bot has said hello; how long the arena takes to answer is not its fault."""
        self.live: set[str] = set()
        """The matches that the bot sits in."""
        self.begun = 0
        """How many matches it was seated in."""

    async def open(self) -> None:
        self._place.mkdir(mode=0o755)
        handler: Any = grpc.stream_stream_rpc_method_handler(self._play)
        handlers = grpc.method_handlers_generic_handler(_SERVICE, {_METHOD: handler})
        self._server.add_generic_rpc_handlers((handlers,))
        socket = self._place / "socket"
        self._server.add_insecure_port(f"unix:{socket}")
        await self._server.start()
        # Who may get to this directory is settled above it.
        socket.chmod(0o666)

    async def close(self) -> None:
        self._closing = True
        for call in list(self._calls):
            self._part(call)
        await self._server.stop(None)
        if self._partings:
            await asyncio.wait(self._partings)
        await self._channel.close()

    def excuse(self) -> None:
        """From now on the bot is not to blame for being gone: it is the arena that stops it."""
        self._excused = True

    async def say_goodbye(self) -> None:
        """Takes no new matches; those that go on may end, after a new session, too."""
        self._closing = True
        for call in list(self._calls):
            await call.send(_GOODBYE)

    @property
    def away_s(self) -> float:
        """For how long the bot has had no session, in seconds."""
        return 0.0 if self._calls else asyncio.get_running_loop().time() - self._parted_s

    async def _play(self, _: object, context: Any) -> None:
        if self._closing and not self.live:
            await context.abort(StatusCode.UNAVAILABLE, "the arena is about to stop this bot")
        await self._spaced()
        stream: Any = self._channel.stream_stream(f"/{_SERVICE}/{_METHOD}")
        call = Passage(stream(metadata=self._metadata))
        self._calls.add(call)
        up = asyncio.create_task(self._up(context, call))
        alive = asyncio.create_task(call.show_alive())
        try:
            while (message := await call.read()) is not None:
                response = pb.PlayResponse.FromString(message)
                call.debts.heard(response)
                self._heard(response)
                call.passing_on = True
                await context.write(message)
                call.passing_on = False
        finally:
            up.cancel()
            alive.cancel()
            self._part(call)
        code, details = await call.end()
        if code in _OURS:
            code, details = StatusCode.UNAVAILABLE, "the arena does not know this bot yet, or again"
        if code is not StatusCode.OK:
            await context.abort(code, details)

    async def _spaced(self) -> None:
        """Waits for as long as a bot has to that opens one session after the other."""
        now = asyncio.get_running_loop().time()
        self._next_s = max(self._next_s, now - _BURST * _SPACING_S) + _SPACING_S
        await asyncio.sleep(max(0.0, self._next_s - now))

    def _part(self, call: Passage) -> None:
        """Ends a session, once.

        A gateway takes one that is closed to be the bot's own end, and one that breaks off, as it
        does when this machine fails, to be the arena's doing.
        """
        if call not in self._calls:
            return
        self._calls.discard(call)
        self._parted_s = asyncio.get_running_loop().time()
        if self._excused:
            call.cancel()
            return
        parting = asyncio.create_task(call.part())
        self._partings.add(parting)
        parting.add_done_callback(self._partings.discard)

    async def _up(self, context: Any, call: Passage) -> None:
        """Passes on what the bot says, until it has nothing more to say."""
        while (message := await context.read()) is not grpc.aio.EOF:
            with suppress(DecodeError):
                request = self._said(pb.PlayRequest.FromString(message), call)
                call.debts.said(request)
                await call.send(request)
                if request.HasField("hello") and self._closing:
                    await call.send(_GOODBYE)
        await call.done()

    def _said(self, request: pb.PlayRequest, call: Passage) -> pb.PlayRequest:
        """Returns what the gateway gets to hear of it."""
        match request.WhichOneof("message"):
            case "hello" if call.greeted:
                request.hello.Clear()  # it counts for nothing, whatever it says
            case "hello":
                call.greeted = True
                self.called.set()
                # One match at a time, so that it is known to which belongs what is printed.
                request.hello.submission_id = self._submission_id
                request.hello.match_capacity = 1
            case "failure":
                words = f"at ply {request.failure.ply} the bot reported:\n{request.failure.reason}"
                self._notes.say(words, request.failure.match_id)
            case "heartbeat" if request.heartbeat.echo and not request.heartbeat.number:
                request.heartbeat.number = -1  # that nobody said; 0 is for this machine to say
        return request

    def _heard(self, response: pb.PlayResponse) -> None:
        match response.WhichOneof("message"):
            case "seated":
                seated = response.seated
                if seated.match_id not in self.live:
                    self.live.add(seated.match_id)
                    self.begun += 1
                self._notes.seated(seated.match_id, seated.seat)
            case "prompt":
                self._prompts[response.prompt.match_id] = response.prompt
            case "faulted":
                self._faulted(response.faulted)
            case "finished":
                self.live.discard(response.finished.match_id)
                self._prompts.pop(response.finished.match_id, None)
                self._notes.finished(response.finished.match_id)

    def _faulted(self, faulted: pb.Faulted) -> None:
        """Writes down what went wrong, and at which prompt."""
        fault = match_pb2.Fault.Name(faulted.fault).removeprefix("FAULT_").lower()
        words = f"at ply {faulted.ply}: {fault}; {faulted.action!r} was played instead"
        prompt = self._prompts.get(faulted.match_id)
        if prompt is not None and prompt.ply == faulted.ply:
            words += f"; the prompt was\n{_written(prompt)}"
        self._notes.say(words, faulted.match_id)


def _written(prompt: pb.Prompt) -> str:
    try:
        return MessageToJson(prompt, preserving_proto_field_name=True, indent=1)
    except (
        KeyError,
        TypeError,
        ValueError,
    ):  # the observation of a game whose messages are not known here
        return "\n".join(prompt.legal_actions)
