"""Carries what a session and its bot say to each other over one gRPC call.

One task reads and one writes. A read is never interrupted, for that would break the call: a read
that is under way when the session ends is left to end with the call.
"""

import asyncio
from contextlib import suppress
from typing import Any, TypeAlias

import grpc
import structlog
from grpc import StatusCode

from arena.hosting.alive import ALIVE
from arena.rpc.outbound import Outbound
from arena.rpc.session import Ending, Session
from arena.rpc.stopwatch import Stopwatch

SILENT_INTERVALS = 3
"""A bot that was not heard for so many heartbeat intervals is dropped."""
HOST_INTERVALS = 0.8
HOST_LEAST_S = 1.0
"""A machine of ours that did not answer a heartbeat after so many intervals, and this long at
least, is taken for dead."""
CLOSED_S = 0.2
"""The stream of a hosted bot was closed in order if its call still stands after so long."""

ServicerContext: TypeAlias = grpc.aio.ServicerContext[Any, Any]

_log = structlog.get_logger(__name__)


class Stream:
    """Lives as long as `run` does."""

    def __init__(
        self,
        session: Session,
        outbound: Outbound,
        context: ServicerContext,
        stopwatch: Stopwatch,
        heartbeat_s: float,
    ) -> None:
        self._session = session
        self._outbound = outbound
        self._context = context
        self._stopwatch = stopwatch
        self._heartbeat_s = heartbeat_s
        self._heard_s = stopwatch.seconds()
        self._loop = asyncio.get_running_loop()
        self._beating = self._loop.call_later(heartbeat_s, self._beat)
        self._checking: asyncio.TimerHandle | None = None

    async def run(self) -> Ending:
        """Returns how the session ended."""
        # Whatever ends a call while its first write is under way would send these once more, and
        # gRPC would never end the call.
        with suppress(grpc.aio.BaseError):  # the bot is gone; the reader finds out
            await self._context.send_initial_metadata(())
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        for task in (reader, writer):
            task.add_done_callback(self._done)
        try:
            return await asyncio.shield(self._session.ending)
        finally:
            self._beating.cancel()
            if self._checking is not None:
                self._checking.cancel()
            writer.cancel()

    async def _read(self) -> None:
        read, receive = self._context.read, self._session.receive
        while (message := await read()) is not grpc.aio.EOF:
            if message != ALIVE:
                self._heard_s = self._stopwatch.seconds()
            receive(message)

    async def _write(self) -> None:
        write, following = self._context.write, self._outbound.following
        while True:
            await write(await following())

    def _done(self, task: "asyncio.Task[None]") -> None:
        """Ends the session with the first task that ends: the bot is gone, or we failed."""
        error = None if task.cancelled() else task.exception()
        ours = error is not None and not isinstance(error, grpc.aio.BaseError)
        if ours:
            _log.error("session failed", session=self._session.session_id, exc_info=error)
        if error is not None or task.cancelled():
            self._session.tear(ours=ours)
        elif self._session.hosted:
            # To a reader a stream that broke looks closed; but then its call is cancelled now.
            self._loop.call_later(CLOSED_S, self._session.hang_up)
        else:
            self._session.hang_up()

    def _beat(self) -> None:
        """Shows that we are alive, and drops a bot that is not."""
        silent_s = self._stopwatch.seconds() - self._heard_s
        if silent_s > SILENT_INTERVALS * self._heartbeat_s:
            details = f"nothing was heard of the bot for {silent_s:.1f} s"
            self._session.end(Ending(StatusCode.DEADLINE_EXCEEDED, details))
            return
        self._session.beat()
        self._beating = self._loop.call_later(self._heartbeat_s, self._beat)
        if self._session.hosted:
            self._check_host(self._stopwatch.seconds())

    def _check_host(self, since_s: float) -> None:
        """Sees to it that the machine of a hosted bot had its time by our stopwatch, too."""
        patience_s = max(HOST_LEAST_S, HOST_INTERVALS * self._heartbeat_s)
        left_s = since_s + patience_s - self._stopwatch.seconds()
        if left_s > 0:
            self._checking = self._loop.call_later(left_s, self._check_host, since_s)
        else:
            self._session.check_host(since_s)
