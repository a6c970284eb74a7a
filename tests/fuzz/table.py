"""A real arena whose gateway hears fuzzed bots, and referees here that ask them."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from itertools import count, cycle

import grpc
from google.protobuf.message import DecodeError
from grpc import StatusCode

from arena.games.dice import Dice
from arena.games.kernel import Observation
from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.match.outcome import outcome
from arena.match.players import Faulted, Prompt, Table
from arena.relay import RedisRelay
from arena.rpc.play import SERVICE as PLAY
from arena.wire.play import PlayEncoder
from botarena.v1 import play_service_pb2 as pb
from tests.fuzz.scripts import Raw, Say, Scene, Script, Wait
from tests.fuzz.tally import Tally

CLOCK = Clock(limit_ms=40, bank_ms=0, lag_ms=20, join_ms=400)
PATIENT = Clock(limit_ms=20_000, bank_ms=0, lag_ms=0, join_ms=20_000)
PLIES = 4
PATIENCE_S = 40.0
"""What takes longer hangs."""
SEATED_S, PAUSE_S = 0.25, 0.06
"""How long bots wait for a seat, and for other things."""
MESSAGE_BYTES = 256 * 1024

OPENED = {StatusCode.OK}
REFUSED = {
    StatusCode.INVALID_ARGUMENT,
    StatusCode.NOT_FOUND,
    StatusCode.PERMISSION_DENIED,
    StatusCode.UNAUTHENTICATED,
}
_numbers = count(1)


class Fuzzed:
    """Sits fuzzed bots at tables of one gateway."""

    def __init__(
        self, channel: grpc.Channel, relay: RedisRelay, key: str, submission_ids: Collection[str]
    ) -> None:
        self.relay = relay
        self._key = key
        # So many that no session meets the one before it of the same submission.
        self._submission_ids = cycle(submission_ids)
        self._threads = ThreadPoolExecutor(len(submission_ids), "bot")
        self._play = channel.stream_stream(
            f"/{PLAY}/Play", response_deserializer=pb.PlayResponse.FromString
        )

    async def converse(
        self, tally: Tally, scripts: Collection[Script], clock: Clock = CLOCK
    ) -> list[Scene]:
        """Runs sessions at the same time; each call is to end, and as it should."""
        scenes, run = [], asyncio.get_running_loop().run_in_executor
        async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
            for script in scripts:
                number, submission_id = next(_numbers), next(self._submission_ids)
                scene = Scene(submission_id, f"match-{number}", 1 + number % 3, _ACTIONS)
                scenes.append(scene)
                group.create_task(_referee(self.relay, scene, clock))
                group.create_task(_result(run(self._threads, self._session, script, scene, tally)))
        return scenes

    def _session(self, script: Script, scene: Scene, tally: Tally) -> None:
        """Runs one session, in a thread of its own: only such calls tell truly how they ended."""
        heard: Counter[str] = Counter()
        sent: list[bytes] = []
        begun, said = threading.Event(), threading.Event()

        def speak() -> Iterator[bytes]:
            begun.wait()
            for step in script.steps:
                match step:
                    case Wait(kind):
                        _pause(kind if script.reads else "", heard, script.patient)
                        continue
                    case Say():
                        sent.append(scene.written(step))
                    case Raw(message):
                        sent.append(message)
                yield sent[-1]
            if not script.finishes:
                call.cancel()
            said.set()

        metadata = (("authorization", f"Bearer {self._key}"),) if script.key else ()
        call = self._play(speak(), metadata=metadata, timeout=PATIENCE_S)
        begun.set()
        if not script.reads:
            said.wait(SEATED_S)
        with suppress(grpc.RpcError):
            for message in call:
                kind = message.WhichOneof("message")
                assert kind is not None, "nothing comes but messages that bots know"
                heard[kind] += 1
        tally.messages += len(sent)
        tally.ended(call.code())
        assert call.code() in _expected(script, sent, scene), (call.details(), sent[:1])


_PAUSES_S = {"": 0.002, "seated": SEATED_S}


def _pause(kind: str, heard: Counter[str], patient: bool) -> None:
    """Waits until something of this kind was heard that nobody has waited for, but not for long."""
    until = time.monotonic() + (PATIENCE_S if patient else _PAUSES_S.get(kind, PAUSE_S))
    while time.monotonic() < until:
        time.sleep(0.002)
        if heard[kind]:
            heard[kind] -= 1
            return


async def _result(future: "asyncio.Future[None]") -> None:
    await future


def _expected(script: Script, sent: list[bytes], scene: Scene) -> set[StatusCode]:
    """Returns how a call may end, by what was said in it."""
    codes = set() if script.finishes else {StatusCode.CANCELLED}
    if any(len(message) > MESSAGE_BYTES for message in sent):
        codes.add(StatusCode.RESOURCE_EXHAUSTED)
    return codes | (OPENED if script.key and _opens(sent[:1], scene) else REFUSED)


def _opens(first: list[bytes], scene: Scene) -> bool:
    """Returns whether a session begins with this message."""
    try:
        hello = pb.PlayRequest.FromString(*first).hello
    except (DecodeError, TypeError):  # not a message, or none at all
        return False
    return hello.submission_id == scene.submission_id and 0 <= hello.match_capacity <= 1_000


async def _referee(relay: RedisRelay, scene: Scene, clock: Clock) -> None:
    """Asks a bot some prompts, whatever it does."""
    table = Table(
        *(scene.match_id, scene.attempt, scene.attempt, "scout", 1, {}, 0, 3),
        *(clock, PLIES, "c0ffee"),
    )
    player = relay.player(scene.submission_id, table)
    hurry = asyncio.create_task(_hurry(relay))
    try:
        await player.sit()
        for ply in range(PLIES):
            scene.ply = ply
            asked = Prompt(ply, _OBSERVATION, scene.legal_actions, clock.limit_ms, 0, PLIES)
            answer = await player.choose(asked)
            scene.faults.append(answer.fault)
            assert 0 <= answer.elapsed_ms <= clock.budget_ms(0)
            if answer.fault is not None:
                player.faulted(Faulted(ply, answer.fault, scene.legal_actions[0], PLIES))
        player.finished(outcome([3, 2, 1]), ())
    finally:
        hurry.cancel()
        player.close()


async def _hurry(relay: RedisRelay) -> None:
    """Has the relay look for sessions more often than it does by itself."""
    while True:
        relay.poke()
        await asyncio.sleep(0.02)


def _dealt() -> tuple[Observation, tuple[str, ...]]:
    """Returns a true observation with its legal actions."""
    game = Registry.installed().create("scout", 3, {})
    state = game.chance(game.start(), Dice(bytes(32), 0))
    return game.observe(state, 0), tuple(map(str, game.legal_actions(state, 0)))


_OBSERVATION, _ACTIONS = _dealt()


@asynccontextmanager
async def fuzzed(
    address: str, redis_url: str, key: str, submission_ids: Collection[str]
) -> AsyncIterator[Fuzzed]:
    """Opens the tables."""
    relay = RedisRelay(redis_url, "fuzz", PlayEncoder())
    await relay.start()
    relay.excused_until = 0.0  # as if it had been up for long
    options = [("grpc.max_send_message_length", -1)]
    try:
        with grpc.insecure_channel(address, options) as channel:
            yield Fuzzed(channel, relay, key, submission_ids)
    finally:
        await relay.stop()
