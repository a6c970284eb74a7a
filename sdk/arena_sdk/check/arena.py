"""A small arena that knows one bot, plays matches with it, and gives it a hard time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import grpc

from arena.match.outcome import Fault
from arena.match.players import Answer
from arena_sdk.check.claims import Claim
from arena_sdk.check.findings import Findings
from arena_sdk.check.seat import Seat
from arena_sdk.check.session import Session, welcome, with_unknown_fields
from arena_sdk.check.trouble import Trouble
from botarena.v1 import play_service_pb2 as pb

KEY = "key-of-ada"
SUBMISSION = "sub-1"
HELLO_S = 5.0
LINGER_S = 0.3


@dataclass(slots=True)
class ScriptedArena:
    """What the bot has said so far, and what is to happen to it next."""

    troubles: Iterator[Trouble | None]
    """One for each prompt; when they run out there is no more trouble."""
    findings: Findings = field(default_factory=Findings)
    patience_s: float = 30.0
    """For each thing that the bot is to do."""
    blamed: Claim = Claim.LEGAL
    """What an illegal action tells against."""
    newer: bool = False
    """Whether messages have fields that nobody knows yet."""
    away: bool = False
    """Whether no session can be opened."""
    calls: int = 0
    seats: dict[str, Seat] = field(default_factory=dict)
    sessions: list[Session] = field(default_factory=list)
    hellos: list[pb.Hello] = field(default_factory=list)
    goodbyes: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def session(self) -> Session:
        """The newest session."""
        return self.sessions[-1]

    @property
    def connected(self) -> bool:
        return bool(self.sessions) and not self.session.over

    def send(self, message: bytes) -> None:
        if self.sessions:
            self.session.send(with_unknown_fields(message) if self.newer else message)

    async def until(self, claim: Callable[[], object], patience_s: float | None = None) -> bool:
        """Waits until the claim holds; returns whether it came to that."""
        clock = asyncio.get_running_loop().time
        end = clock() + (self.patience_s if patience_s is None else patience_s)
        while not claim() and clock() < end:
            await asyncio.sleep(0.01)
        return bool(claim())

    def end_soon(self, session: Session) -> None:
        """Ends the session of a bot that said goodbye once it has no seat for a while."""

        def end() -> None:
            if session.said_goodbye and all(seat.over for seat in self.seats.values()):
                session.end()

        asyncio.get_running_loop().call_later(LINGER_S, end)

    async def play(
        self, requests: AsyncIterator[pb.PlayRequest], context: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[bytes]:
        """Serves `PlayService.Play`, with responses that are bytes already."""
        self.calls += 1
        if ("authorization", f"Bearer {KEY}") not in tuple(context.invocation_metadata() or ()):
            self.findings.problem(Claim.KEY, f"a call without `authorization: Bearer {KEY}`")
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such key")
        if self.away:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "away")
        session = Session()
        work = [asyncio.create_task(self._read(requests, session))]
        either: list[asyncio.Future[Any]] = [session.hello, *work]
        try:
            await asyncio.wait(either, timeout=HELLO_S, return_when=asyncio.FIRST_COMPLETED)
            if not session.hello.done():
                if not context.cancelled():
                    self.findings.problem(Claim.HELLO_FIRST, f"no hello within {HELLO_S:g} s")
                await context.abort(grpc.StatusCode.FAILED_PRECONDITION, "no hello")
            self._open(session)
            work.append(asyncio.create_task(session.beat()))
            while (message := await session.outbox.get()) is not None:
                yield message
            if session.code is not None:
                await context.abort(session.code, "a check")
        finally:
            session.over = True
            for task in work:
                task.cancel()

    def _open(self, session: Session) -> None:
        hello = session.hello.result()
        if hello.submission_id != SUBMISSION:
            self.findings.problem(
                Claim.HELLO_FIRST, f"hello of {hello.submission_id!r}, not of {SUBMISSION!r}"
            )
        self.hellos.append(hello)
        if self.connected:
            self.session.end(grpc.StatusCode.ABORTED)
        self.sessions.append(session)
        self.send(welcome(len(self.sessions)))
        for seat in self.seats.values():
            if not seat.over:
                seat.show()

    async def _read(self, requests: AsyncIterator[pb.PlayRequest], session: Session) -> None:
        async for request in requests:
            kind = request.WhichOneof("message")
            if kind == "hello":
                self._greeted(request.hello, session)
            elif not session.hello.done():
                self.findings.problem(Claim.HELLO_FIRST, f"the first message was {kind}")
            if not session.silent and session.code is None:
                self._receive(request, session)
        session.end()

    def _greeted(self, hello: pb.Hello, session: Session) -> None:
        if session.hello.done():
            self.findings.problem(Claim.HELLO_ONCE, "hello came again on the same session")
        else:
            session.hello.set_result(hello)

    def _receive(self, request: pb.PlayRequest, session: Session) -> None:
        match request.WhichOneof("message"):
            case "acknowledge":
                if seat := self.seats.get(request.acknowledge.match_id):
                    seat.took(request.acknowledge.attempt)
            case "choice":
                if seat := self.seats.get(request.choice.match_id):
                    choice = request.choice
                    seat.answered(choice.attempt, choice.ply, Answer(choice.action))
            case "failure":
                self.failures.append(request.failure.reason)
                if seat := self.seats.get(request.failure.match_id):
                    failure = request.failure
                    crash = Answer("", fault=Fault.CRASH)
                    seat.answered(failure.attempt, failure.ply, crash)
            case "goodbye":
                self.goodbyes += 1
                session.said_goodbye = True
                self.end_soon(session)
            case "heartbeat":
                self._beat(request.heartbeat, session)

    def _beat(self, heartbeat: pb.Heartbeat, session: Session) -> None:
        if not heartbeat.echo:
            echo = pb.Heartbeat(number=heartbeat.number, echo=True)
            session.send(pb.PlayResponse(heartbeat=echo).SerializeToString())
        elif heartbeat.number > session.beats:
            self.findings.problem(Claim.ECHO, f"echo of {heartbeat.number}, which was never sent")
        else:
            session.echoes += 1
