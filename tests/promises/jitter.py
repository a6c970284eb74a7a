"""A network that takes its time: holds back every piece of what passes through it."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Jitter:
    """Passes connections on to one address, either way late by a random time."""

    def __init__(self, address: str, late_ms: tuple[float, float]) -> None:
        self._host, _, self._port = address.rpartition(":")
        self.late_ms = late_ms
        """Least and most; may be changed at any time."""
        self._serving: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """Gives its own address."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        async with server:
            host, port = server.sockets[0].getsockname()
            try:
                yield f"{host}:{port}"
            finally:
                for serving in self._serving:
                    serving.cancel()

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving = asyncio.create_task(self._pass_on(reader, writer))
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(self._host, int(self._port))
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pieces = asyncio.Queue[tuple[float, bytes]]()
        delivering = asyncio.create_task(_deliver(pieces, writer))
        clock = asyncio.get_running_loop().time
        with suppress(OSError):
            while piece := await reader.read(1 << 16):
                pieces.put_nowait((clock() + random.uniform(*self.late_ms) / 1000, piece))
        pieces.put_nowait((clock(), b""))
        await delivering


async def _deliver(
    pieces: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter
) -> None:
    """Writes every piece when it is due, in their order; an empty one is the last."""
    clock = asyncio.get_running_loop().time
    with suppress(OSError):
        while True:
            due, piece = await pieces.get()
            if not piece:
                break
            await asyncio.sleep(due - clock())
            writer.write(piece)
    writer.close()
