"""Time as bots are charged for it: it stands still while this process does.

A process that is frozen, starved or busy reads late what bots answered in time. A tick that comes
late tells how much of the time was lost that way.
"""

import asyncio
from typing import Protocol

TICK_S = 0.05
JITTER_S = 0.01
"""A tick may be so late for no reason."""


class Timekeeper(Protocol):
    """By what a prompt is timed."""

    def seconds(self) -> float:
        """Returns the time; only differences mean anything."""

    def start(self) -> float:
        """Returns the time at which a prompt is handed over, and runs from now on."""


class Stopwatch:
    """Ticks as long as its event loop runs."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lost_s = 0.0
        self._start_tick()

    def seconds(self) -> float:
        """Implements `Timekeeper.seconds`; waits for a tick that is overdue."""
        return min(self._loop.time(), self._due + JITTER_S) - self._lost_s

    def start(self) -> float:
        """Implements `Timekeeper.start`."""
        return self.seconds()

    def _start_tick(self) -> None:
        self._due = self._loop.time() + TICK_S
        self._loop.call_at(self._due, self._tick)

    def _tick(self) -> None:
        self._lost_s += max(0.0, self._loop.time() - self._due - JITTER_S)
        self._start_tick()
