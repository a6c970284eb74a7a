"""What waits to be written to one bot: in order, and no more of it than a bot may leave unread."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

MESSAGES = 64
MESSAGES_PER_SEAT = 4
BYTES = 256 * 1024
BYTES_PER_SEAT = 32 * 1024

Handed: TypeAlias = Callable[[], bool]
"""Called right before a message is handed to the transport; says whether it still should be."""


class Outbound:
    """A bounded queue with one reader, the writer task of a stream."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[bytes, Handed | None]] = deque()
        self._bytes = 0
        self._wanted: asyncio.Future[None] | None = None

    def put(self, message: bytes, handed: Handed | None = None) -> None:
        self._waiting.append((message, handed))
        self._bytes += len(message)
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(None)

    def overflows(self, seats: int) -> bool:
        """Returns whether more waits than a bot with so many seats may leave unread."""
        messages = len(self._waiting)
        return messages > MESSAGES + MESSAGES_PER_SEAT * seats or (
            messages > 1 and self._bytes > BYTES + BYTES_PER_SEAT * seats
        )

    async def following(self) -> bytes:
        """Returns the next message that is to be written, to be handed to the transport now."""
        while True:
            while self._waiting:
                message, handed = self._waiting.popleft()
                self._bytes -= len(message)
                if handed is None or handed():
                    return message
            self._wanted = asyncio.get_running_loop().create_future()
            await self._wanted
            self._wanted = None
