"""A way to the arena that can be cut."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_AT_ONCE = struct.pack("ii", 1, 0)
"""Makes a socket that is closed reset its connection, as a network that fails does."""


class Proxy:
    """Passes connections on to one address, until they are cut."""

    def __init__(self, target: str) -> None:
        self._host, _, self._port = target.rpartition(":")
        self._open: set[asyncio.StreamWriter] = set()
        self.connections = 0
        """How many there were."""

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """Yields the proxy's own address."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        async with server:
            host, port = server.sockets[0].getsockname()
            try:
                yield f"{host}:{port}"
            finally:
                self.cut()

    def cut(self) -> None:
        """Resets every connection at both ends."""
        for writer in self._open:
            with contextlib.suppress(OSError):
                writer.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE
                )
            writer.transport.abort()
        self._open.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            far_reader, far_writer = await asyncio.open_connection(self._host, int(self._port))
        except OSError:
            writer.close()
            return
        ends = {writer, far_writer}
        self._open |= ends
        await asyncio.gather(_pass_on(reader, far_writer), _pass_on(far_reader, writer))
        self._open -= ends


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()
