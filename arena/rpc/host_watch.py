"""Whether the machine lives that runs a hosted bot, and time as such a bot is charged for it."""

from arena.hosting.alive import ALIVE, ALIVE_S
from arena.rpc.stopwatch import Stopwatch

STILL_S = 2 * ALIVE_S
"""After so long without a sign of life time stands still until the next one."""


class HostWatch:
    """Runs as the gateway's stopwatch does, but not while nothing is heard of the machine.

    A machine shows that it lives as long as its bot owes an answer.
    """

    def __init__(self, stopwatch: Stopwatch) -> None:
        self._stopwatch = stopwatch
        self._heard_s = stopwatch.seconds()
        self._still_from = self._heard_s + STILL_S
        self._lost_s = 0.0

    def seconds(self) -> float:
        """Implements `Timekeeper.seconds`."""
        return min(self._stopwatch.seconds(), self._still_from) - self._lost_s

    def start(self) -> float:
        """Implements `Timekeeper.start`."""
        self._run_on()
        return self.seconds()

    def hears(self, message: bytes) -> bool:
        """Takes note of a message; returns whether all it says is that the machine lives."""
        self._heard_s = self._stopwatch.seconds()
        self._run_on()
        return message == ALIVE

    def silent_since(self, seconds: float) -> bool:
        """Returns whether nothing was heard since the gateway's stopwatch showed `seconds`."""
        return self._heard_s < seconds

    def _run_on(self) -> None:
        """Ends a standstill, if there is one, and waits for a sign of life from now on."""
        now = self._stopwatch.seconds()
        self._lost_s += max(0.0, now - self._still_from)
        self._still_from = now + STILL_S
