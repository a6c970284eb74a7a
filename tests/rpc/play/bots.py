"""Bots of these tests: one that a test drives by hand, and one that plays by itself."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import grpc

from arena.wire.durations import milliseconds
from botarena.v1 import play_service_pb2 as pb
from botarena.v1.play_service_pb2_grpc import PlayServiceStub


class HandBot:
    """A session that does what the test says. It echoes heartbeats while it reads."""

    def __init__(self, port: int) -> None:
        self._channel = grpc.aio.insecure_channel(
            f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)]
        )
        self.call = PlayServiceStub(self._channel).Play()
        self._writing = asyncio.Lock()

    async def send(self, **message: object) -> None:
        async with self._writing:  # a call takes one message at a time
            await self.call.write(pb.PlayRequest(**message))

    async def hello(self, submission_id: str, capacity: int = 1) -> pb.Welcome:
        await self.send(hello=pb.Hello(submission_id=submission_id, match_capacity=capacity))
        return (await self.receive("welcome")).welcome

    async def receive(self, kind: str) -> pb.PlayResponse:
        """Returns the next message, which is to be of this kind; heartbeats do not count."""
        while True:
            message = await self.call.read()
            assert message is not grpc.aio.EOF, "the session ended"
            got = message.WhichOneof("message")
            if got == kind:
                return message
            assert got == "heartbeat", f"{got} instead of {kind}: {message}"
            await self.echo(message.heartbeat)

    async def echo(self, heartbeat: pb.Heartbeat) -> None:
        await self.send(heartbeat=pb.Heartbeat(number=heartbeat.number, echo=True))

    async def sit(self) -> pb.Seated:
        """Takes the seat that is offered next."""
        seated = (await self.receive("seated")).seated
        await self.acknowledge(seated.match_id, seated.attempt)
        return seated

    async def acknowledge(self, match_id: str, attempt: int = 1) -> None:
        await self.send(acknowledge=pb.Acknowledge(match_id=match_id, attempt=attempt))

    async def choose(self, match_id: str, ply: int, action: str = "a", attempt: int = 0) -> None:
        choice = pb.Choice(match_id=match_id, attempt=attempt, ply=ply, action=action)
        await self.send(choice=choice)

    async def prompt(self) -> pb.Prompt:
        return (await self.receive("prompt")).prompt

    async def ignored(self) -> str:
        """Returns why the last message counted for nothing."""
        reason = (await self.receive("ignored")).ignored.reason
        return pb.Ignored.Reason.Name(reason).removeprefix("REASON_")

    async def status(self) -> tuple[grpc.StatusCode, str]:
        """Reads to the end of the session and returns how it ended."""
        with suppress(grpc.aio.AioRpcError):
            while await self.call.read() is not grpc.aio.EOF:
                pass
        return await self.call.code(), await self.call.details()

    async def refused(self, submission_id: str) -> grpc.StatusCode:
        """Returns why the submission gets no session."""
        with suppress(grpc.aio.AioRpcError):
            await self.send(hello=pb.Hello(submission_id=submission_id))
        code, _ = await self.status()
        return code

    async def drop(self) -> None:
        """Closes the connection."""
        self.call.cancel()
        await self._channel.close()


@asynccontextmanager
async def session(port: int, submission_id: str, capacity: int = 1) -> AsyncIterator[HandBot]:
    """Gives a bot that said hello."""
    bot = HandBot(port)
    try:
        await bot.hello(submission_id, capacity)
        yield bot
    finally:
        await bot.drop()


GONE = (grpc.aio.AioRpcError, asyncio.InvalidStateError)
"""What calls of a session raise that is over."""

Think = Callable[[pb.Prompt], Awaitable[str]]


async def first_action(prompt: pb.Prompt) -> str:
    return prompt.legal_actions[0]


class AutoBot:
    """Plays all its matches, and opens a new session wherever it can when one ends."""

    def __init__(
        self, ports: Sequence[int], submission_id: str, think: Think = first_action
    ) -> None:
        self.ports = list(ports)
        self.submission_id = submission_id
        self.think = think
        self.prompts: list[tuple[str, int]] = []
        """Every prompt that it was asked, repetitions included."""
        self.time_left_ms: dict[tuple[str, int], int] = {}
        self.ignored: list[pb.Ignored] = []
        self.sessions = 0
        self.bot: HandBot | None = None
        self._thinking: set[asyncio.Task[None]] = set()
        self._playing = asyncio.create_task(self._play())

    async def close(self) -> None:
        self._playing.cancel()
        await asyncio.gather(self._playing, return_exceptions=True)
        for task in self._thinking:
            task.cancel()
        if self.bot is not None:
            await self.bot.drop()

    async def _play(self) -> None:
        while True:
            for port in self.ports:
                self.bot = HandBot(port)
                with suppress(*GONE, AssertionError):
                    await self._session(self.bot)
                await self.bot.drop()
                await asyncio.sleep(0.02)

    async def _session(self, bot: HandBot) -> None:
        await bot.hello(self.submission_id, 1_000)
        self.sessions += 1
        while (message := await bot.call.read()) is not grpc.aio.EOF:
            match message.WhichOneof("message"):
                case "heartbeat":
                    await bot.echo(message.heartbeat)
                case "seated":
                    await bot.acknowledge(message.seated.match_id, message.seated.attempt)
                case "prompt":
                    key = (message.prompt.match_id, message.prompt.ply)
                    self.prompts.append(key)
                    self.time_left_ms[key] = milliseconds(message.prompt.time_left)
                    if self.think is first_action:
                        first, attempt = message.prompt.legal_actions[0], message.prompt.attempt
                        await bot.choose(*key, first, attempt)
                    else:
                        self._start(self._choose(bot, message.prompt))
                case "ignored":
                    self.ignored.append(message.ignored)
                case "going_away":
                    return

    async def _choose(self, bot: HandBot, prompt: pb.Prompt) -> None:
        match_id, ply = prompt.match_id, prompt.ply
        try:
            action = await self.think(prompt)
        except ZeroDivisionError as error:
            await bot.send(
                failure=pb.Failure(
                    match_id=match_id, ply=ply, reason=str(error), attempt=prompt.attempt
                )
            )
            return
        with suppress(*GONE):  # then the prompt comes again in the next session
            await bot.choose(match_id, ply, action, prompt.attempt)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
