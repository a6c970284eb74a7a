"""Bots that each break one point of the protocol."""

import asyncio
import itertools

import grpc

from botarena.v1 import match_pb2
from botarena.v1 import play_service_pb2 as pb
from tests.check.bots import LittleBot


class Keyless(LittleBot):
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return ()


class Hasty(LittleBot):
    async def open(self) -> None:
        await self.send(acknowledge=pb.Acknowledge(match_id="any"))
        await self.hello()


class Nameless(LittleBot):
    async def hello(self) -> None:
        await self.send(hello=pb.Hello(match_capacity=4))


class HelloTwice(LittleBot):
    async def open(self) -> None:
        await self.hello()
        await self.hello()


class Unseated(LittleBot):
    async def acknowledge(self, seated: pb.Seated) -> None: ...


class WrongAttempt(LittleBot):
    async def acknowledge(self, seated: pb.Seated) -> None:
        wrong = pb.Acknowledge(match_id=seated.match_id, attempt=seated.attempt + 1)
        await self.send(acknowledge=wrong)


class Illegal(LittleBot):
    def choose(self, prompt: pb.Prompt) -> str:
        return "resign"


class Double(LittleBot):
    async def answer(self, prompt: pb.Prompt, action: str) -> None:
        await super().answer(prompt, action)
        await super().answer(prompt, action)


class Unnamed(LittleBot):
    """Does not say which attempt asked it."""

    async def answer(self, prompt: pb.Prompt, action: str) -> None:
        prompt.attempt = 0
        await super().answer(prompt, action)


class Misnamed(LittleBot):
    """Takes every attempt for the first one."""

    async def answer(self, prompt: pb.Prompt, action: str) -> None:
        prompt.attempt = 1
        await super().answer(prompt, action)


class OneTrack(LittleBot):
    """Thinks of one match only until that has ended."""

    async def on_prompt(self, response: pb.PlayResponse) -> None:
        if response.prompt.match_id == next(iter(self.live)):
            await super().on_prompt(response)


class Fickle(LittleBot):
    numbers = itertools.count()

    async def on_prompt(self, response: pb.PlayResponse) -> None:
        self.answers.clear()
        await super().on_prompt(response)

    def choose(self, prompt: pb.Prompt) -> str:
        return str(prompt.legal_actions[next(self.numbers) % len(prompt.legal_actions)])


class Literal(LittleBot):
    """Takes a prompt for a new one if less time is left than when it came first."""

    async def on_prompt(self, response: pb.PlayResponse) -> None:
        key = str(response.prompt), response.prompt.ply
        if key not in self.answers:
            self.answers[key] = response.prompt.legal_actions[
                len(self.answers) % len(response.prompt.legal_actions)
            ]
        await self.answer(response.prompt, self.answers[key])


class Modest(LittleBot):
    """Breaks nothing: it plays one match at a time, and says so."""

    capacity = 1


class Speechless(LittleBot):
    """Keeps to itself that it cannot read an observation."""

    async def on_prompt(self, response: pb.PlayResponse) -> None:
        if response.prompt.observation.type_url:
            await super().on_prompt(response)


class Heartless(LittleBot):
    async def on_heartbeat(self, response: pb.PlayResponse) -> None: ...


class Credulous(LittleBot):
    """Waits for ever for an arena that has fallen silent."""

    async def on_welcome(self, response: pb.PlayResponse) -> None:
        self.patience_s = 1_000.0


class Strict(LittleBot):
    """Ends at a message that it does not know."""

    async def on_unknown(self, response: pb.PlayResponse) -> None:
        if response.WhichOneof("message") is None:
            raise ValueError("unknown message")


class Closed(LittleBot):
    """Ends at a message that has more than it knows."""

    async def receive(self, response: pb.PlayResponse) -> None:
        size = response.ByteSize()
        response.DiscardUnknownFields()
        if response.WhichOneof("message") and response.ByteSize() != size:
            raise ValueError("unknown field")
        await super().receive(response)


class ClosedEnums(LittleBot):
    async def receive(self, response: pb.PlayResponse) -> None:
        if response.WhichOneof("message") == "ignored":
            pb.Ignored.Reason.Name(response.ignored.reason)
        await super().receive(response)


class Settled(LittleBot):
    """Ends when the arena asks it to move."""

    async def on_going_away(self, response: pb.PlayResponse) -> None:
        raise SystemError("the arena is gone")


class Slow(LittleBot):
    """Thinks too long, once."""

    slept = False

    async def answer(self, prompt: pb.Prompt, action: str) -> None:
        if not self.slept:
            self.slept = True
            await asyncio.sleep(1.0)
        await super().answer(prompt, action)


class Proud(LittleBot):
    async def on_faulted(self, response: pb.PlayResponse) -> None:
        if response.faulted.fault == match_pb2.FAULT_TIMEOUT:
            raise SystemError("I was in time")


class Touchy(LittleBot):
    async def on_ignored(self, response: pb.PlayResponse) -> None:
        if response.ignored.reason == pb.Ignored.REASON_LATE:
            raise SystemError("I was not late")


class Fragile(LittleBot):
    """Does not come back, however a session breaks."""

    async def session(self) -> grpc.StatusCode:
        code = await super().session()
        return code if code is grpc.StatusCode.OK else grpc.StatusCode.ABORTED


class Forgetful(LittleBot):
    """Takes an answer for done once it is sent."""

    async def on_prompt(self, response: pb.PlayResponse) -> None:
        prompt = response.prompt
        if (prompt.match_id, prompt.ply) not in self.answers:
            await super().on_prompt(response)


class Impatient(LittleBot):
    pause_s = 0.0


class Stubborn(LittleBot):
    final = frozenset({grpc.StatusCode.UNAUTHENTICATED})


class Newcomer(LittleBot):
    """Ends when it is to go on with a match that it does not know."""

    async def on_seated(self, response: pb.PlayResponse) -> None:
        if response.seated.resumed and response.seated.match_id not in self.live:
            raise KeyError(response.seated.match_id)
        await super().on_seated(response)


class Nostalgic(LittleBot):
    """Gives the answers of an earlier attempt in a new one."""

    def choose(self, prompt: pb.Prompt) -> str:
        return str(prompt.legal_actions[len(self.answers) % len(prompt.legal_actions)])

    def forget(self, match_id: str) -> None: ...


class Counting(LittleBot):
    """Reads the outcome of every match, also where there is none."""

    async def on_finished(self, response: pb.PlayResponse) -> None:
        seat = self.live[response.finished.match_id].seat
        response.finished.outcome.ranks[seat]
        await super().on_finished(response)


class Bereaved(LittleBot):
    """Misses every match that ends."""

    async def on_finished(self, response: pb.PlayResponse) -> None:
        self.live.pop(response.finished.match_id)
        await super().on_finished(response)


class Deserter(LittleBot):
    """Leaves in the middle of its matches."""

    async def drain(self) -> None:
        await self.draining.wait()
        self.live.clear()
        self.call.cancel()


class Grumpy(LittleBot):
    async def run(self) -> int:
        return await super().run() or 3
