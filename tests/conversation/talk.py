"""The bot's end of a conversation, driven by hand, with everything that is said noted."""

from dataclasses import dataclass, field

from botarena.v1 import play_service_pb2 as pb
from tests.rpc.play.bots import HandBot


@dataclass(frozen=True, slots=True)
class Said:
    """One message."""

    by: str
    """`bot` or `arena`."""
    message: pb.PlayRequest | pb.PlayResponse


@dataclass(frozen=True, slots=True)
class Note:
    """What happened without a message."""

    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of the conversation, and what it shows."""

    title: str
    text: str
    talk: list[Said | Note] = field(default_factory=list)


class Talker(HandBot):
    """A session whose messages end up in the newest scene."""

    def __init__(self, port: int, scenes: list[Scene]) -> None:
        super().__init__(port)
        self._scenes = scenes

    async def hello(self, submission_id: str, capacity: int = 1) -> pb.Welcome:
        hello = pb.Hello(submission_id=submission_id, client="my-bot/1.0", match_capacity=capacity)
        await self.send(hello=hello)
        return (await self.receive("welcome")).welcome

    async def answer(self, prompt: pb.Prompt, action: str) -> None:
        await self.choose(prompt.match_id, prompt.ply, action, prompt.attempt)

    async def send(self, **message: object) -> None:
        self._scenes[-1].talk.append(Said("bot", pb.PlayRequest(**message)))
        await super().send(**message)

    async def receive(self, kind: str) -> pb.PlayResponse:
        message = await super().receive(kind)
        self._scenes[-1].talk.append(Said("arena", message))
        return message

    def note(self, text: str) -> None:
        self._scenes[-1].talk.append(Note(text))
