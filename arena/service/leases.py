"""Leases on the matches that one worker plays: renewed together, and noticed when lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import structlog

from arena.service.errors import Unavailable
from arena.service.ports import Now, OpenUnit
from arena.service.records import Match

LEASE = timedelta(seconds=12)
"""How long a claim holds without being renewed."""
RENEWAL_S = 3.0

_log = structlog.get_logger(__name__)


class LeaseLost(Exception):
    """Another worker has the match now, or it is final; nothing may be written any more."""


class HandedBack(Exception):
    """The worker is to stop; another one shall go on with the match."""


class Leases:
    """Holds the leases of all matches that this worker plays."""

    def __init__(self, *, open_unit: OpenUnit, now: Now, renewal_s: float = RENEWAL_S) -> None:
        self._open_unit = open_unit
        self._now = now
        self._renewal_s = renewal_s
        self._held: dict[str, tuple[int, asyncio.Task[object]]] = {}
        self._broken: dict[str, Exception] = {}

    def __len__(self) -> int:
        return len(self._held)

    async def keep(self) -> None:
        """Renews every lease now and then, until cancelled, whatever happens meanwhile."""
        while True:
            await asyncio.sleep(self._renewal_s)
            # The fence guards the match; a lease that could not be renewed may still hold.
            try:
                await self.renew()
            except Unavailable as error:
                _log.warning("leases not renewed", error=str(error))
            except Exception:  # a main loop: without it the worker would lose every match
                _log.exception("leases not renewed")

    async def renew(self) -> None:
        """Renews every lease; the matches of those that are lost are interrupted."""
        claims = {match_id: attempt for match_id, (attempt, _) in self._held.items()}
        if not claims:
            return
        kept = await asyncio.to_thread(self._renewed, claims)
        for match_id, attempt in claims.items():
            if match_id not in kept and self._held.get(match_id, (0,))[0] == attempt:
                self._interrupt(match_id, LeaseLost(match_id))

    def _renewed(self, claims: dict[str, int]) -> frozenset[str]:
        with self._open_unit() as unit:
            now = self._now()
            return unit.matches.renew(claims, now, now + LEASE)

    @asynccontextmanager
    async def hold(self, match: Match) -> AsyncIterator[None]:
        """Keeps the lease of a claimed match while inside.

        Raises `LeaseLost` or `HandedBack` out of whatever waits inside when that happens.
        """
        task = asyncio.current_task()
        assert task is not None, "a lease is held by a task"
        self._held[match.match_id] = (match.attempt, task)
        try:
            yield
        except asyncio.CancelledError:
            if (reason := self._broken.pop(match.match_id, None)) is None:
                raise
            task.uncancel()
            raise reason from None
        finally:
            self._held.pop(match.match_id, None)
            self._broken.pop(match.match_id, None)

    def hand_back(self) -> None:
        """Interrupts every match with `HandedBack`."""
        for match_id in list(self._held):
            self._interrupt(match_id, HandedBack(match_id))

    def _interrupt(self, match_id: str, reason: Exception) -> None:
        self._broken[match_id] = reason
        self._held[match_id][1].cancel()
