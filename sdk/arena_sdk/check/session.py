"""One open stream of a scripted arena, and the messages that are of no match."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

import grpc
from google.protobuf.duration_pb2 import Duration

from botarena.v1 import play_service_pb2 as pb

HEARTBEAT_S = 0.5
GRACE_S = 0.3

_NEW = b"\xc2\x3e\x03new"
"""Field 1000, three bytes: one that no version knows yet."""

UNKNOWN_KIND = b"\x7a\x03new"
"""A `PlayResponse` of a kind that no bot knows yet: field 15, three bytes."""

UNKNOWN_VALUE = 99
"""No enum goes as far."""


@dataclass(slots=True, eq=False)
class Session:
    """One open stream; it begins when the bot has said hello."""

    outbox: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)
    hello: asyncio.Future[pb.Hello] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    code: grpc.StatusCode | None = None
    silent: bool = False
    over: bool = False
    beats: int = 0
    echoes: int = 0
    said_goodbye: bool = False

    def send(self, message: bytes) -> None:
        if not self.silent:
            self.outbox.put_nowait(message)

    def end(self, code: grpc.StatusCode | None = None) -> None:
        """Ends the stream after what was sent; without a code it ends well."""
        if not self.over:
            self.code = code
            self.over = True
            self.outbox.put_nowait(None)

    async def beat(self) -> None:
        """Sends heartbeats for ever."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            self.beats += 1
            heartbeat = pb.Heartbeat(number=self.beats)
            self.send(pb.PlayResponse(heartbeat=heartbeat).SerializeToString())


def welcome(number: int) -> bytes:
    message = pb.Welcome(session_id=f"s{number}", heartbeat_interval=_seconds(HEARTBEAT_S))
    return pb.PlayResponse(welcome=message).SerializeToString()


def going_away() -> bytes:
    message = pb.GoingAway(grace=_seconds(GRACE_S), reason="a check")
    return pb.PlayResponse(going_away=message).SerializeToString()


def ignored(match_id: str) -> Iterator[bytes]:
    """Yields a message for every reason why something of a match may count for nothing."""
    kind = pb.Ignored
    reasons = kind.REASON_ANSWERED, kind.REASON_LATE, kind.REASON_NOT_ASKED, kind.REASON_NOT_SEATED
    for reason in reasons:
        message = pb.Ignored(reason=reason, match_id=match_id)
        yield pb.PlayResponse(ignored=message).SerializeToString()


def unknown_values(match_id: str) -> Iterator[bytes]:
    """Yields messages that an arena may send which is newer than the bot."""
    ignored = pb.PlayResponse()
    ignored.ignored.match_id = match_id
    ignored.ignored.MergeFromString(b"\x08" + bytes([UNKNOWN_VALUE]))
    yield ignored.SerializeToString()
    faulted = pb.PlayResponse()
    faulted.faulted.match_id = match_id
    faulted.faulted.MergeFromString(b"\x18" + bytes([UNKNOWN_VALUE]))
    yield faulted.SerializeToString()


def with_unknown_fields(message: bytes) -> bytes:
    """Returns a `PlayResponse` with fields that no version knows yet, outside and inside."""
    response = pb.PlayResponse.FromString(message)
    if kind := response.WhichOneof("message"):
        getattr(response, kind).MergeFromString(_NEW)
    response.MergeFromString(_NEW)
    return response.SerializeToString()


def _seconds(seconds: float) -> Duration:
    return Duration(nanos=round(seconds * 1e9))
