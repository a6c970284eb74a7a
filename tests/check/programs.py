"""Bots of this process, to be started and stopped as if they were programs of their own."""

import asyncio
from collections.abc import Mapping

from tests.check.bots import LittleBot


class Task:
    """One bot at a time, as a task of the loop that runs."""

    def __init__(self, kind: type[LittleBot]) -> None:
        self._kind = kind
        self._bot: LittleBot | None = None
        self._task: asyncio.Task[int] | None = None

    async def start(self, environment: Mapping[str, str]) -> None:
        self._bot = self._kind(environment)
        self._task = asyncio.create_task(self._bot.run())

    @property
    def code(self) -> int | None:
        if self._task is None:
            return 0
        if not self._task.done():
            return None
        failed = self._task.cancelled() or self._task.exception() is not None
        return 1 if failed else self._task.result()

    def terminate(self) -> None:
        assert self._bot is not None
        self._bot.draining.set()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def output(self) -> str:
        assert self._task is not None
        error = None if self._task.cancelled() else self._task.exception()
        return repr(error) if error else ""
