"""What goes wrong while a program runs is the arena's fault, unless it is the program's."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.hosting.building import Workshop
from arena.hosting.door import Gateway
from arena.hosting.host import Capacity
from arena.hosting.life import Life
from arena.service.errors import Unavailable
from arena.service.hosting_ports import Program
from arena.service.hosting_records import HostedState
from botarena.v1.play_service_pb2_grpc import PlayServiceStub, add_PlayServiceServicer_to_server
from tests.asynchronous import asynchronous, eventually

from .test_door import FakeGateway, hello
from .test_host import PATIENT, Asleep, Sleepers, World


class Players(Sleepers):
    """An engine whose programs have a session."""

    def __init__(self, sessions: AsyncExitStack) -> None:
        super().__init__()
        self.gateway = FakeGateway()
        self._sessions = sessions

    async def start(
        self,
        program: Program,
        heard: Callable[[bytes], None],
        made: Callable[[bytes], None] | None = None,
    ) -> Asleep:
        address = f"unix:{program.room / 'door' / 'socket'}"
        channel = await self._sessions.enter_async_context(grpc.aio.insecure_channel(address))
        stub: Any = PlayServiceStub(channel)
        await stub.Play().write(hello(""))
        await eventually(lambda: self.gateway.heard)
        return await super().start(program, heard, made)


@dataclass(frozen=True)
class Scene:
    world: World
    players: Players
    life: Life

    async def end(self) -> str:
        """Returns how the session ended, as a gateway sees it."""
        ends = self.players.gateway.ends
        await eventually(lambda: ends)
        return ends[0]


@asynccontextmanager
async def scene(home: Path) -> AsyncIterator[Scene]:
    """A submission that has still to qualify."""
    async with AsyncExitStack() as sessions:
        players = Players(sessions)
        world = World(home, Capacity(4, 1_000), PATIENT, players)
        server = grpc.aio.server()
        add_PlayServiceServicer_to_server(players.gateway, server)
        gateway = Gateway(f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}")
        await server.start()
        with world.open_unit() as unit:
            hosted = unit.hosted.get(world.upload(HostedState.QUALIFYING))
        workshop = Workshop(players, world.games, 1)
        life = Life(
            hosted,
            "token",
            home,
            gateway,
            workshop,
            PATIENT,
            open_unit=world.open_unit,
            now=world.now,
        )
        yield Scene(world, players, life)
        await server.stop(None)


@pytest.mark.parametrize("failure", [Unavailable("read-only"), ArithmeticError("ours")])
@asynchronous
async def test_a_bot_is_not_to_blame_for_what_fails_while_it_qualifies(
    tmp_path: Path, failure: Exception
) -> None:
    async with scene(tmp_path) as here:
        life = asyncio.create_task(here.life.lead())
        await eventually(lambda: here.players.running)
        here.world.failures = [failure]

        with pytest.raises(type(failure)):
            await life

        assert await here.end() == "broken off"


@asynchronous
async def test_a_bot_is_to_blame_if_its_program_ends(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        life = asyncio.create_task(here.life.lead())
        await eventually(lambda: here.players.running)
        await here.players.running[0].stop()

        await life

        assert await here.end() == "closed"
