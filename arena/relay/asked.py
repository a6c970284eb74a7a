"""A prompt that waits for its answer, in the worker."""

import asyncio
from dataclasses import dataclass

from arena.match.players import Answer, Prompt, Table
from arena.service.relay_ports import Asking


@dataclass(slots=True)
class Asked:
    """What was asked, and how much of its time is gone."""

    prompt: Prompt
    payload: bytes
    """What the bot is told."""
    budget_ms: int
    answer: asyncio.Future[Answer]
    spent_ms: int = 0
    """What the bot took in sessions that are over, and while it was away."""
    sent: float = 0.0
    """When it was last sent to a gateway, in the time of the event loop."""
    reminded: bool = False
    """Whether a gateway that should have reported was asked again."""
    away_from: float = 0.0
    """From when on the time runs of a bot that is away."""
    host_lost: bool = False
    """Whether the machine was lost before that runs the bot."""

    @property
    def left_s(self) -> float:
        return (self.budget_ms - self.spent_ms) / 1000

    def order(self, table: Table, player: int) -> Asking:
        """What a gateway needs to ask it and to measure the time."""
        prompt, clock = self.prompt, table.clock
        return Asking(
            table.match_id,
            table.attempt,
            "",
            player,
            prompt.ply,
            clock.limit_ms,
            prompt.bank_ms,
            clock.lag_ms,
            self.spent_ms,
            self.payload,
        )

    def lose_host(self, elapsed_ms: int) -> None:
        """The machine that runs the bot was lost while it thought; it may begin anew, once.

        Otherwise a bot that finds out how to lose its machine would think for ever.
        """
        if self.host_lost:
            self.spent_ms = elapsed_ms
        self.host_lost = True

    def spend_absence(self, now: float) -> None:
        """Charges the time until now to a bot that was away; it keeps at least a millisecond."""
        away_ms = int(max(0.0, now - self.away_from) * 1000)
        self.spent_ms = min(self.budget_ms - 1, self.spent_ms + away_ms)

    def settle(self, answer: Answer) -> None:
        """Takes the first answer."""
        if not self.answer.done():
            self.answer.set_result(answer)
