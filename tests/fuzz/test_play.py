"""Whatever bots say on their streams, the gateway lives on, ends every call, and forgets it."""

import asyncio
import re
import socket
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.service.records import MatchState
from tests.fuzz.drawing import SEEDS, shuffled, spoilt
from tests.fuzz.http2 import play_session
from tests.fuzz.scripts import Say, Scene, Script, good_script, mutated, scripts
from tests.fuzz.table import PATIENCE_S, PATIENT, PLIES, Fuzzed, fuzzed
from tests.fuzz.tally import LONG, SHARES, SHORT, TALLIES
from tests.zoo.enclosure import GAMES, Enclosure, enclosure

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(3_600)]

AT_ONCE, WARM_UP = 16, 3
SUBMISSIONS = 64
BREAKING_PATH = b"/\xff"
"""Not UTF-8: grpc.aio of today ends its server at such a call."""
UNREADABLE = re.compile(
    r'Traceback \(most recent call last\):\n\s+File "src/python/grpcio/.*_decode\n'
    r"\s*UnicodeDecodeError.*\n"
)
"""What gRPC itself logs of a header that is not UTF-8; only that call fails."""
RSS_GROWTH = 16 << 20
"""How much more memory the gateway may hold afterwards: what Python and gRPC do not give back."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The arena, and what its gateway held before all this."""

    arena: Enclosure
    runner: asyncio.Runner
    tables: Fuzzed
    submission_ids: Collection[str]
    rss: int
    connections: int

    def converse(self, part: str, sessions: Collection[Script]) -> list[Scene]:
        """Runs sessions at the same time, for one part of the tally."""
        return self.runner.run(self.tables.converse(TALLIES[part], sessions))

    @contextmanager
    def innocents(self) -> Iterator[None]:
        """Has good bots play meanwhile; their matches end as if they were alone."""
        loop = self.runner.get_loop()
        playing = [loop.create_task(self.arena.play(game)) for game in GAMES]
        yield
        for task in playing:
            seen = self.runner.run(asyncio.wait_for(task, None))
            assert (seen.match.state, seen.match.attempt) == (MatchState.FINISHED, 1)
            assert seen.faults == [[]] * 3


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with enclosure(tmp_path_factory.mktemp("fuzz")) as arena, asyncio.Runner() as runner:
        submission_ids = arena.submissions("scout", "fuzzed", SUBMISSIONS)
        stack, redis_url = AsyncExitStack(), arena.wiring.settings.redis_url
        opening = fuzzed(arena.address, redis_url, arena.key, submission_ids)
        tables = runner.run(stack.enter_async_context(opening))
        for game in GAMES:
            runner.run(arena.play(game))
        good = [Script(tuple(good_script(PLIES)))] * AT_ONCE
        for _ in range(WARM_UP):
            runner.run(tables.converse(TALLIES["play, drawn"], good))
        rss, connections = arena.gateway_rss(), arena.gateway_connections()
        yield Ground(arena, runner, tables, submission_ids, rss, connections)
        runner.run(stack.aclose())


def test_a_good_script_is_played_without_fault(ground: Ground) -> None:
    good, tally = Script(tuple(good_script(PLIES)), patient=True), TALLIES["play, drawn"]

    scenes = ground.runner.run(ground.tables.converse(tally, [good] * AT_ONCE, PATIENT))

    assert [scene.faults for scene in scenes] == [[None] * PLIES] * AT_ONCE


def test_whatever_bots_say_every_call_ends_as_it_should(ground: Ground) -> None:
    @given(st.lists(scripts(), min_size=AT_ONCE, max_size=AT_ONCE))
    def converse(sessions: Sequence[Script]) -> None:
        ground.converse("play, drawn", sessions)

    with ground.innocents():
        _until_enough("play, drawn", converse)


def test_good_sessions_with_mutations_end_as_they_should(ground: Ground) -> None:
    @given(st.lists(SEEDS, min_size=AT_ONCE, max_size=AT_ONCE))
    def converse(seeds: Sequence[int]) -> None:
        ground.converse("play, mutated", [mutated(seed) for seed in seeds])

    with ground.innocents():
        _until_enough("play, mutated", converse)


def test_bytes_that_are_no_grpc_end_a_connection_and_nothing_else(ground: Ground) -> None:
    host, _, port = ground.arena.address.partition(":")

    async def connect(chance: Random) -> None:
        scene = Scene(chance.choice(list(ground.submission_ids)), "match-0", 1, ("keep",))
        said = [scene.written(step) for step in good_script(3) if isinstance(step, Say)]
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            for part in shuffled(play_session(ground.arena.key, said), chance):
                TALLIES["play, HTTP/2"].messages += 1
                # The path stays as it is: what one that is not UTF-8 does has a test of its own.
                is_bad = b":path" not in part and chance.random() < 0.3
                writer.write(spoilt(part, chance) if is_bad else part)
                await writer.drain()
            writer.write_eof()
            await reader.read()
        except OSError:
            pass  # it hung up
        finally:
            writer.close()

    @given(SEEDS)
    def garble(seed: int) -> None:
        chance = Random(seed)

        async def connections() -> None:
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*(connect(chance) for _ in range(AT_ONCE)))

        ground.runner.run(connections())

    with ground.innocents():
        _until_enough("play, HTTP/2", garble)


def test_the_gateway_forgets_all_of_it(ground: Ground) -> None:
    arena = ground.arena

    async def rest() -> bool:
        online = await ground.tables.relay.online(ground.submission_ids)
        return not online and arena.gateway_connections() <= ground.connections

    _eventually(lambda: ground.runner.run(rest()))
    assert arena.gateway_rss() - ground.rss < RSS_GROWTH
    assert arena.deaths() == []
    log = UNREADABLE.sub("", arena.log("gateway"))
    for failure in ("call failed", "session failed", "Traceback"):
        assert failure not in log


def test_a_call_that_breaks_grpc_costs_nobody_anything(ground: Ground) -> None:
    arena = ground.arena
    host, _, port = arena.address.partition(":")
    breaking = b"".join(play_session(arena.key, [], BREAKING_PATH))

    with ground.innocents():
        ground.runner.run(asyncio.sleep(1.0))  # their matches begin
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(breaking)
            _eventually(lambda: "gateway" in arena.deaths())
        _eventually(lambda: arena.deaths() == [] and _listens(host, int(port)))


def test_enough_was_sent() -> None:
    assert all(tally.enough for part, tally in TALLIES.items() if part.startswith("play"))
    assert sum(SHARES.values()) >= SHORT
    assert 20 * sum(SHARES.values()) >= LONG


def _until_enough(part: str, examples: Callable[[], None]) -> None:
    """Draws as many examples as it takes; each time others."""
    while not TALLIES[part].enough:
        examples()


def _listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), 1.0).close()
    except OSError:
        return False
    return True


def _eventually(claim: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not claim():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.1)
