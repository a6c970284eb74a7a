"""A gateway that says what the test says, on a real grpc.aio server in the test's own process."""

import asyncio
import functools
import inspect
from contextlib import asynccontextmanager

import grpc.aio
from google.protobuf.duration_pb2 import Duration

from arena.games.carrera import Carrera
from arena.games.dice import Dice
from arena.match.clock import Clock
from arena.match.outcome import Outcome
from arena.match.players import Heard, Prompt, Table
from arena.wire.play import finished_message, prompt_message, seated_message
from arena_sdk.client import Client, Patience
from arena_sdk.settings import Settings
from botarena.v1 import play_service_pb2 as pb
from botarena.v1.play_service_pb2_grpc import (
    PlayServiceServicer,
    add_PlayServiceServicer_to_server,
)

CARRERA = Carrera(3)
STATE = CARRERA.chance(CARRERA.start(), Dice(b"sdk", 0))
LEGAL = tuple(map(str, CARRERA.legal_actions(STATE, 0)))

OUTCOME = Outcome((2, 0, 1), (1, 3, 2))

IMPATIENT = Patience(first_s=0.01, cap_s=0.05, absent_s=60, linger_s=0.05, close_s=10)
HEARTBEAT_S = 20.0


class Stream:
    """The arena's end of one session."""

    def __init__(self, context):
        self._context = context
        self._end = asyncio.get_running_loop().create_future()
        self.metadata = dict(context.invocation_metadata())

    async def serve(self):
        if end := await self._end:
            await self._context.abort(*end)

    async def hear(self, kind):
        """Returns the next message, which must be of this kind."""
        request = await self._context.read()
        assert request is not grpc.aio.EOF, f"the bot left instead of sending {kind}"
        assert request.WhichOneof("message") == kind, request
        return getattr(request, kind)

    async def hears_nothing_more(self):
        assert await self._context.read() is grpc.aio.EOF

    async def say(self, **message):
        await self._context.write(pb.PlayResponse(**message))

    async def welcome(self, heartbeat_s=HEARTBEAT_S):
        interval = Duration(seconds=int(heartbeat_s), nanos=int(heartbeat_s % 1 * 1e9))
        await self.say(welcome=pb.Welcome(session_id="s", heartbeat_interval=interval))

    async def seat(self, match_id="m", attempt=1, *, resumed=False, since=None, seat=0):
        """Seats the bot and waits until it has taken its seat."""
        await self.offer(match_id, attempt, resumed=resumed, since=since, seat=seat)
        acknowledged = await self.hear("acknowledge")
        assert (acknowledged.match_id, acknowledged.attempt) == (match_id, attempt)

    async def offer(
        self, match_id="m", attempt=1, *, resumed=False, since=None, seat=0, game="carrera"
    ):
        since = since or (1 if resumed else attempt)
        table = Table(
            *(match_id, attempt, since, game, 1, CARRERA.options, seat, 3),
            *(Clock(), 3, "00" * 32),
        )
        await self._context.write(seated_message(table))

    async def ask(self, match_id="m", ply=1, *, attempt=1, heard=(), time_ms=2_000):
        heard = tuple(Heard(*h) for h in heard)
        prompt = Prompt(ply, CARRERA.observe(STATE, 0), LEGAL, time_ms, 9_000, 2, heard, 7)
        await self._context.write(prompt_message(match_id, attempt, prompt))

    async def answer(self, match_id="m", ply=1, *, attempt=1):
        """Returns the action that the bot chooses next, for this prompt."""
        choice = await self.hear("choice")
        assert (choice.match_id, choice.attempt, choice.ply) == (match_id, attempt, ply)
        return choice.action

    async def finish(self, match_id="m", outcome=OUTCOME, heard=()):
        heard = tuple(Heard(*h) for h in heard)
        await self._context.write(finished_message(match_id, outcome, heard))

    def end(self, code=None, details=""):
        """Ends the session, well or with an error."""
        if not self._end.done():
            self._end.set_result(None if code is None else (code, details))

    def cut(self):
        self.end(grpc.StatusCode.UNAVAILABLE, "the gateway is gone")


class FakeArena(PlayServiceServicer):
    def __init__(self, address):
        self.address = address
        self._streams = asyncio.Queue()
        self.sessions = 0

    async def Play(self, _requests, context):
        stream = Stream(context)
        self._streams.put_nowait(stream)
        self.sessions += 1
        await stream.serve()

    async def stream(self):
        """Returns the next session; nothing is read or said yet."""
        return await self._streams.get()

    async def session(self, heartbeat_s=HEARTBEAT_S):
        """Returns the next session, welcomed."""
        stream = await self.stream()
        await stream.hear("hello")
        await stream.welcome(heartbeat_s)
        return stream

    def settings(self, **changes):
        given = {"key": "k-1", "submission": "s-1", "matches": 4, "tls": False, **changes}
        return Settings(self.address, **given)

    @asynccontextmanager
    async def playing(self, make_bot, *, drain=None, patience=IMPATIENT, **settings):
        """Runs a client meanwhile; yields the task that it runs in."""
        client = Client(make_bot, self.settings(**settings), patience, drain=drain)
        running = asyncio.create_task(client.run())
        try:
            yield running
        finally:
            running.cancel()
            await asyncio.wait({running})


@asynccontextmanager
async def fake_arena(address="127.0.0.1:0", credentials=None):
    server = grpc.aio.server()
    if credentials is None:
        port = server.add_insecure_port(address)
    else:
        port = server.add_secure_port(address, credentials)
    arena = FakeArena(address.replace(":0", f":{port}"))
    add_PlayServiceServicer_to_server(arena, server)
    await server.start()
    try:
        yield arena
    finally:
        await server.stop(None)


def in_arena(scenario):
    """Makes a test of a coroutine function whose first parameter is a `FakeArena`."""

    async def played(**parameters):
        async with asyncio.timeout(30), fake_arena() as arena:
            await scenario(arena, **parameters)

    @functools.wraps(scenario)
    def test(**parameters):
        asyncio.run(played(**parameters))

    signature = inspect.signature(scenario)
    test.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
    return test
