"""Who may send an archive now: few at a time, for memory's sake, and one of each author."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

from arena.service.errors import TooMany

AT_ONCE = 4
PATIENCE_S = 60.0


class Intake:
    """The places of one gateway. Whoever stalls keeps others of its author waiting, nobody else."""

    def __init__(self, at_once: int = AT_ONCE, patience_s: float = PATIENCE_S) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._patience_s = patience_s
        self._authors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of those who have a place or wait for one."""

    @asynccontextmanager
    async def place(self, author_id: str) -> AsyncIterator[None]:
        """Waits for a place, in the order of asking; raises `TooMany` if that takes too long."""
        own = self._authors.setdefault(author_id, asyncio.Lock())
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(self._patience_s):
                    await held.enter_async_context(own)
                    await held.enter_async_context(self._places)
            except TimeoutError:
                why = "one upload of an author at a time, and few of all"
                raise TooMany("uploads at a time", why, self._patience_s) from None
            yield
