"""One seat of a session: what its bot is asked now, and what became of what it was asked."""

from collections.abc import Callable
from typing import TypeAlias

from arena.rpc.asked import Asked
from arena.rpc.stopwatch import Timekeeper
from arena.service.relay_ports import Asking, Report, ReportKind, Seating
from arena.tracing import thought, tracing
from botarena.v1 import play_service_pb2 as pb

SETTLED = 64
"""So many prompts are remembered, for answers that come too late or twice."""

Reason: TypeAlias = "pb.Ignored.Reason"


class Seat:
    """Reports to the referee who gave the seat."""

    def __init__(
        self, seating: Seating, stopwatch: Timekeeper, report: Callable[[str, Report], None]
    ) -> None:
        """`report` sends a report to a worker."""
        self.attempt = seating.attempt
        self._seating = seating
        self._told = pb.PlayResponse.FromString(seating.payload).seated
        self._stopwatch = stopwatch
        self._send = report
        self._acknowledged = False
        self._asked: Asked | None = None
        self._last: Report | None = None
        """What became of the last prompt, for a referee who asks again since it did not hear."""
        self._settled: dict[int, Reason] = {}
        """By ply: why another answer counts for nothing."""

    def is_given_by(self, seating: Seating) -> bool:
        """Returns whether this is the same offer once more."""
        mine = self._seating
        return (mine.attempt, mine.worker_id, mine.player) == (
            seating.attempt,
            seating.worker_id,
            seating.player,
        )

    def acknowledge(self) -> bool:
        """The bot takes the seat; returns whether it had not done so before."""
        if self._acknowledged:
            return False
        self._acknowledged = True
        self._report(ReportKind.ACKNOWLEDGED)
        return True

    def remind(self) -> None:
        """Reports again what the referee may not have heard."""
        if self._acknowledged:
            self._report(ReportKind.ACKNOWLEDGED)

    def ask(self, asking: Asking) -> Asked | None:
        """Returns the prompt to be put to the bot, if it is not open or settled already."""
        if self._last is not None and self._last.ply == asking.ply:
            self._send(self._seating.worker_id, self._last)
            return None
        if self._asked is not None:
            if self._asked.asking.ply == asking.ply:
                return None
            self.take_back()
        self._asked = Asked(asking, self._stopwatch, self._time_over)
        return self._asked

    def answer(self, attempt: int, ply: int, kind: ReportKind, text: str) -> "Reason | None":
        """Takes the bot's answer; returns why it counts for nothing, if it does.

        Attempt 0 stands for a bot that does not say which one asked it.
        """
        if attempt and attempt < self._told.since_attempt:
            return pb.Ignored.REASON_ABANDONED
        asked = self._asked
        if asked is None or asked.asking.ply != ply or attempt > self.attempt:
            return self._settled.get(ply, pb.Ignored.REASON_NOT_ASKED)
        self._settle(asked, kind, text, pb.Ignored.REASON_ANSWERED)
        return None

    def take_back(self) -> None:
        """Withdraws what was asked; the referee wants no answer any more."""
        if self._asked is not None:
            self._asked.settle()
            self._settled[self._asked.asking.ply] = pb.Ignored.REASON_LATE
            self._asked = None

    def close(self, kind: ReportKind) -> None:
        """Reports that the session is over."""
        if self._asked is None:
            self._report(kind)
        else:
            self._report(kind, self._asked.asking.ply, self._asked.settle())

    def _time_over(self, asked: Asked) -> None:
        if self._asked is asked:
            self._settle(asked, ReportKind.TIMED_OUT, "", pb.Ignored.REASON_LATE)

    def _settle(self, asked: Asked, kind: ReportKind, text: str, reason: Reason) -> None:
        ply = asked.asking.ply
        self._asked = None
        self._settled[ply] = reason
        if len(self._settled) > SETTLED:
            del self._settled[next(iter(self._settled))]
        elapsed_ms = asked.settle()
        if tracing():
            thought(asked.asking, self._told.seat, elapsed_ms, kind.name.lower())
        self._last = self._report(kind, ply, elapsed_ms, text)

    def _report(
        self, kind: ReportKind, ply: int = -1, elapsed_ms: int = 0, text: str = ""
    ) -> Report:
        report = Report(kind, self._seating.player, self.attempt, ply, elapsed_ms, text)
        self._send(self._seating.worker_id, report)
        return report
