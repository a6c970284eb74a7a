"""A seat whose answers come from the bot, for the referee; it makes the trouble, and watches."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage

from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.wire.play import PlayEncoder, prompt_message
from arena_sdk.check import session as messages
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
    sessions: list[Session]
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


@dataclass(slots=True)
class Asked:
    """One prompt, and everything that was answered to it."""

    prompt: Prompt
    message: bytes
    chosen: asyncio.Future[Answer]
    times: int = 0
    """How often it was sent."""
    session: Session | None = None
    """Where it was sent last."""
    moved: bool = False
    """Whether that was not the first session."""
    actions: list[str] = field(default_factory=list)


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
        message = _ENCODER.prompt(self.table.match_id, prompt)
        if trouble is Trouble.UNREADABLE:
            message = _unreadable(self.table.match_id, prompt)
        future = asyncio.get_running_loop().create_future()
        self.asked[prompt.ply] = self.open = Asked(prompt, message, future)
        begun = asyncio.get_running_loop().time()
        answer = await self._answer(self.open, trouble)
        self.open = None
        if trouble is None:
            elapsed_ms = round((asyncio.get_running_loop().time() - begun) * 1_000)
            answer = self._timed(prompt, replace(answer, elapsed_ms=elapsed_ms))
        return answer

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

    def answered(self, ply: int, answer: Answer) -> None:
        """Takes a choice or a failure."""
        asked = self.asked.get(ply)
        if asked is None:
            return
        asked.actions.append(answer.action)
        self._compare(asked)
        if not asked.chosen.done():
            asked.chosen.set_result(answer)

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
                self.table = replace(self.table, attempt=self.table.attempt + 1, resumed=True)
                await self._seat()
                self._ask(asked)
        answer = await self._chosen(asked)
        if trouble is Trouble.ABANDON:
            raise Abandoned
        if trouble is Trouble.UNREADABLE:
            return Answer(asked.prompt.legal_actions[0])
        return self._judged(asked.prompt, answer)

    def _ask(self, asked: Asked) -> None:
        session = self.arena.session
        asked.moved = asked.moved or asked.session not in (None, session)
        asked.session = session
        asked.times += 1
        self.arena.send(asked.message)

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
        asked.chosen = asyncio.get_running_loop().create_future()

    def _missing(self, asked: Asked) -> str:
        where = f"match {self.table.match_id}, ply {asked.prompt.ply}"
        if not self.arena.connected:
            return f"{where}: the bot did not come back within {self.arena.patience_s:g} s"
        what = "no answer"
        if self.acknowledged < self.table.attempt:
            what = f"attempt {self.table.attempt} was not acknowledged, and the prompt not answered"
        return f"{where}: {what} within {self.arena.patience_s:g} s"

    def _compare(self, asked: Asked) -> None:
        """Looks for answers too many. After a reconnect the bot cannot know which ones got lost."""
        where, actions = f"match {self.table.match_id}, ply {asked.prompt.ply}", asked.actions
        if len(actions) > asked.times and not asked.moved:
            self.arena.findings.problem(
                Claim.ONCE, f"{where}: asked {asked.times}x, answered {len(actions)}x"
            )
        if actions[-1] != actions[0]:
            self.arena.findings.problem(
                Claim.SAME, f"{where}: first {actions[0]!r}, then {actions[-1]!r}"
            )

    def _judged(self, prompt: Prompt, answer: Answer) -> Answer:
        """Returns the default action for an answer that is none, so that the match goes on."""
        where = f"match {self.table.match_id}, ply {prompt.ply}"
        if answer.fault is not None:
            self.arena.findings.problem(Claim.LEGAL, f"{where}: failure, {self.arena.failures[-1]}")
            return answer
        if answer.action in prompt.legal_actions:
            return answer
        some = ", ".join(prompt.legal_actions[:3])
        if len(prompt.legal_actions) > 3:
            some += f", and {len(prompt.legal_actions) - 3} more"
        self.arena.findings.problem(
            self.arena.blamed, f"{where}: {answer.action!r} is not legal; legal are {some}"
        )
        return Answer(prompt.legal_actions[0])

    def _timed(self, prompt: Prompt, answer: Answer) -> Answer:
        budget_ms = self.table.clock.budget_ms(prompt.bank_ms)
        if answer.elapsed_ms <= budget_ms:
            return answer
        where = f"match {self.table.match_id}, ply {prompt.ply}"
        self.arena.findings.problem(
            Claim.IN_TIME, f"{where}: {answer.elapsed_ms} ms, with {budget_ms} ms to answer in"
        )
        return replace(answer, elapsed_ms=0)


def _unreadable(match_id: str, prompt: Prompt) -> bytes:
    response = prompt_message(match_id, prompt)
    response.prompt.observation.CopyFrom(AnyMessage(value=b"\xff"))
    return response.SerializeToString()
