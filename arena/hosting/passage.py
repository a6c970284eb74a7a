"""One session of a bot with a gateway, as the door holds it."""

import asyncio
from contextlib import suppress
from typing import Any

import grpc
from grpc import StatusCode

from arena.hosting.alive import ALIVE, ALIVE_S, Debts
from botarena.v1 import play_service_pb2 as pb

_PARTING_S = 2.0
"""So long a gateway may take to note that a bot is gone."""


class Passage:
    """One session with the gateway; several may write.

    gRPC breaks a call off when whoever reads or writes is cancelled: both go on in such a case.
    """

    def __init__(self, call: Any) -> None:
        self._call = call
        self.debts = Debts()
        self.greeted = False
        """Whether the bot said hello."""
        self.passing_on = False
        """Whether something is on its way to the bot, who may not read it."""
        self._turn = asyncio.Lock()
        self._done = False

    async def read(self) -> bytes | None:
        return await asyncio.shield(asyncio.create_task(self._read()))

    async def _read(self) -> bytes | None:
        with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
            message = await self._call.read()
            return None if message is grpc.aio.EOF else message
        return None

    async def send(self, request: pb.PlayRequest) -> None:
        await self._send(request.SerializeToString())

    async def show_alive(self) -> None:
        """Says that this machine lives while the bot owes an answer, or does not read."""
        while True:
            if self.debts or self.passing_on:
                await self._send(ALIVE)
            await asyncio.sleep(ALIVE_S)

    async def _send(self, message: bytes) -> None:
        await asyncio.shield(asyncio.create_task(self._write(message)))

    async def _write(self, message: bytes) -> None:
        async with self._turn:
            # That it cannot be written is for whoever reads to notice.
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                if not self._done:
                    await self._call.write(message)

    async def done(self) -> None:
        await asyncio.shield(asyncio.create_task(self._finish()))

    async def _finish(self) -> None:
        async with self._turn:
            self._done = True
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await self._call.done_writing()

    async def end(self) -> tuple[StatusCode, str]:
        return await self._call.code(), await self._call.details() or ""

    async def part(self) -> None:
        """Closes the session and waits until the gateway has taken note."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PARTING_S):
                await self.done()
                await self._call.code()
        self.cancel()

    def cancel(self) -> None:
        self._call.cancel()
