"""Who calls a bot's plain methods: threads, so that the loop goes on, or the loop itself."""

import asyncio
import contextlib
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Caller(Protocol):
    """Calls functions that may take their time."""

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Returns what the function returns, or raises what it raises."""

    def close(self) -> None:
        """Calls no more."""


class Direct:
    """Calls at once, and nothing else goes on meanwhile."""

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        return function(*arguments)

    def close(self) -> None: ...


class Threads:
    """At most a fixed number of threads, started as they are needed.

    They are daemons, which those of the standard library's pool are not: a bot that never returns
    from `choose` must not keep the process from ending.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._work = SimpleQueue[Callable[[], None] | None]()
        self._threads: list[Thread] = []
        self._busy = 0
        """How many calls have begun, or wait for a thread, and have not ended."""

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Calls `function` in a thread; cancelling this does not stop it there."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def work() -> None:
            result, error = None, None
            try:
                result = function(*arguments)
            except BaseException as raised:  # whatever it is, the one who waits is to get it
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._settle, future, result, error)

        self._busy += 1
        if len(self._threads) < min(self._busy, self._most):
            self._start()
        self._work.put(work)
        result: T = await future
        return result

    def close(self) -> None:
        """Lets the threads end when they have done what they are at."""
        for _ in self._threads:
            self._work.put(None)
        self._threads.clear()

    def _settle(
        self, future: asyncio.Future[Any], result: Any, error: BaseException | None
    ) -> None:
        self._busy -= 1
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def _start(self) -> None:
        thread = Thread(target=self._serve, name=f"bot-{len(self._threads)}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self) -> None:
        while (work := self._work.get()) is not None:
            work()
