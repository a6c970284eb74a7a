"""One prompt that a session put to its bot, and its clock."""

import asyncio
from collections.abc import Callable

from arena.rpc.stopwatch import Timekeeper
from arena.service.relay_ports import Asking
from arena.wire.durations import duration
from botarena.v1 import play_service_pb2 as pb

DRAIN_S = 0.01
"""When time is over, what the bot sent before may be unread yet: it has so long to arrive."""
QUEUED_S = 0.25
"""A prompt that is not with the transport by then waits for what its own bot does not read."""
STILL_S = 0.05
"""While time stands still, so often is looked whether it goes on."""


class Asked:
    """Time runs from handing the prompt to the transport until it is settled.

    It begins after `QUEUED_S` in any case: otherwise who reads nothing would never be late.
    """

    def __init__(
        self, asking: Asking, stopwatch: Timekeeper, on_time_over: Callable[["Asked"], None]
    ) -> None:
        self.asking = asking
        self.budget_ms = asking.limit_ms + asking.bank_ms + asking.lag_ms
        self._settled = False
        self._stopwatch = stopwatch
        self._on_time_over = on_time_over
        self._loop = asyncio.get_running_loop()
        self._begun_s: float | None = None
        self._timer = self._loop.call_later(QUEUED_S, self._begin)

    def hand_over(self) -> bool:
        """Starts the clock; returns whether the prompt is still to be put."""
        if not self._settled:
            self._begin()
        return not self._settled

    def settle(self) -> int:
        """Stops the clock; returns what the prompt took, over all sessions, in milliseconds."""
        self._settled = True
        self._timer.cancel()
        return min(self.budget_ms, self._elapsed_ms())

    def payload(self) -> bytes:
        """Returns what the bot is told: the prompt with the time that is left."""
        asking = self.asking
        if not asking.spent_ms:
            return asking.payload
        charged_ms = max(0, asking.spent_ms - asking.lag_ms)
        overdraft_ms = max(0, charged_ms - asking.limit_ms)
        response = pb.PlayResponse.FromString(asking.payload)
        prompt = response.prompt
        prompt.time_left.CopyFrom(duration(max(0, asking.limit_ms - charged_ms)))
        prompt.bank_left.CopyFrom(duration(max(0, asking.bank_ms - overdraft_ms)))
        return response.SerializeToString()

    def _elapsed_ms(self) -> int:
        if self._begun_s is None:
            return self.asking.spent_ms
        return self.asking.spent_ms + int((self._stopwatch.seconds() - self._begun_s) * 1000)

    def _left_s(self) -> float:
        return (self.budget_ms - self._elapsed_ms()) / 1000

    def _begin(self) -> None:
        if self._begun_s is None:
            self._timer.cancel()
            self._begun_s = self._stopwatch.start()
            self._wake(self._left_s())

    def _wake(self, delay_s: float) -> None:
        self._timer = self._loop.call_later(delay_s, self._time_over)

    def _time_over(self) -> None:
        left_s = self._left_s()
        if left_s > 0:  # the stopwatch stood still
            self._wake(max(left_s, STILL_S))
        else:
            self._timer = self._loop.call_later(DRAIN_S, self._on_time_over, self)
