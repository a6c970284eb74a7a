"""One prompt, everything that was answered to it, and what is wrong with that."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from google.protobuf.any_pb2 import Any as AnyMessage

from arena.match.players import Answer, Prompt, Table
from arena.wire.play import prompt_message
from arena_sdk.check.claims import Claim
from arena_sdk.check.session import Session

SHOWN = 3
"""So many legal actions tell what would have been right."""


def _now() -> float:
    return asyncio.get_running_loop().time()


def _future() -> "asyncio.Future[Answer]":
    return asyncio.get_running_loop().create_future()


@dataclass(slots=True, eq=False)
class Asked:
    """Is open until an answer counts."""

    table: Table
    prompt: Prompt
    unreadable: bool
    """Whether the bot gets an observation that nobody can read."""
    chosen: asyncio.Future[Answer] = field(default_factory=_future)
    begun_s: float = field(default_factory=_now)
    times: int = 0
    """How often it was sent."""
    session: Session | None = None
    """Where it was sent last."""
    moved: bool = False
    """Whether that was not the first session."""
    actions: list[str] = field(default_factory=list)

    @property
    def where(self) -> str:
        return f"match {self.table.match_id}, ply {self.prompt.ply}"

    @property
    def elapsed_ms(self) -> int:
        return round((_now() - self.begun_s) * 1_000)

    def send(self, session: Session) -> bytes:
        """Returns the message with the time that is left, for this session."""
        self.moved = self.moved or self.session not in (None, session)
        self.session = session
        self.times += 1
        left_ms = max(0, self.prompt.limit_ms - self.elapsed_ms)
        prompt = replace(self.prompt, limit_ms=left_ms)
        response = prompt_message(self.table.match_id, self.table.attempt, prompt)
        if self.unreadable:
            response.prompt.observation.CopyFrom(AnyMessage(value=b"\xff"))
        return response.SerializeToString()

    def take(self, answer: Answer) -> Iterator[tuple[Claim, str]]:
        """Takes an answer; yields what its coming tells against, whether it counts or not."""
        self.actions.append(answer.action)
        if not self.chosen.done():
            self.chosen.set_result(answer)
        count, first = len(self.actions), self.actions[0]
        if count > self.times and not self.moved:  # later the bot cannot know what got lost
            yield Claim.ONCE, f"{self.where}: asked {self.times}x, answered {count}x"
        if answer.action != first:
            yield Claim.SAME, f"{self.where}: first {first!r}, then {answer.action!r}"

    def lose(self) -> None:
        """Forgets the answer that has come."""
        self.chosen = _future()

    def illegal(self, action: str) -> str | None:
        """Returns what is to be said of an illegal action."""
        legal = self.prompt.legal_actions
        if action in legal:
            return None
        some = ", ".join(legal[:SHOWN])
        if len(legal) > SHOWN:
            some += f", and {len(legal) - SHOWN} more"
        return f"{self.where}: {action!r} is not legal; legal are {some}"

    def late(self, elapsed_ms: int) -> str | None:
        """Returns what is to be said of an answer that took too long."""
        budget_ms = self.table.clock.budget_ms(self.prompt.bank_ms)
        if elapsed_ms <= budget_ms:
            return None
        return f"{self.where}: {elapsed_ms} ms, with {budget_ms} ms to answer in"
