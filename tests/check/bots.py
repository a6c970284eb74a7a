"""A little bot that keeps the protocol, to be made to break it."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import grpc
import grpc.aio

from botarena.v1 import play_service_pb2 as pb
from botarena.v1.play_service_pb2_grpc import PlayServiceStub

PAUSE_S = 0.05


class LittleBot:
    """Keeps the protocol, in as few words as it takes. Its pauses do not grow, to be quick."""

    final = frozenset({grpc.StatusCode.ABORTED, grpc.StatusCode.UNAUTHENTICATED})
    """Codes after which it stops."""
    capacity = 4
    pause_s = PAUSE_S

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment
        self.draining = asyncio.Event()
        self.live: dict[str, pb.Seated] = {}
        self.answers: dict[tuple[str, int], str] = {}
        self.call: Any = None
        self.patience_s = 10.0

    async def run(self) -> int:
        """Returns the exit code."""
        while True:
            code = await self.session()
            if self.draining.is_set() and not self.live:
                return 0
            if code in self.final:
                return 1
            await asyncio.sleep(self.pause_s)

    async def session(self) -> grpc.StatusCode:
        """Returns how the session ended."""
        options = [("grpc.use_local_subchannel_pool", 1)]
        channel = grpc.aio.insecure_channel(self.environment["ARENA_ADDRESS"], options=options)
        async with channel:
            self.call = PlayServiceStub(channel).Play(metadata=self.metadata())
            codes = list[grpc.StatusCode]()
            self.call.add_done_callback(lambda call: codes.append(code_now(call)))
            draining = asyncio.create_task(self.drain())
            try:
                with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    await self.open()
                    await self.listen()
                return codes[0]
            except TimeoutError:
                return grpc.StatusCode.DEADLINE_EXCEEDED
            finally:
                self.call.cancel()
                draining.cancel()

    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.environment['ARENA_KEY']}"),)

    async def open(self) -> None:
        await self.hello()

    async def hello(self) -> None:
        submission = self.environment["ARENA_SUBMISSION"]
        await self.send(hello=pb.Hello(submission_id=submission, match_capacity=self.capacity))

    async def listen(self) -> None:
        """Raises `TimeoutError` when the arena has fallen silent."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(self.patience_s) as silence:
            while (response := await self.call.read()) is not grpc.aio.EOF:
                await self.receive(response)
                silence.reschedule(loop.time() + self.patience_s)

    async def drain(self) -> None:
        await self.draining.wait()
        await self.send(goodbye=pb.Goodbye())

    async def send(self, **message: Any) -> None:
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self.call.write(pb.PlayRequest(**message))

    async def receive(self, response: pb.PlayResponse) -> None:
        kind = response.WhichOneof("message")
        await getattr(self, f"on_{kind}", self.on_unknown)(response)

    async def on_unknown(self, response: pb.PlayResponse) -> None: ...

    async def on_welcome(self, response: pb.PlayResponse) -> None:
        self.patience_s = 3 * response.welcome.heartbeat_interval.ToMilliseconds() / 1_000

    async def on_heartbeat(self, response: pb.PlayResponse) -> None:
        await self.send(heartbeat=pb.Heartbeat(number=response.heartbeat.number, echo=True))

    async def on_seated(self, response: pb.PlayResponse) -> None:
        seated = response.seated
        known = self.live.get(seated.match_id)
        if known is not None and known.attempt < seated.since_attempt:
            self.forget(seated.match_id)
        self.live[seated.match_id] = seated
        await self.acknowledge(seated)

    async def acknowledge(self, seated: pb.Seated) -> None:
        acknowledge = pb.Acknowledge(match_id=seated.match_id, attempt=seated.attempt)
        await self.send(acknowledge=acknowledge)

    def forget(self, match_id: str) -> None:
        self.answers = {k: v for k, v in self.answers.items() if k[0] != match_id}

    async def on_prompt(self, response: pb.PlayResponse) -> None:
        prompt = response.prompt
        key = prompt.match_id, prompt.ply
        if key not in self.answers:
            self.answers[key] = self.choose(prompt)
        await self.answer(prompt, self.answers[key])

    def choose(self, prompt: pb.Prompt) -> str:
        return str(prompt.legal_actions[-1])

    async def answer(self, prompt: pb.Prompt, action: str) -> None:
        named = {"match_id": prompt.match_id, "attempt": prompt.attempt, "ply": prompt.ply}
        await self.send(choice=pb.Choice(**named, action=action))

    async def on_finished(self, response: pb.PlayResponse) -> None:
        self.forget(response.finished.match_id)
        self.live.pop(response.finished.match_id, None)


def code_now(call: Any) -> grpc.StatusCode:
    """Returns how a call ended that has just ended; a write that fails later would change it."""
    try:
        call.code().send(None)
    except StopIteration as stop:
        code: grpc.StatusCode = stop.value
        return code
    raise AssertionError("the call has ended")
