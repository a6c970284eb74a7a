"""Runs the hosted submissions of one machine, as many as it has room for."""

import asyncio
import secrets
import shutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import structlog

from arena.hosting.building import Workshop
from arena.hosting.door import Gateway
from arena.hosting.life import Life, Patience
from arena.service.errors import Unavailable
from arena.service.hosted import TOKEN_PREFIX
from arena.service.hosting_records import Hosted, HostedState
from arena.service.house import is_house
from arena.service.naming import secret_hash
from arena.service.ports import Now, OpenUnit
from arena.service.turns import gives_way

LEASE = timedelta(seconds=15)
_RENEW_S = 4.0
_LOOK_S = 1.0

T = TypeVar("T")

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a machine gives to bots. House bots come on top: they are few, and known."""

    bots: int
    memory_mb: int


class Host:
    """Claims submissions, leads each of them through its life, and lets it go."""

    def __init__(
        self,
        worker: str,
        home: Path,
        capacity: Capacity,
        gateway: Gateway,
        workshop: Workshop,
        patience: Patience,
        *,
        open_unit: OpenUnit,
        now: Now,
    ) -> None:
        self._worker = worker
        self._home = home
        self._capacity = capacity
        self._gateway = gateway
        self._workshop = workshop
        self._patience = patience
        self._open_unit = open_unit
        self._now = now
        self._lives: dict[str, tuple[Life, asyncio.Task[None]]] = {}
        self._taking = asyncio.Lock()
        self._keepers: tuple[asyncio.Task[None], ...] = ()
        self._stopping = False
        self._waiting: Mapping[str, float] = {}
        """Since when active submissions wait that nobody runs, and that could be run here."""

    async def start(self) -> None:
        """Raises `Unavailable` if no program can be contained here."""
        await self._workshop.engine.probe()
        loops = self._keep(), self._keep_notes()
        self._keepers = tuple(asyncio.create_task(loop) for loop in loops)

    async def take(self, submission_id: str) -> bool:
        """Claims a submission and runs it from now on, if there is room and nobody else does."""
        async with self._taking:
            if self._stopping or submission_id in self._lives:
                return False
            token = TOKEN_PREFIX + secrets.token_urlsafe(32)
            hosted = await asyncio.to_thread(self._claimed, submission_id, token)
            if hosted is None:
                return False
            life = Life(
                hosted,
                token,
                self._home,
                self._gateway,
                self._workshop,
                self._patience,
                open_unit=self._open_unit,
                now=self._now,
            )
            task = asyncio.create_task(self._lead(submission_id, life, token))
            self._lives[submission_id] = life, task
            return True

    def _claimed(self, submission_id: str, token: str) -> Hosted | None:
        with self._open_unit() as unit:
            if not self._has_room(unit.hosted.get(submission_id)):
                return None
            now = self._now()
            digest = secret_hash(token)
            return unit.hosted.claim(submission_id, self._worker, digest, now, now + LEASE)

    def _has_room(self, hosted: Hosted) -> bool:
        """Whether one more fits in; those that are not active yet get half of the room at most."""
        if is_house(hosted.submission_id):
            return True
        here = [life.hosted for life, _ in self._lives.values()]
        here = [h for h in here if not is_house(h.submission_id)]
        share = 1
        if hosted.state is not HostedState.ACTIVE:
            here = [h for h in here if h.state is not HostedState.ACTIVE]
            share = 2
        memory_mb = sum(h.memory_mb for h in here) + hosted.memory_mb
        most = self._capacity
        return len(here) < max(1, most.bots // share) and memory_mb <= most.memory_mb // share

    async def _lead(self, submission_id: str, life: Life, token: str) -> None:
        log = _log.bind(submission=submission_id)
        log.info("hosting begins")
        try:
            await life.lead()
        except Unavailable as error:
            log.warning("hosting broke off", error=str(error))
        except Exception:  # the main loop of a life: whatever it is, it is ours
            log.exception("hosting failed")
        finally:
            del self._lives[submission_id]
            await self._quietly(lambda: self._release(submission_id, token))
        log.info("hosting ends")

    def _release(self, submission_id: str, token: str) -> None:
        with self._open_unit() as unit:
            unit.hosted.release(submission_id, secret_hash(token), self._now())

    async def _keep_notes(self) -> None:
        """Keeps what was printed, until cancelled; however long that takes, leases go on."""
        while True:
            await asyncio.sleep(_LOOK_S)
            for life, _ in list(self._lives.values()):
                await self._quietly(life.keep_notes)

    async def _keep(self) -> None:
        """Renews leases and tells who is wanted, until cancelled."""
        renewed = 0.0
        while True:
            await asyncio.sleep(_LOOK_S)
            now = asyncio.get_running_loop().time()
            if now - renewed >= _RENEW_S and self._lives:
                await self._renew()
                renewed = now
            wanted = await self._quietly(self._wanted)
            if wanted is not None:
                for submission_id, (life, _) in self._lives.items():
                    life.want(submission_id in wanted)
                self._take_turns(wanted.values(), now)

    async def _renew(self) -> None:
        """Ends who has lost its lease; for whoever is taken in meanwhile there is time."""
        lives = {submission_id: life for submission_id, (life, _) in self._lives.items()}
        held = await self._quietly(lambda: self._renewed(lives.keys()))
        for submission_id, life in lives.items():
            if held is not None and submission_id not in held:
                life.abandon()

    def _take_turns(self, wanted: Collection[Hosted], now: float) -> None:
        """Has a bot make room for one that has waited for long, if all places are taken."""
        instant = self._now()
        waiting = {
            h.submission_id: self._waiting.get(h.submission_id, now)
            for h in wanted
            if h.state is HostedState.ACTIVE
            and h.submission_id not in self._lives
            and (h.lease_until is None or h.lease_until < instant)
            and h.memory_mb <= self._capacity.memory_mb
        }
        self._waiting = waiting
        late = [
            h for h in wanted if now - waiting.get(h.submission_id, now) >= self._patience.wait_s
        ]
        if not late or any(self._has_room(h) for h in late):
            return
        lives = {s: life for s, (life, _) in self._lives.items() if not is_house(s)}
        if any(life.gives_way for life in lives.values()):
            return
        since = {s: life.since for s, life in lives.items() if life.is_active}
        if (first := gives_way(since, now, self._patience.turn_s)) is not None:
            lives[first].give_way()

    def _wanted(self) -> Mapping[str, Hosted]:
        with self._open_unit() as unit:
            return {hosted.submission_id: hosted for hosted in unit.hosted.wanted()}

    def _renewed(self, submission_ids: Collection[str]) -> frozenset[str]:
        with self._open_unit() as unit:
            now = self._now()
            return unit.hosted.renew(self._worker, submission_ids, now, now + LEASE)

    async def _quietly(self, work: Callable[[], T]) -> T | None:
        """Does what is done again anyway, or at worst ends with its lease."""
        try:
            return await asyncio.to_thread(work)
        except Unavailable as error:
            _log.warning("storage is away", error=str(error))
        except Exception:  # the main loop of all lives: without it they would lose their leases
            _log.exception("what is done again anyway failed")
        return None

    async def stop(self) -> None:
        """Lets every bot finish its match, within bounds, and stops it."""
        self._stopping = True
        lives = list(self._lives.values())
        for life, _ in lives:
            life.end()
        tasks: list[asyncio.Task[Any]] = [task for _, task in lives]
        if tasks:
            await asyncio.wait(tasks)
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.to_thread(shutil.rmtree, self._home, ignore_errors=True)
