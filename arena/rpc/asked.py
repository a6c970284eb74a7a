"""One prompt that a session put to its bot, and its clock."""

import asyncio
from collections.abc import Callable

from botarena.v1 import play_service_pb2 as pb

from arena.service.relay_ports import Asking
from arena.wire.durations import duration

DRAIN_S = 0.01
"""When time is over, what the bot sent before may be unread yet: it has so long to arrive."""


class Asked:
    """Time runs from handing the prompt to the transport until it is settled."""

    def __init__(self, asking: Asking, on_time_over: Callable[["Asked"], None]) -> None:
        self.asking = asking
        self.settled = False
        self._on_time_over = on_time_over
        self._loop = asyncio.get_running_loop()
        self._handed_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def budget_ms(self) -> int:
        asking = self.asking
        return asking.limit_ms + asking.bank_ms + asking.lag_ms

    def hand_over(self) -> bool:
        """Starts the clock; returns whether the prompt is still to be put."""
        if self.settled:
            return False
        self._handed_at = self._loop.time()
        due = self._handed_at + (self.budget_ms - self.asking.spent_ms) / 1000
        self._timer = self._loop.call_at(due, self._time_over)
        return True

    def settle(self) -> int:
        """Stops the clock; returns what the prompt took, over all sessions, in milliseconds."""
        self.settled = True
        if self._timer is None:  # it never reached the transport
            return self.asking.spent_ms
        self._timer.cancel()
        elapsed_ms = self.asking.spent_ms + int((self._loop.time() - self._handed_at) * 1000)
        return min(elapsed_ms, self.budget_ms)

    def payload(self) -> bytes:
        """Returns what the bot is told: the prompt with the time that is left."""
        asking = self.asking
        if not asking.spent_ms:
            return asking.payload
        charged_ms = max(0, asking.spent_ms - asking.lag_ms)
        response = pb.PlayResponse.FromString(asking.payload)
        prompt = response.prompt
        prompt.time_left.CopyFrom(duration(max(0, asking.limit_ms - charged_ms)))
        overdraft_ms = max(0, charged_ms - asking.limit_ms)
        prompt.bank_left.CopyFrom(duration(max(0, asking.bank_ms - overdraft_ms)))
        return response.SerializeToString()

    def _time_over(self) -> None:
        self._timer = self._loop.call_later(DRAIN_S, self._on_time_over, self)
