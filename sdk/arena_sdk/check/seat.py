"""A seat whose answers come from the bot, for the referee; it makes the trouble, and watches."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

import grpc

from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.wire.play import PlayEncoder
from arena_sdk.check import session as messages
from arena_sdk.check.asked import Asked
from arena_sdk.check.claims import Claim
from arena_sdk.check.findings import Findings
from arena_sdk.check.session import Session
from arena_sdk.check.trouble import Trouble

_ENCODER = PlayEncoder()


class Host(Protocol):
    """Where a seat is: the arena, as far as a seat has to do with it."""

    troubles: Iterator[Trouble | None]
    findings: Findings
    patience_s: float
    blamed: Claim
    seats: "dict[str, Seat]"
    failures: list[str]

    @property
    def session(self) -> Session: ...

    @property
    def connected(self) -> bool: ...

    def send(self, message: bytes) -> None: ...

    async def until(self, claim: Callable[[], object], patience_s: float | None = None) -> bool: ...

    def end_soon(self, session: Session) -> None: ...


class Missed(Exception):
    """The bot did not do what it was waited for; the text says what that was."""


class Abandoned(Exception):
    """The attempt at the match is over, and the match is not."""


@dataclass(slots=True, eq=False)
class Seat:
    """Answers for one seat of one match."""

    arena: Host
    table: Table
    seed: bytes
    most_prompts: int | None = None
    """After so many prompts the default action is played and the bot is asked no more."""
    gate: asyncio.Event | None = None
    """What the second prompt waits for."""
    asked: dict[int, Asked] = field(default_factory=dict)
    """By ply, those of this attempt."""
    open: Asked | None = None
    named: set[int] = field(default_factory=set)
    """The attempts that the bot was seated for."""
    acknowledged: int = 0
    """The newest of them that it took its seat for."""
    over: bool = False

    @property
    def choices(self) -> dict[int, list[str]]:
        """Every answer to the prompt of every ply."""
        return {ply: asked.actions for ply, asked in self.asked.items() if asked.actions}

    async def sit(self) -> None:
        self.arena.seats[self.table.match_id] = self
        await self._seat()

    async def choose(self, prompt: Prompt) -> Answer:
        count = len(self.asked)
        if self.most_prompts is not None and count >= self.most_prompts:
            return Answer(prompt.legal_actions[0])
        if count == 1 and self.gate is not None:
            await self.gate.wait()
        trouble = next(self.arena.troubles, None)
        asked = Asked(self.table, prompt, trouble is Trouble.UNREADABLE)
        self.asked[prompt.ply] = self.open = asked
        answer = await self._answer(asked, trouble)
        self.open = None
        return self._timed(asked, answer) if trouble is None else answer

    def show(self) -> None:
        """Seats the bot at a new session, and asks it once more what is open."""
        self.arena.send(_ENCODER.seated(self.table))
        if self.open is not None:
            self._ask(self.open)

    def faulted(self, notice: Faulted) -> None:
        self.arena.send(_ENCODER.faulted(self.table.match_id, notice))

    def finished(self, outcome: Outcome | None, heard: tuple[Heard, ...]) -> None:
        """Ends the match; without an outcome the arena has given it up."""
        self.arena.send(_ENCODER.finished(self.table.match_id, outcome, heard))
        self.over = True
        self.arena.end_soon(self.arena.session)

    def took(self, attempt: int) -> None:
        """Takes an acknowledgement. A wrong one is a problem, but not one of the next prompts."""
        if attempt not in self.named:
            self.arena.findings.problem(
                Claim.ACKNOWLEDGED,
                f"match {self.table.match_id} was seated for attempt {self.table.attempt}, "
                f"but attempt {attempt} was acknowledged",
            )
            attempt = self.table.attempt
        self.acknowledged = max(self.acknowledged, attempt)

    def answered(self, attempt: int, ply: int, answer: Answer) -> None:
        """Takes a choice or a failure; attempt 0 stands for a bot that does not name one."""
        asked, table = self.asked.get(ply), self.table
        if asked is None:
            return
        counts = table.since_attempt <= attempt <= table.attempt
        if not counts:
            named = f"attempt {attempt} is named" if attempt else "no attempt is named"
            text = f"{asked.where}: {named}, and attempt {table.attempt} asked"
            self.arena.findings.problem(Claim.ATTEMPT, text)
        if counts or not attempt:
            for claim, text in asked.take(answer):
                self.arena.findings.problem(claim, text)

    async def _seat(self) -> None:
        """Offers the seat, and waits a while for the bot to take it."""
        self.named.add(self.table.attempt)
        self.arena.send(_ENCODER.seated(self.table))
        known = self.arena.findings.fails(Claim.ACKNOWLEDGED)
        patience_s = 0.1 if known else self.arena.patience_s
        await self.arena.until(lambda: self.acknowledged >= self.table.attempt, patience_s)

    async def _answer(self, asked: Asked, trouble: Trouble | None) -> Answer:
        """Asks the bot together with some trouble."""
        session, match_id = self.arena.session, self.table.match_id
        match trouble:
            case Trouble.TWICE:
                self._ask(asked)
            case Trouble.UNKNOWN:
                session.send(messages.UNKNOWN_KIND)
            case Trouble.VALUES:
                for message in messages.unknown_values(match_id):
                    session.send(message)
            case Trouble.IGNORED:
                for message in messages.ignored(match_id):
                    session.send(message)
        self._ask(asked)
        match trouble:
            case Trouble.FAULT:
                return replace(await self._chosen(asked), fault=Fault.TIMEOUT)
            case Trouble.BREAK:
                session.end(grpc.StatusCode.UNAVAILABLE)
            case Trouble.LOSE:
                await self._lost(asked)
                session.end(grpc.StatusCode.UNAVAILABLE)
            case Trouble.SILENCE:
                session.silent = True
            case Trouble.LEAVE:
                session.send(messages.going_away())
                await asyncio.sleep(messages.GRACE_S)
                session.end()
            case Trouble.TAKE_OVER:
                await self._lost(asked)
                self.table = asked.table = replace(self.table, attempt=self.table.attempt + 1)
                await self._seat()
                self._ask(asked)
        answer = await self._chosen(asked)
        if trouble is Trouble.ABANDON:
            raise Abandoned
        if trouble is Trouble.UNREADABLE:
            return Answer(asked.prompt.legal_actions[0])
        return self._judged(asked, answer)

    def _ask(self, asked: Asked) -> None:
        self.arena.send(asked.send(self.arena.session))

    async def _chosen(self, asked: Asked) -> Answer:
        """Raises `Missed`."""
        try:
            async with asyncio.timeout(self.arena.patience_s):
                answer = await asked.chosen
        except TimeoutError:
            raise Missed(self._missing(asked)) from None
        if self.acknowledged < self.table.attempt:
            self.arena.findings.problem(
                Claim.ACKNOWLEDGED,
                f"attempt {self.table.attempt} at match {self.table.match_id} was never "
                "acknowledged, only played",
            )
        return answer

    async def _lost(self, asked: Asked) -> None:
        """Waits for an answer and forgets it."""
        await self._chosen(asked)
        asked.lose()

    def _missing(self, asked: Asked) -> str:
        what = "no answer"
        if not self.arena.connected:
            what = "the bot did not come back"
        elif self.acknowledged < self.table.attempt:
            what = f"attempt {self.table.attempt} was not acknowledged, and the prompt not answered"
        return f"{asked.where}: {what} within {self.arena.patience_s:g} s"

    def _judged(self, asked: Asked, answer: Answer) -> Answer:
        """Returns the default action for an illegal one, so that the match goes on."""
        findings = self.arena.findings
        if answer.fault is not None:
            findings.problem(Claim.LEGAL, f"{asked.where}: failure, {self.arena.failures[-1]}")
        elif text := asked.illegal(answer.action):
            findings.problem(self.arena.blamed, text)
            return Answer(asked.prompt.legal_actions[0])
        return answer

    def _timed(self, asked: Asked, answer: Answer) -> Answer:
        """Returns the answer with its time, or with none if that was too long."""
        elapsed_ms = asked.elapsed_ms
        if text := asked.late(elapsed_ms):
            self.arena.findings.problem(Claim.IN_TIME, text)
            return answer
        return replace(answer, elapsed_ms=elapsed_ms)
