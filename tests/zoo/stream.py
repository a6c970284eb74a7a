"""A bare stream to the gateway: bytes out, messages in, and no manners but those asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import grpc

from botarena.v1 import play_service_pb2 as pb

GONE = (grpc.aio.AioRpcError, asyncio.InvalidStateError, asyncio.CancelledError)
"""What a call raises that is over; a call that the arena ended may look cancelled."""


@dataclass(frozen=True, slots=True)
class Den:
    """Where an animal lives: who it is to the arena, and for how long it may think."""

    address: str
    key: str
    submission_id: str
    match_id: str
    game: str
    seats: int
    limit_s: float
    """After so long it is too late, bank and lag included."""


class Wire:
    """One open stream."""

    def __init__(self, den: Den, channel: grpc.aio.Channel, key: str) -> None:
        self.den = den
        method = channel.stream_stream(
            "/botarena.v1.PlayService/Play",
            request_serializer=bytes,
            response_deserializer=pb.PlayResponse.FromString,
        )
        self.call = method(metadata=(("authorization", f"Bearer {key}"),))

    async def send(self, message: bytes | pb.PlayRequest) -> None:
        raw = message if isinstance(message, bytes) else message.SerializeToString()
        await self.call.write(raw)

    async def hello(self) -> None:
        await self.send(
            pb.PlayRequest(
                hello=pb.Hello(submission_id=self.den.submission_id, client="zoo", match_capacity=1)
            )
        )

    async def choose(self, prompt: pb.Prompt, action: str | None = None) -> None:
        chosen = prompt.legal_actions[0] if action is None else action
        await self.send(choice(prompt, chosen))

    async def messages(self) -> AsyncIterator[pb.PlayResponse]:
        """Yields what the arena says, and meanwhile shows that the bot lives."""
        while (message := await self.call.read()) is not grpc.aio.EOF:
            if message.WhichOneof("message") == "heartbeat":
                echo = pb.Heartbeat(number=message.heartbeat.number, echo=True)
                await self.send(pb.PlayRequest(heartbeat=echo))
            else:
                yield message

    async def prompts(self) -> AsyncIterator[pb.Prompt]:
        """Takes every seat and yields the prompts, until the match or the stream ends."""
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            async for message in self.messages():
                match message.WhichOneof("message"):
                    case "seated":
                        await self.send(acknowledge(message.seated))
                    case "prompt":
                        yield message.prompt
                    case "finished":
                        return


def choice(prompt: pb.Prompt, action: str) -> pb.PlayRequest:
    return pb.PlayRequest(choice=pb.Choice(match_id=prompt.match_id, ply=prompt.ply, action=action))


def acknowledge(seated: pb.Seated) -> pb.PlayRequest:
    return pb.PlayRequest(
        acknowledge=pb.Acknowledge(match_id=seated.match_id, attempt=seated.attempt)
    )


@asynccontextmanager
async def opened(den: Den, *, key: str | None = None, hello: bool = True) -> AsyncIterator[Wire]:
    """Opens a stream on a connection of its own and drops both in the end, without a goodbye."""
    channel = grpc.aio.insecure_channel(
        den.address,
        options=[("grpc.use_local_subchannel_pool", 1), ("grpc.max_send_message_length", -1)],
    )
    wire = Wire(den, channel, den.key if key is None else key)
    try:
        if hello:
            await wire.hello()
        yield wire
    finally:
        wire.call.cancel()
        await channel.close()


async def ended(wire: Wire) -> grpc.StatusCode:
    """Reads to the end and returns how the arena ended the stream."""
    with suppress(grpc.aio.AioRpcError):
        async for _ in wire.messages():
            pass
    code: grpc.StatusCode = await wire.call.code()
    return code
