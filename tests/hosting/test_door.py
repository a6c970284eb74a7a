"""A sandboxed bot reaches the play of its own submission, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from arena.hosting import door as doors
from arena.hosting.alive import ALIVE, ALIVE_S, SHOWS
from arena.hosting.door import Door, Gateway
from arena.hosting.notebook import Notebook
from arena.rpc.stream import CLOSED_S
from botarena.v1 import bot_service_pb2 as bots_pb
from botarena.v1 import match_pb2
from botarena.v1 import play_service_pb2 as pb
from botarena.v1.bot_service_pb2_grpc import BotServiceStub
from botarena.v1.play_service_pb2_grpc import (
    PlayServiceServicer,
    PlayServiceStub,
    add_PlayServiceServicer_to_server,
)
from tests.asynchronous import asynchronous, eventually


@dataclass
class FakeGateway(PlayServiceServicer):
    """Says what it is told to, and remembers what it heard."""

    says: list[pb.PlayResponse] = field(default_factory=list)
    heard: list[pb.PlayRequest] = field(default_factory=list)
    """But for signs of life."""
    alive: int = 0
    """How many of them."""
    keys: list[str] = field(default_factory=list)
    refusal: tuple[StatusCode, str] | None = None
    ends: list[str] = field(default_factory=list)
    """How sessions ended, as a gateway sees it."""

    async def Play(self, requests: Any, context: Any) -> None:
        metadata = context.invocation_metadata()
        assert SHOWS in metadata
        self.keys.append(dict(metadata)["authorization"])
        if self.refusal is not None:
            await context.abort(*self.refusal)
        self.heard.append(await context.read())
        try:
            await self._play(context)
            await asyncio.sleep(CLOSED_S)
            self.ends.append("closed")
        except asyncio.CancelledError:
            self.ends.append("broken off")
            raise

    async def _play(self, context: Any) -> None:
        saying = asyncio.create_task(self._say(context))
        try:
            while (request := await context.read()) is not grpc.aio.EOF:
                if request.SerializeToString() == ALIVE:
                    self.alive += 1
                else:
                    self.heard.append(request)
        finally:
            saying.cancel()

    async def _say(self, context: Any) -> None:
        for response in self.says:
            await context.write(response)


@dataclass(frozen=True)
class Scene:
    gateway: FakeGateway
    door: Door
    notes: Notebook
    channel: grpc.aio.Channel

    def play(self) -> Any:
        stub: Any = PlayServiceStub(self.channel)
        return stub.Play(metadata=(("authorization", "Bearer stolen"),))


@asynccontextmanager
async def scene(
    secure: grpc.ServerCredentials | None = None, roots: bytes | None = None
) -> AsyncIterator[Scene]:
    gateway, notes = FakeGateway(), Notebook()
    server = grpc.aio.server()
    add_PlayServiceServicer_to_server(gateway, server)
    if secure is None:
        port = server.add_insecure_port("127.0.0.1:0")
    else:
        port = server.add_secure_port("127.0.0.1:0", secure)
    await server.start()
    with TemporaryDirectory(prefix="door-") as directory:
        place = Path(directory, "door")
        door = Door(place, Gateway(f"127.0.0.1:{port}", roots), "sub-mine", "token", notes)
        await door.open()
        async with grpc.aio.insecure_channel(f"unix:{place / 'socket'}") as channel:
            yield Scene(gateway, door, notes, channel)
        await door.close()
    await server.stop(None)


def hello(submission_id: str, capacity: int = 1) -> pb.PlayRequest:
    return pb.PlayRequest(hello=pb.Hello(submission_id=submission_id, match_capacity=capacity))


@asynchronous
async def test_whoever_it_says_it_is_it_plays_for_its_own_submission() -> None:
    async with scene() as here:
        call = here.play()
        assert not here.door.called.is_set()
        await call.write(hello("sub-of-another", capacity=500))
        await eventually(lambda: here.gateway.heard)

        assert here.gateway.keys == ["Bearer token"]
        assert here.gateway.heard == [hello("sub-mine", capacity=1)]
        assert here.door.called.is_set()
        call.cancel()


@asynchronous
async def test_no_other_call_goes_through() -> None:
    async with scene() as here:
        stub: Any = BotServiceStub(here.channel)

        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await stub.ListBots(bots_pb.ListBotsRequest())

        assert raised.value.code() is StatusCode.UNIMPLEMENTED


@asynchronous
async def test_what_goes_on_is_known_by_match_and_seat() -> None:
    async with scene() as here:
        here.gateway.says = [
            pb.PlayResponse(seated=pb.Seated(match_id="m1", seat=2)),
            pb.PlayResponse(prompt=pb.Prompt(match_id="m1", ply=7, legal_actions=["keep", "flip"])),
            pb.PlayResponse(
                faulted=pb.Faulted(
                    match_id="m1", ply=7, fault=match_pb2.FAULT_ILLEGAL_ACTION, action="keep"
                )
            ),
        ]
        call = here.play()
        await call.write(hello(""))
        answers = [(await call.read()).WhichOneof("message") for _ in here.gateway.says]

        assert answers == ["seated", "prompt", "faulted"]
        assert (here.door.live, here.door.begun) == ({"m1"}, 1)
        log = dict(here.notes.changed())["m1", 2].decode()
        assert "at ply 7: illegal_action; 'keep' was played instead; the prompt was" in log
        assert '"flip"' in log
        failure = pb.Failure(match_id="m1", ply=8, reason="Traceback")
        await call.write(pb.PlayRequest(failure=failure))
        await eventually(lambda: len(here.gateway.heard) == 2)
        assert "Traceback" in dict(here.notes.changed())["m1", 2].decode()
        call.cancel()


@asynchronous
async def test_the_machine_shows_that_it_lives_while_its_bot_thinks() -> None:
    async with scene() as here:
        here.gateway.says = [
            pb.PlayResponse(welcome=pb.Welcome()),
            pb.PlayResponse(prompt=pb.Prompt(match_id="m1", ply=7, attempt=1)),
        ]
        call = here.play()
        await call.write(hello(""))
        await eventually(lambda: here.gateway.alive > 3)
        await call.write(pb.PlayRequest(choice=pb.Choice(match_id="m1", ply=7)))
        await eventually(lambda: len(here.gateway.heard) == 2)
        before = here.gateway.alive
        await asyncio.sleep(5 * ALIVE_S)

        assert here.gateway.alive <= before + 1
        call.cancel()


@asynchronous
async def test_a_bot_that_reads_nothing_does_not_silence_its_machine() -> None:
    async with scene() as here:
        long = "n" * 10_000
        here.gateway.says = [pb.PlayResponse(seated=pb.Seated(match_id=long)) for _ in range(2_000)]
        call = here.play()
        await call.write(hello(""))
        await eventually(lambda: here.gateway.alive > 10)
        call.cancel()


@asynchronous
async def test_a_bot_says_hello_once_and_never_speaks_for_its_machine() -> None:
    async with scene() as here:
        call = here.play()
        for said in (
            hello("sub-of-another"),
            hello("sub-of-another" * 1_000),
            pb.PlayRequest.FromString(ALIVE),
        ):
            await call.write(said)
        await eventually(lambda: len(here.gateway.heard) == 3)

        assert here.gateway.heard == [
            hello("sub-mine"),
            pb.PlayRequest(hello=pb.Hello()),
            pb.PlayRequest(heartbeat=pb.Heartbeat(number=-1, echo=True)),
        ]
        call.cancel()


@asynchronous
async def test_a_message_that_is_too_large_is_the_bots_own_end() -> None:
    async with scene() as here:
        call = here.play()
        await call.write(hello(""))
        await eventually(lambda: here.gateway.heard)
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await call.write(pb.PlayRequest(failure=pb.Failure(reason="n" * 200_000)))
        await eventually(lambda: here.gateway.ends)

        assert here.gateway.ends == ["closed"]


@asynchronous
async def test_a_bot_that_is_to_go_comes_back_for_the_match_that_goes_on() -> None:
    async with scene() as here:
        here.gateway.says = [pb.PlayResponse(seated=pb.Seated(match_id="m1", attempt=1))]
        call = here.play()
        await call.write(hello(""))
        await call.read()
        await here.door.say_goodbye()
        call.cancel()
        await eventually(lambda: here.gateway.ends)
        again = here.play()
        await again.write(hello(""))
        await eventually(lambda: len(here.gateway.heard) >= 4)

        kinds = [request.WhichOneof("message") for request in here.gateway.heard]
        assert kinds == ["hello", "goodbye", "hello", "goodbye"]
        again.cancel()


def test_a_bot_opens_so_many_sessions_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "_BURST", 2)
    monkeypatch.setattr(doors, "_SPACING_S", 3_600.0)

    @asynchronous
    async def check() -> None:
        async with scene() as here:
            for count in (1, 2):
                call = here.play()
                await call.write(hello(""))
                await eventually(lambda count=count: len(here.gateway.keys) == count)
                call.cancel()
            call = here.play()
            await call.write(hello(""))
            await asyncio.sleep(0.3)

            assert len(here.gateway.keys) == 2
            call.cancel()

    check()


@pytest.mark.parametrize("gone", ["it ends", "its program ends"])
@pytest.mark.parametrize(("excused", "seen"), [(False, "closed"), (True, "broken off")])
def test_a_gateway_sees_whether_a_bot_is_gone_by_its_own_doing(
    excused: bool, seen: str, gone: str
) -> None:
    @asynchronous
    async def check() -> None:
        async with scene() as here:
            call = here.play()
            await call.write(hello(""))
            await eventually(lambda: here.gateway.heard)
            if excused:
                here.door.excuse()
            if gone == "it ends":
                call.cancel()
            else:
                await here.door.close()
            await eventually(lambda: here.gateway.ends)

            assert here.gateway.ends == [seen]

    check()


@asynchronous
async def test_a_bot_that_is_to_go_is_seated_no_more() -> None:
    async with scene() as here:
        call = here.play()
        await call.write(hello(""))
        await eventually(lambda: here.gateway.heard)

        await here.door.say_goodbye()
        await eventually(lambda: len(here.gateway.heard) == 2)

        assert here.gateway.heard[1].WhichOneof("message") == "goodbye"
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await here.play().read()
        assert raised.value.code() is StatusCode.UNAVAILABLE
        call.cancel()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (StatusCode.UNAUTHENTICATED, StatusCode.UNAVAILABLE),
        (StatusCode.FAILED_PRECONDITION, StatusCode.UNAVAILABLE),
        (StatusCode.ABORTED, StatusCode.ABORTED),
        (StatusCode.UNAVAILABLE, StatusCode.UNAVAILABLE),
    ],
)
def test_what_is_not_its_fault_does_not_make_a_bot_give_up(
    code: StatusCode, told: StatusCode
) -> None:
    @asynchronous
    async def check() -> None:
        async with scene() as here:
            here.gateway.refusal = (code, "no")
            call = here.play()
            await call.write(hello(""))

            assert await call.code() is told

    check()
