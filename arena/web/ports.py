"""What the pages need of the arena around them."""

from dataclasses import dataclass

from arena.games.registry import Registry
from arena.service.ports import Now, OpenUnit
from arena.service.relay_ports import LiveLogs


@dataclass(frozen=True, slots=True)
class Ports:
    """The adapters that all pages share."""

    open_unit: OpenUnit
    games: Registry
    now: Now
    logs: LiveLogs
    spectator_delay_s: float = 0.0
    """By how much spectators see a live match later."""
