"""Players whose bots are in this process: without a clock, and with one."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt
from arena_sdk.calls import BotFailed, complaint
from arena_sdk.seated import SeatedBot

_log = logging.getLogger("arena_sdk")

CLOSE_S = 1.0
"""How long a bot that overran its time may still take to hear of the outcome."""


class LocalPlayer:
    """Answers however long it takes; costs no time on any clock."""

    def __init__(self, bot: SeatedBot) -> None:
        self._bot = bot
        self._untold: list[Callable[[], Awaitable[None]]] = []

    async def sit(self) -> None:
        await self._bot.sit()

    async def choose(self, prompt: Prompt) -> Answer:
        await self.close()
        try:
            return Answer(await self._bot.choose(prompt))
        except BotFailed as failure:
            _log.error("seat %d, ply %d:\n%s", self._bot.table.seat, prompt.ply, failure)
            return Answer("", fault=Fault.CRASH)

    def faulted(self, notice: Faulted) -> None:
        _log.warning("seat %d, ply %d: %s", self._bot.table.seat, notice.ply, complaint(notice))
        self._untold.append(partial(self._bot.faulted, notice))

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        self._untold.append(partial(self._bot.finished, outcome, heard))

    async def close(self) -> None:
        """Passes on what the bot was not told yet."""
        while self._untold:
            await self._untold.pop(0)()


class TimedPlayer:
    """Answers in time, measured as the arena measures it, or reports what the bot did wrong."""

    def __init__(self, bot: SeatedBot, clock: Clock) -> None:
        self._player = LocalPlayer(bot)
        self._clock = clock
        self._tasks = set[asyncio.Task[None] | asyncio.Task[Answer]]()
        """What the bot is still at; one that overran its time is not stopped."""
        self._sitting: asyncio.Task[None] | None = None

    async def sit(self) -> None:
        self._sitting = asyncio.create_task(self._player.sit())
        await self._within(self._sitting, self._clock.join_ms)

    async def choose(self, prompt: Prompt) -> Answer:
        if self._sitting is None or not self._sitting.done():
            return Answer("", fault=Fault.NO_SHOW)
        choosing = asyncio.create_task(self._player.choose(prompt))
        elapsed_ms = await self._within(choosing, self._clock.budget_ms(prompt.bank_ms))
        if choosing.done():
            return replace(choosing.result(), elapsed_ms=elapsed_ms)
        return Answer("", elapsed_ms, Fault.TIMEOUT)

    def faulted(self, notice: Faulted) -> None:
        self._player.faulted(notice)

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        self._player.finished(outcome, heard)

    async def close(self) -> None:
        """Passes on what the bot was not told yet, unless it is still busy with a prompt."""
        await self._within(asyncio.create_task(self._player.close()), round(CLOSE_S * 1_000))
        for task in self._tasks:
            task.cancel()

    async def _within(self, task: asyncio.Task[None] | asyncio.Task[Answer], limit_ms: int) -> int:
        """Waits for a task, but no longer than the limit; returns how many milliseconds."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        begun = time.perf_counter()
        await asyncio.wait({task}, timeout=limit_ms / 1_000)
        return round((time.perf_counter() - begun) * 1_000)
