"""The relay within one process, for tests: bots are functions, logs are lists."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from arena.match.events import Ended, MatchEvent
from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.service.relay_ports import Overtaken, Presence

MemoryBot: TypeAlias = Callable[[Table, Prompt], str | Awaitable[str]]
"""Returns the action of one seat for one prompt; what it raises is a crash of the bot."""


class MemoryRelay:
    """Implements `Relay` for bots that are registered as functions."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Faulted | Outcome | None]] = []
        """What submissions were told, in order; `None` where the arena gave a match up."""
        self._bots: dict[str, tuple[MemoryBot, Presence]] = {}
        self._epochs = 0
        self._arrival = asyncio.Event()

    def connect(self, submission_id: str, bot: MemoryBot, capacity: int = 1) -> None:
        """Opens a session; an older one of the same submission is superseded."""
        self._epochs += 1
        presence = Presence(submission_id, "memory", self._epochs, capacity)
        self._bots[submission_id] = (bot, presence)
        self._arrival.set()
        self._arrival = asyncio.Event()

    def disconnect(self, submission_id: str) -> None:
        """Ends the session, if there is one."""
        self._bots.pop(submission_id, None)

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        """Implements `Relay.online`."""
        return {i: self._bots[i][1] for i in submission_ids if i in self._bots}

    def player(self, submission_id: str, table: Table) -> "MemoryPlayer":
        """Implements `Relay.player`."""
        return MemoryPlayer(self, submission_id, table)

    async def bot(self, submission_id: str, patience_ms: int) -> MemoryBot | None:
        """Returns the bot as soon as it has a session, `None` if it takes too long."""
        try:
            async with asyncio.timeout(patience_ms / 1000):
                while submission_id not in self._bots:
                    await self._arrival.wait()
        except TimeoutError:
            return None
        return self._bots[submission_id][0]

    def has(self, submission_id: str) -> bool:
        return submission_id in self._bots


class MemoryPlayer:
    """Implements `RelayedPlayer`."""

    def __init__(self, relay: MemoryRelay, submission_id: str, table: Table) -> None:
        self._relay = relay
        self._submission_id = submission_id
        self._table = table
        self._joined = False
        self._closed = False

    async def sit(self) -> None:
        """Implements `Player.sit`."""
        join_ms = self._table.clock.join_ms
        self._joined = await self._relay.bot(self._submission_id, join_ms) is not None

    async def choose(self, prompt: Prompt) -> Answer:
        """Implements `Player.choose`."""
        self._joined = self._joined or self._relay.has(self._submission_id)
        if not self._joined:
            return Answer("", 0, Fault.NO_SHOW)
        budget_ms = self._table.clock.budget_ms(prompt.bank_ms)
        bot = await self._relay.bot(self._submission_id, budget_ms)
        if bot is None:
            return Answer("", budget_ms, Fault.DISCONNECT)
        loop = asyncio.get_running_loop()
        asked = loop.time()
        try:
            async with asyncio.timeout(budget_ms / 1000) as limit:
                answer = bot(self._table, prompt)
                action = await answer if inspect.isawaitable(answer) else answer
        except Exception:  # a bot may raise whatever it likes
            fault = Fault.TIMEOUT if limit.expired() else Fault.CRASH
            return Answer("", min(budget_ms, int((loop.time() - asked) * 1000)), fault)
        return Answer(action, int((loop.time() - asked) * 1000))

    def faulted(self, notice: Faulted) -> None:
        """Implements `Player.faulted`."""
        self._tell(notice)

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        """Implements `Player.finished`."""
        self._tell(outcome)

    def given_up(self) -> None:
        """Implements `RelayedPlayer.given_up`."""
        self._tell(None)

    def close(self) -> None:
        """Implements `RelayedPlayer.close`."""
        self._closed = True

    def _tell(self, what: Faulted | Outcome | None) -> None:
        if self._relay.has(self._submission_id) and not self._closed:
            self._relay.told.append((self._submission_id, what))


@dataclass(slots=True)
class _Shelf:
    """The log of one match and who waits for it."""

    attempt: int = 0
    since_attempt: int = 0
    """The attempt that wrote the first of its events."""
    events: list[MatchEvent] = field(default_factory=list)
    grown: asyncio.Event = field(default_factory=asyncio.Event)


class MemoryLiveLogs:
    """Implements `LiveLogs` with lists."""

    def __init__(self) -> None:
        self._shelves: dict[str, _Shelf] = {}

    async def open(self, match_id: str, attempt: int) -> "MemoryLiveLog":
        """Implements `LiveLogs.open`."""
        shelf = self._shelves.setdefault(match_id, _Shelf())
        if shelf.attempt > attempt:
            raise Overtaken(f"a newer attempt at {match_id} has its log")
        shelf.attempt = attempt
        if not shelf.events:
            shelf.since_attempt = attempt
        return MemoryLiveLog(shelf, attempt)

    async def follow(
        self, match_id: str, after: int, idle_s: float | None = None
    ) -> AsyncIterator[tuple[int, MatchEvent]]:
        """Implements `LiveLogs.follow`."""
        shelf = self._shelves.setdefault(match_id, _Shelf())
        while True:
            while after < len(shelf.events):
                event = shelf.events[after]
                after += 1
                yield after, event
                if isinstance(event, Ended):
                    return
            try:
                async with asyncio.timeout(idle_s):
                    await shelf.grown.wait()
            except TimeoutError:
                return


class MemoryLiveLog:
    """Implements `LiveLog`."""

    def __init__(self, shelf: _Shelf, attempt: int) -> None:
        self.past = tuple(shelf.events)
        self.since_attempt = shelf.since_attempt
        self._shelf = shelf
        self._attempt = attempt

    async def append(self, event: MatchEvent) -> None:
        """Implements `LiveLog.append`."""
        if self._shelf.attempt > self._attempt:
            raise Overtaken("a newer attempt has the log")
        self._shelf.events.append(event)
        self._shelf.grown.set()
        self._shelf.grown = asyncio.Event()
