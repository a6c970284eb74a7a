"""Keeps a bot connected: opens sessions, again when they end, until there is nothing to play."""

import asyncio
import logging
import random
from dataclasses import dataclass
from typing import Any, TypeVar

from arena.games.registry import Registry
from arena_sdk.bot import MakeBot
from arena_sdk.calls import maker
from arena_sdk.matches import Matches
from arena_sdk.session import Session, SessionRefused
from arena_sdk.settings import Settings
from botarena.v1 import play_service_pb2 as pb

T = TypeVar("T")

_log = logging.getLogger("arena_sdk")

_GOODBYE = pb.PlayRequest(goodbye=pb.Goodbye())


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the client waits, and for what."""

    first_s: float = 0.1
    """Before the first retry at most; twice as long before each further one."""
    cap_s: float = 10.0
    """Before any retry at most. A session that lasts longer makes up for earlier failures."""
    absent_s: float = 120.0
    """For the arena to seat a match again on a new session; after that the match is forgotten."""
    linger_s: float = 1.0
    """After goodbye and the last match, for a match that was seated meanwhile."""
    close_s: float = 2.0
    """For the arena to end the last session, and for bots to hear of their outcome."""

    def before_retry_s(self, failures: int) -> float:
        """Returns a random time: bots that lost one gateway are not to come back all at once."""
        return random.uniform(0, min(self.cap_s, self.first_s * 2 ** min(failures, 20)))


class Client:
    """Plays for one submission until it is drained or refused."""

    def __init__(
        self,
        make_bot: MakeBot,
        settings: Settings,
        patience: Patience = Patience(),
        *,
        drain: asyncio.Event | None = None,
    ) -> None:
        self._settings = settings
        self._patience = patience
        self._matches = Matches(maker(make_bot), settings.matches, Registry.installed())
        self._drain = drain or asyncio.Event()
        """Once set no new matches are taken, and `run` returns when those that go on have ended."""
        self._session: Session | None = None
        """The newest one that was welcomed."""
        self._tasks = set[asyncio.Task[Any]]()

    @property
    def live(self) -> int:
        """The number of matches that go on."""
        return len(self._matches)

    async def run(self) -> None:
        """Raises `SessionRefused` if the arena does not want the bot."""
        ends: list[asyncio.Future[Any]] = [
            self._keep(asyncio.create_task(self._play())),
            self._keep(asyncio.create_task(self._drained())),
            self._matches.failed,
        ]
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for ended in done:
                ended.result()
            await self._matches.settle(self._patience.close_s)
        finally:
            tasks = tuple(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._matches.close()

    async def _play(self) -> None:
        """Opens one session after the other, the next one early if the arena asks for it.

        Returns when the bot was told to stop and there is nothing to come back for.
        """
        clock = asyncio.get_running_loop().time
        failures = 0
        while True:
            begun = clock()
            session = Session(self._settings, self._matches)
            self._keep(session.ended)
            if await session.reaches(session.welcomed):
                self._move_to(session)
                await session.reaches(session.moving)
            if clock() - begun > self._patience.cap_s:
                failures = 0
            wait_s = self._patience.before_retry_s(failures)
            failures += 1
            if session.ended.done():
                end = session.ended.result()
                if end.final:
                    raise SessionRefused(end)
                if self._drain.is_set() and not self.live:
                    return
                _log.info("no session (%s); next try in %.1f s", end.details, wait_s)
            await asyncio.sleep(wait_s)

    def _move_to(self, session: Session) -> None:
        """Makes `session` the newest one and lets the one before go."""
        if self._session is not None:
            self._keep(asyncio.create_task(self._session.leave()))
        self._session = session
        if self._drain.is_set():
            session.send(_GOODBYE)
        self._keep(asyncio.create_task(self._forget_absent(session)))

    async def _forget_absent(self, session: Session) -> None:
        """Forgets matches that must have ended while the bot had no session."""
        await asyncio.sleep(self._patience.absent_s)
        if self._session is session:
            self._matches.forget_absent(session)

    async def _drained(self) -> None:
        """Returns when the bot was told to stop and no match goes on."""
        await self._drain.wait()
        if self._session is not None:
            self._session.send(_GOODBYE)
        await self._matches.none_live.wait()
        if self._session is None:
            return
        await asyncio.sleep(self._patience.linger_s)
        await self._matches.none_live.wait()
        await self._session.leave(self._patience.close_s)

    def _keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        """Holds on to a task until it is done, as asyncio does not."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
