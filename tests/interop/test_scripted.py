"""Bots in five languages keep the protocol, whatever happens to their sessions."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from arena.games.dice import commitment
from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.match.events import Decided, MatchEvent, without_times
from arena.match.players import Answer, Player, Prompt, Table
from arena.match.referee import Referee
from arena_sdk.check.arena import KEY, SUBMISSION, ScriptedArena
from arena_sdk.check.findings import Verdict
from arena_sdk.check.seat import Seat
from arena_sdk.check.serving import serving
from arena_sdk.check.trouble import Trouble
from botarena.v1 import play_service_pb2 as pb
from tests.interop.languages import LANGUAGES, Language
from tests.interop.strategy import expected

pytestmark = pytest.mark.timeout(1800)

GAMES = Registry.installed()
CLOCK = Clock()
TABLES = [("scout", 2), ("scout", 3), ("scout", 5), ("carrera", 3), ("carrera", 4), ("carrera", 5)]
PATIENCE_S = 180.0
CALM = (None,) * 8
TROUBLES = [
    *(Trouble.UNKNOWN, *CALM, Trouble.TWICE, *CALM, Trouble.BREAK, *CALM, Trouble.TAKE_OVER, *CALM),
    *(Trouble.LOSE, *CALM, Trouble.TWICE, *CALM, Trouble.SILENCE, *CALM, Trouble.LEAVE),
]


class Expected:
    """A seat that plays as the bots of all languages do, without a stream."""

    async def sit(self) -> None: ...

    async def choose(self, prompt: Prompt) -> Answer:
        return Answer(expected(prompt.observation, prompt.legal_actions))

    def faulted(self, notice: object) -> None: ...

    def finished(self, outcome: object, heard: object) -> None: ...


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    language: Language = request.param
    if absent := language.missing:
        pytest.skip(f"no {absent}")
    language.build()
    return language


def test_a_bot_plays_on_whatever_happens_to_its_session(language: Language, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(language, tmp_path, TROUBLES) as (arena, bot):
            seats = [seat(arena, i, game, seats) for i, (game, seats) in enumerate(TABLES)]
            matches = [asyncio.create_task(played(s)) for s in seats]
            await asyncio.wait(matches, return_when=asyncio.FIRST_COMPLETED)
            bot.send_signal(signal.SIGTERM)
            arena.troubles = chain(arena.troubles, CALM, [Trouble.BREAK])

            logs = await asyncio.gather(*matches)

            assert await asyncio.to_thread(bot.wait, PATIENCE_S) == 0
            assert logs == [await played(s, alone=True) for s in seats]
            assert [a for s in seats for a in s.choices.values() if len(set(a)) > 1] == []
            assert [f for f in arena.findings.all() if f.verdict is Verdict.FAIL] == []
            assert arena.hellos[0].match_capacity == len(TABLES)
            assert len(arena.sessions) >= 5
            assert arena.goodbyes > 0

    asyncio.run(scenario())


def test_a_match_that_starts_again_is_played_from_its_start(
    language: Language, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with running(language, tmp_path) as (arena, _):
            first = seat(arena, 1, "carrera", 3)
            attempt = asyncio.create_task(played(first))
            while len(first.choices) < 5:
                await asyncio.sleep(0.01)
            attempt.cancel()
            second = seat(arena, 1, "carrera", 3, attempt=2, seed=b"another deal".ljust(32))

            log = await played(second)

            assert log == await played(second, alone=True)

    asyncio.run(scenario())


def test_a_bot_reports_that_its_own_code_failed_and_plays_on(
    language: Language, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with running(language, tmp_path) as (arena, _):
            broken = seat(arena, 1, "scout", 3)
            await broken.sit()
            garbage = AnyMessage(value=b"\xff")
            prompt = pb.Prompt(match_id="match-1", observation=garbage, legal_actions=["keep"])
            arena.send(pb.PlayResponse(prompt=prompt).SerializeToString())
            good = seat(arena, 2, "carrera", 4)

            log = await played(good)

            assert log == await played(good, alone=True)
            assert len(arena.failures) == 1
            assert arena.failures[0]

    asyncio.run(scenario())


def test_an_idle_bot_echoes_heartbeats_and_leaves_when_it_is_told(
    language: Language, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with running(language, tmp_path) as (arena, bot), asyncio.timeout(PATIENCE_S):
            while arena.session.echoes < 3:
                await asyncio.sleep(0.01)
            bot.send_signal(signal.SIGTERM)

            assert await asyncio.to_thread(bot.wait) == 0
            assert len(arena.sessions) == 1
            assert arena.goodbyes == 1

    asyncio.run(scenario())


def test_a_bot_with_a_bad_key_gives_up_and_says_why(language: Language, tmp_path: Path) -> None:
    async def scenario() -> None:
        arena = ScriptedArena(iter(()))
        async with serving(arena) as address:
            with language.running(tmp_path / "log", environment(address, "wrong")) as bot:
                code = await asyncio.to_thread(bot.wait, PATIENCE_S)

            assert code != 0
            assert "no such key" in (tmp_path / "log").read_text()
            assert arena.hellos == []

    asyncio.run(scenario())


def environment(address: str, key: str = KEY) -> dict[str, str]:
    return {
        "ARENA_ADDRESS": address,
        "ARENA_KEY": key,
        "ARENA_SUBMISSION": SUBMISSION,
        "ARENA_MATCHES": str(len(TABLES)),
    }


@asynccontextmanager
async def running(
    language: Language, folder: Path, troubles: Iterable[Trouble | None] = ()
) -> AsyncIterator[tuple[ScriptedArena, subprocess.Popen[str]]]:
    """Runs the bot, connected to a scripted arena."""
    arena = ScriptedArena(iter(troubles))
    async with serving(arena) as address:
        with language.running(folder / "log", environment(address)) as bot:
            async with asyncio.timeout(PATIENCE_S):
                while not arena.sessions:
                    assert bot.poll() is None, (folder / "log").read_text()
                    await asyncio.sleep(0.01)
            try:
                yield arena, bot
            except BaseException as error:
                error.add_note((folder / "log").read_text()[-5_000:])
                raise


def seat(
    arena: ScriptedArena, number: int, game: str, seats: int, attempt: int = 1, seed: bytes = b""
) -> Seat:
    """Returns a seat for the bot at a table of its own."""
    seed = seed or bytes([number] * 32)
    options = GAMES.create(game, seats).options
    mine, version = number % seats, GAMES.find(game).version
    table = Table(
        *(f"match-{number}", attempt, attempt, game, version, options, mine, seats),
        *(CLOCK, 0, commitment(seed)),
    )
    return Seat(arena, table, seed)


async def played(seat: Seat, *, alone: bool = False) -> Sequence[MatchEvent]:
    """Plays the match of a seat, by the bot or, if `alone`, without it; returns the log."""
    table, log = seat.table, list[MatchEvent]()
    players: list[Player] = [Expected() for _ in range(table.seats)]
    if not alone:
        players[table.seat] = seat

    async def record(event: MatchEvent) -> None:
        log.append(without_times(event))

    game: Any = GAMES.create(table.game, table.seats)
    referee = Referee(game, players, seed=seat.seed, clock=CLOCK, faults_allowed=0, record=record)
    await referee.play()
    faults = [c for e in log if isinstance(e, Decided) for c in e.choices if c.fault is not None]
    assert faults == []
    return log
