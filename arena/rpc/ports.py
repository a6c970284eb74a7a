"""What the services need of the arena around them."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from arena.games.registry import Registry
from arena.service.ports import Now, OpenUnit
from arena.service.relay_ports import LiveLogs, Presence

Online: TypeAlias = Callable[[Collection[str]], Awaitable[Mapping[str, Presence]]]
"""Tells which of the given submissions have a session now; raises `RelayLost`."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The adapters that one gateway's services share."""

    open_unit: OpenUnit
    games: Registry
    now: Now
    logs: LiveLogs
    online: Online
