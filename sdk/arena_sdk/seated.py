"""One instance of a bot at one table: calls its methods one at a time, in threads or awaited."""

import asyncio
import inspect
import logging
from collections.abc import Callable, Iterable
from typing import Any

from arena.match.outcome import Outcome
from arena.match.players import Faulted, Heard, Table
from arena.match.players import Prompt as AskedPrompt
from arena_sdk.bot import Bot, MakeBot
from arena_sdk.calls import (
    BotFailed,
    awaited,
    called,
    checked_action,
    checked_bot,
    is_overridden,
    prompt_for_bot,
)
from arena_sdk.threads import Caller

_log = logging.getLogger("arena_sdk")


class SeatedBot:
    """Its coroutines wait for each other, in the order in which they were started."""

    def __init__(self, make_bot: MakeBot, table: Table, caller: Caller) -> None:
        self.table = table
        self._make_bot = make_bot
        self._caller = caller
        self._turn = asyncio.Lock()
        self._bot: Bot | None = None
        self._failure = "the bot was not made yet"

    async def sit(self) -> None:
        """Makes the bot and tells it where it sits."""
        async with self._turn:
            try:
                self._bot = checked_bot(await self._caller.run(called, self._make_bot))
            except BotFailed as failure:
                self._failure = f"the bot could not be made\n{failure}"
                _log.error("match %s: %s", self.table.match_id, self._failure)
            await self._tell("seated", [self.table])

    async def choose(self, prompt: AskedPrompt) -> str:
        """Raises `BotFailed`."""
        async with self._turn:
            if self._bot is None:
                raise BotFailed(self._failure)
            await self._each("heard", prompt.heard)
            asked = prompt_for_bot(self.table.match_id, prompt)
            return checked_action(await self._call(self._bot.choose, asked))

    async def faulted(self, notice: Faulted) -> None:
        """Passes the notice on."""
        async with self._turn:
            await self._tell("faulted", [notice])

    async def finished(self, outcome: Outcome | None, heard: Iterable[Heard]) -> None:
        """Passes on what is left to be heard, then the outcome."""
        async with self._turn:
            await self._tell("heard", heard)
            await self._tell("finished", [outcome])

    async def _tell(self, hook: str, values: Iterable[object]) -> None:
        """Calls a hook for each value; what it raises is logged and changes nothing."""
        try:
            await self._each(hook, values)
        except BotFailed as failure:
            _log.error("match %s, %s():\n%s", self.table.match_id, hook, failure)

    async def _each(self, hook: str, values: Iterable[object]) -> None:
        if self._bot is not None and is_overridden(self._bot, hook):
            for value in values:
                await self._call(getattr(self._bot, hook), value)

    async def _call(self, method: Callable[..., Any], argument: object) -> Any:
        if inspect.iscoroutinefunction(method):
            return await awaited(method, argument)
        return await self._caller.run(called, method, argument)
