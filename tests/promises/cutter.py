"""Passes bots on to gateways, one after the other, and cuts their sessions at a chosen step."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import Message

from botarena.v1 import play_service_pb2 as pb

METHOD = "/botarena.v1.PlayService/Play"
ONCE_A_PLY = ("prompt", "choice")
OTHERWISE = 2
"""How often a bot is cut off at a step that belongs to no ply; for ever would be too often."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the sessions of a bot end: at which message, and on which side of it."""

    step: str
    delivered: bool
    """Whether the message still arrives."""


class _IsCut(Exception):
    pass


class Cutter:
    """A server that stands before gateways."""

    def __init__(self, addresses: Sequence[str], cuts: Mapping[str, Cut]) -> None:
        """`cuts` are by submission; whoever has none is passed on untouched."""
        self._addresses = addresses
        self._cuts = cuts
        self._sessions: Counter[str] = Counter()
        self._seen: set[tuple[str, int]] = set()
        self.made: Counter[str] = Counter()
        """How often each submission was cut off."""

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """Gives its own address."""
        server = grpc.aio.server()
        handler: Any = grpc.stream_stream_rpc_method_handler(self._play)
        service = METHOD.split("/")[1]
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(service, {"Play": handler}),)
        )
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        try:
            yield f"127.0.0.1:{port}"
        finally:
            await server.stop(0.0)

    async def _play(self, _: object, context: Any) -> None:
        hello = await context.read()
        submission = pb.PlayRequest.FromString(hello).hello.submission_id
        address = self._addresses[self._sessions[submission] % len(self._addresses)]
        self._sessions[submission] += 1
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(address, options=options) as channel:
            call = channel.stream_stream(METHOD)(metadata=_key(context))

            async def up() -> None:
                message = hello
                while message is not grpc.aio.EOF:
                    await self._pass_on(submission, pb.PlayRequest, message, call.write)
                    message = await context.read()

            async def down() -> None:
                while (message := await call.read()) is not grpc.aio.EOF:
                    await self._pass_on(submission, pb.PlayResponse, message, context.write)

            ways = [asyncio.ensure_future(up()), asyncio.ensure_future(down())]
            try:
                done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:  # the bot is gone, or all is over
                return
            finally:
                for way in ways:
                    way.cancel()
                errors = await asyncio.gather(*ways, return_exceptions=True)
            is_cut = any(isinstance(error, _IsCut) for error in errors)
            if is_cut or ways[0] in done:
                call.cancel()
            code, details = await call.code(), await call.details()
        if is_cut:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "cut")
        if code is not grpc.StatusCode.OK:
            await context.abort(code, details)

    async def _pass_on(
        self,
        submission: str,
        kind: type[Message],
        message: bytes,
        write: Callable[[bytes], Awaitable[None]],
    ) -> None:
        """Raises `_IsCut` before or after it passes a message on, if there is a cut to be made."""
        cut = self._cuts.get(submission)
        here = cut is not None and self._is_due(submission, cut, kind.FromString(message))
        if cut is None or not here or cut.delivered:
            await write(message)
        if here:
            self.made[submission] += 1
            raise _IsCut

    def _is_due(self, submission: str, cut: Cut, message: Any) -> bool:
        step = message.WhichOneof("message")
        if step != cut.step:
            return False
        if step not in ONCE_A_PLY:
            return self.made[submission] < OTHERWISE
        key = submission, getattr(message, step).ply
        fresh = key not in self._seen
        self._seen.add(key)
        return fresh


def _key(context: Any) -> tuple[tuple[str, str], ...]:
    return tuple((k, v) for k, v in context.invocation_metadata() if k == "authorization")
