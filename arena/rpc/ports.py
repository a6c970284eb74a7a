"""What the services need of the arena around them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from arena.games.registry import Registry
from arena.service import candidates
from arena.service.hosted import ReadUpload
from arena.service.ports import Now, OpenUnit
from arena.service.quotas import UNLIMITED, Quota
from arena.service.relay_ports import LiveLogs, Presence

Online: TypeAlias = Callable[[Collection[str]], Awaitable[Mapping[str, Presence]]]
"""Tells which of the given submissions have a session now; raises `RelayLost`."""


@dataclass(frozen=True, slots=True)
class Uploads:
    """How uploads are taken."""

    read: ReadUpload
    most_bytes: int
    quota: Quota = UNLIMITED
    idle_s: float = 10.0
    """How long a sender may send next to nothing."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The adapters that one gateway's services share."""

    open_unit: OpenUnit
    games: Registry
    now: Now
    logs: LiveLogs
    online: Online
    uploads: Uploads | None = None
    """Absent where there is nobody to run them."""
    quota: Quota = UNLIMITED
    """What the matches of one author may come to."""

    def online_from_threads(self) -> candidates.Online:
        """Returns `online` for use cases that run in threads beside the running event loop."""
        loop = asyncio.get_running_loop()

        def online(submission_ids: Collection[str]) -> Mapping[str, Presence]:
            asked = self.online(submission_ids)
            return asyncio.run_coroutine_threadsafe(_awaited(asked), loop).result()

        return online


async def _awaited(asked: Awaitable[Mapping[str, Presence]]) -> Mapping[str, Presence]:
    return await asked
