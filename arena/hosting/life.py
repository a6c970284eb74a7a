"""The life of one hosted submission on one machine: checked, built, qualified, run, let go."""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeVar

from arena.hosting.building import Refused, Workshop
from arena.hosting.door import ADDRESS, Door, Gateway
from arena.hosting.notebook import Notebook
from arena.service import qualifying
from arena.service.hosting_ports import Exit, Limits, Manifest, Program
from arena.service.hosting_records import Hosted, HostedState
from arena.service.ports import Now, OpenUnit

T = TypeVar("T")

_LOOK_S = 0.5
_GRACE_S = 2.0
_LINGER_S = 2.5
"""A little longer than a gateway lets a session linger that said goodbye."""
_AWAY_S = 30.0
"""A bot that is to make room and has had no session for so long does not come back."""
_BEFORE = " before it connected"
_BACKOFF_S = (0.5, 1.0, 2.0, 5.0, 15.0, 60.0)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, and how much is enough."""

    start_s: float = 10.0
    idle_s: float = 30.0
    drain_s: float = 10.0
    matches: int = 50
    """After so many a program is replaced by a fresh one."""
    turn_s: float = 300.0
    """A bot runs for so long before it makes room for one that waits."""
    wait_s: float = 10.0
    """Who waits for longer found no room on any machine."""


class _Turn(Enum):
    """Why a program that had been let in is not running any more."""

    CRASHED = 1
    REPLACED = 2
    LET_GO = 3


class Life:
    """One submission while this machine runs it."""

    def __init__(
        self,
        hosted: Hosted,
        token: str,
        home: Path,
        gateway: Gateway,
        workshop: Workshop,
        patience: Patience,
        *,
        open_unit: OpenUnit,
        now: Now,
    ) -> None:
        self.hosted = hosted
        """The submission as this machine knows it."""
        self._id = hosted.submission_id
        self._token = token
        self._home = home
        self._gateway = gateway
        self._workshop = workshop
        self._patience = patience
        self._open_unit = open_unit
        self._now = now
        self._notes = Notebook()
        self._ending = asyncio.Event()
        self._abandoned = False
        self._unwanted_since: float | None = None
        self.since = asyncio.get_running_loop().time()
        self.gives_way = False
        """Whether it ends as soon as its match is over."""

    @property
    def is_active(self) -> bool:
        return self.hosted.state is HostedState.ACTIVE

    def give_way(self) -> None:
        """Takes no further match, and ends after the one that goes on: others wait for the room."""
        self.gives_way = True

    def want(self, wanted: bool) -> None:
        """Hears whether the submission is to run at all."""
        now = asyncio.get_running_loop().time()
        if wanted:
            self._unwanted_since = None
        elif self._unwanted_since is None:
            self._unwanted_since = now
        elif now - self._unwanted_since >= self._patience.idle_s:
            self.end()

    def end(self) -> None:
        """Comes to an end soon; matches may be played to theirs."""
        self._ending.set()

    def abandon(self) -> None:
        """Comes to an end at once: another machine has the submission."""
        self._abandoned = True
        self._ending.set()

    def keep_notes(self) -> None:
        """Keeps what was printed since this was last called."""
        changed = list(self._notes.changed())
        if changed and not self._abandoned:
            with self._open_unit() as unit:
                for (match_id, seat), log in changed:
                    unit.hosted.keep_log(self._id, match_id, seat, log, self._now())

    async def lead(self) -> None:
        """Returns when the submission is refused, or is not to run here any longer."""
        room = Path(mkdtemp(dir=self._home, prefix="room-"))
        try:
            await self._lead(room)
        except Refused as refused:
            self._notes.conclude(f"refused: {refused}")
            await self._stored(self.keep_notes)  # first: whoever sees the state reads the log
            await self._stored(partial(self._refuse, str(refused)))
        finally:
            with contextlib.suppress(Exception):
                await self._stored(self.keep_notes)
            await asyncio.to_thread(shutil.rmtree, room, ignore_errors=True)

    async def _lead(self, room: Path) -> None:
        archive = await self._stored(self._archive)
        manifest = await asyncio.to_thread(self._workshop.manifest, archive)
        if self.hosted.state in (HostedState.CHECKING, HostedState.BUILDING):
            if manifest.build:
                await self._move(HostedState.BUILDING)
                archive = await self._workshop.built(manifest, archive, room, self._notes)
            await self._move(HostedState.QUALIFYING, archive if manifest.build else b"")
        await asyncio.to_thread(self._workshop.unpack, archive, room / "bot")
        crashes = 0
        while not self._ending.is_set() and not self.gives_way:
            begun = asyncio.get_running_loop().time()
            turn = await self._run(manifest, room)
            if turn is _Turn.LET_GO:
                return
            if asyncio.get_running_loop().time() - begun > _BACKOFF_S[-1]:
                crashes = 0
            if turn is _Turn.CRASHED:
                wait_s = _BACKOFF_S[min(crashes, len(_BACKOFF_S) - 1)]
                crashes += 1
                await self._ends_within(wait_s)

    async def _run(self, manifest: Manifest, room: Path) -> _Turn:
        """Runs the program once."""
        async with self._door(room / "door") as door:
            self._notes.begin(f"starting: {' '.join(manifest.command)}")
            sandbox = await self._workshop.engine.start(
                self._program(manifest, room), self._notes.print
            )
            try:
                exited = asyncio.create_task(sandbox.ended())
                await self._first_of(door.called, exited)
                if not door.called.is_set() and not self._ending.is_set():
                    why = f"did not connect within {self._patience.start_s:g} s"
                    exit_ = await sandbox.stop(why=why)
                    return self._crashed(exit_, "" if exit_.why == why else _BEFORE)
                turn = await self._tended(door, exited)
                if turn is not _Turn.CRASHED:
                    await self._drained(door, exited)
                    if not exited.done():
                        door.excuse()
                    return turn
                return self._crashed(await exited)
            except Refused:
                raise
            except BaseException:  # anything else is ours
                door.excuse()
                raise
            finally:
                await sandbox.stop(0.0 if self._abandoned else _GRACE_S)

    async def _first_of(self, called: asyncio.Event, exited: "asyncio.Task[Exit]") -> None:
        """Waits until the program calls, ends, or is to end; but not for ever."""
        calls, ends = asyncio.create_task(called.wait()), asyncio.create_task(self._ending.wait())
        either: list[asyncio.Task[Any]] = [calls, ends, exited]
        await asyncio.wait(
            either, timeout=self._patience.start_s, return_when=asyncio.FIRST_COMPLETED
        )
        for waiting in (calls, ends):
            waiting.cancel()

    async def _tended(self, door: Door, exited: "asyncio.Task[Exit]") -> _Turn:
        """Looks after a program that plays until there is something to do about it."""
        while True:
            if self.hosted.state is HostedState.QUALIFYING:
                await self._qualify()
            done, _ = await asyncio.wait({exited}, timeout=_LOOK_S)
            if done:
                return _Turn.CRASHED
            if self._ending.is_set():
                return _Turn.LET_GO
            if self.gives_way:
                await door.say_goodbye()
                if not door.live or door.away_s > _AWAY_S:
                    return _Turn.LET_GO
            if door.begun >= self._patience.matches and not door.live:
                return _Turn.REPLACED

    async def _qualify(self) -> None:
        self.hosted, wrong = await self._stored(
            partial(
                qualifying.qualify,
                self._id,
                open_unit=self._open_unit,
                games=self._workshop.games,
                now=self._now,
            )
        )
        if wrong:
            raise Refused(wrong)

    async def _drained(self, door: Door, exited: "asyncio.Task[Exit]") -> None:
        """Lets the program finish its match before it is stopped."""
        if self._abandoned:
            return
        await door.say_goodbye()
        deadline = asyncio.get_running_loop().time() + self._patience.drain_s
        quiet_since = asyncio.get_running_loop().time()
        while (now := asyncio.get_running_loop().time()) < deadline and not exited.done():
            if door.live:
                quiet_since = now
            if now - quiet_since > _LINGER_S:
                return
            await asyncio.sleep(0.05)

    def _crashed(self, exit_: Exit, before: str = "") -> _Turn:
        """Takes note of an end that nobody asked for; before it qualified it was the last one."""
        words = f"the bot {exit_}{before}"
        self._notes.conclude(words)
        if self.hosted.state is HostedState.QUALIFYING:
            raise Refused(words)
        return _Turn.CRASHED

    def _program(self, manifest: Manifest, room: Path) -> Program:
        return Program(
            room,
            manifest.command,
            {
                "ARENA_ADDRESS": ADDRESS,
                # The door puts the true one in its place.
                "ARENA_KEY": "hosted",
                "ARENA_SUBMISSION": self._id,
            },
            Limits(memory_mb=manifest.memory_mb),
            needs_python=not manifest.brings_its_runtime,
        )

    @contextlib.asynccontextmanager
    async def _door(self, place: Path) -> AsyncIterator[Door]:
        door = Door(place, self._gateway, self._id, self._token, self._notes)
        await door.open()
        try:
            yield door
        finally:
            await door.close()
            await asyncio.to_thread(shutil.rmtree, place, ignore_errors=True)

    async def _ends_within(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ending.wait()

    async def _move(self, state: HostedState, built: bytes = b"") -> None:
        def move() -> Hosted:
            with self._open_unit() as unit:
                if built:
                    unit.hosted.replace_archive(self._id, built)
                unit.hosted.move(self._id, state)
                return unit.hosted.get(self._id)

        self.hosted = await self._stored(move)

    def _refuse(self, why: str) -> None:
        qualifying.refuse(self._id, why, open_unit=self._open_unit, now=self._now)

    def _archive(self) -> bytes:
        with self._open_unit() as unit:
            return unit.hosted.archive(self._id)

    async def _stored(self, work: Callable[[], T]) -> T:
        return await asyncio.to_thread(work)
