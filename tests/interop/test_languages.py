"""Bots in all languages play each other in a real arena, rated, and lose no decision."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from arena.bootstrap import Wiring, wire
from arena.cli.processes import running
from arena.config import Settings
from arena.match.clock import Clock
from arena.service import authors, bots, ladders
from arena.service.audit import audit
from arena.service.records import Ladder, Match, MatchFilter, MatchState, Role
from tests.interop.languages import LANGUAGES, ROOT, Language, launched
from tests.interop.proxy import Proxy

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(2400)]

SEATS = {"scout": 4, "carrera": 5}
BLOCKS = 2
PATIENCE_S = 120.0
CLOCK = Clock(limit_ms=10_000, bank_ms=60_000, join_ms=30_000)
"""Generous: how busy this machine is, is not tested here."""

Launch = Callable[[str, Path, Mapping[str, str]], AbstractContextManager["subprocess.Popen[str]"]]
"""Runs a bot for a game with a log and an environment."""


@dataclass(slots=True)
class Player:
    """A bot process, its way to the arena, and what it played when that way was cut."""

    submission_id: str
    proxy: Proxy
    process: "subprocess.Popen[str]"
    cut_in: frozenset[str] = frozenset()


def python(
    game: str, log: Path, environment: Mapping[str, str]
) -> AbstractContextManager["subprocess.Popen[str]"]:
    program = ROOT / "sdk" / "examples" / f"{game}_greedy.py"
    return launched([sys.executable, str(program)], ROOT, log, environment)


def present() -> dict[str, Launch]:
    """Builds what can be built here; returns how to run a bot in each language."""
    launches: dict[str, Launch] = {"python": python}
    for language in LANGUAGES:
        if not language.missing:
            language.build()
            launches[language.name] = foreign(language)
    return launches


def foreign(language: Language) -> Launch:
    return lambda game, log, environment: language.running(log, environment)


def test_bots_in_all_languages_play_rated_matches_through_a_cut(tmp_path: Path) -> None:
    launches = present()

    with running(replace(Settings(), data_dir=tmp_path, gateway_port=0, web_port=0)) as (
        _,
        settings,
    ):
        wiring = wire(settings)
        try:
            address = f"{settings.gateway_host}:{settings.gateway_port}"
            asyncio.run(scenario(wiring, address, launches, tmp_path))
        finally:
            wiring.close()


async def scenario(
    wiring: Wiring, address: str, launches: Mapping[str, Launch], folder: Path
) -> None:
    async with playing(wiring, address, launches, folder) as (opened, players):
        for player in players:
            await until(partial(running_matches, wiring, player), folder)
            player.cut_in = running_matches(wiring, player)
            player.proxy.cut()
        await until(lambda: all(rated(wiring, ladder) >= BLOCKS for ladder in opened), folder)
        for ladder in opened:
            await asyncio.to_thread(pause, wiring, ladder)
        await until(lambda: all(m.state.final for m in all_matches(wiring)), folder)
        for player in players:
            player.process.send_signal(signal.SIGTERM)
        codes = [await asyncio.to_thread(p.process.wait, PATIENCE_S) for p in players]

    assert codes == [0] * len(players)
    matches = {match.match_id: match for match in all_matches(wiring)}
    assert {match.state for match in matches.values()} == {MatchState.FINISHED}
    assert [m.match_id for m in matches.values() if any(m.faults)] == []
    assert all(player.proxy.connections >= 2 for player in players)
    assert all(matches[match_id].attempt == 1 for p in players for match_id in p.cut_in)
    found = audit(open_unit=wiring.open_unit, games=wiring.games, now=wiring.now)
    assert found.complaints == ()
    assert found.blocks >= BLOCKS * len(opened)


@asynccontextmanager
async def playing(
    wiring: Wiring, address: str, launches: Mapping[str, Launch], folder: Path
) -> AsyncIterator[tuple[list[Ladder], list[Player]]]:
    """Opens a ladder per game and runs a bot per language on each."""
    opened, players = [], list[Player]()
    async with AsyncExitStack() as stack:
        for game, seats in SEATS.items():
            ladder = ladders.create_ladder(
                game,
                game,
                {},
                min(seats, len(launches)),
                clock=CLOCK,
                open_unit=wiring.open_unit,
                games=wiring.games,
                now=wiring.now,
            )
            opened.append(ladder)
            for name, launch in launches.items():
                key, submission_id = enter(wiring, f"{name} {game}", ladder)
                proxy = Proxy(address)
                environment = {
                    "ARENA_ADDRESS": await stack.enter_async_context(proxy.listening()),
                    "ARENA_KEY": key,
                    "ARENA_SUBMISSION": submission_id,
                    "ARENA_MATCHES": "16",
                }
                bot = launch(game, folder / f"{name}-{game}.log", environment)
                players.append(Player(submission_id, proxy, stack.enter_context(bot)))
        yield opened, players


def enter(wiring: Wiring, name: str, ladder: Ladder) -> tuple[str, str]:
    """Makes an author with a bot and puts it on the ladder; returns the key and the submission."""
    unit, now = wiring.open_unit, wiring.now
    author, _, key = authors.create_author(name, Role.AUTHOR, open_unit=unit, now=now)
    bot = bots.create_bot(
        author, name, ladder.terms.game, open_unit=unit, games=wiring.games, now=now
    )
    made = bots.create_submission(author, bot.bot_id, open_unit=unit, now=now)
    ladders.join_ladder(author, ladder.ladder_id, made.submission_id, open_unit=unit, now=now)
    return key, made.submission_id


async def until(is_so: Callable[[], object], folder: Path) -> None:
    """Waits; shows what the bots said if it takes too long."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not await asyncio.to_thread(is_so):
                await asyncio.sleep(0.05)
    except TimeoutError as error:
        for log in sorted(folder.glob("*.log")):
            error.add_note(f"{log.name}: {log.read_text()[-1_000:]}")
        raise


def running_matches(wiring: Wiring, player: Player) -> frozenset[str]:
    where = MatchFilter(submission_id=player.submission_id, state=MatchState.RUNNING)
    with wiring.open_unit() as unit:
        return frozenset(match.match_id for match in unit.matches.page(500, "", where).items)


def all_matches(wiring: Wiring) -> list[Match]:
    with wiring.open_unit() as unit:
        return list(unit.matches.page(500, "", MatchFilter()).items)


def rated(wiring: Wiring, ladder: Ladder) -> int:
    with wiring.open_unit() as unit:
        return unit.ladders.get(ladder.ladder_id).rated_blocks


def pause(wiring: Wiring, ladder: Ladder) -> None:
    with wiring.open_unit() as unit:
        unit.ladders.pause(ladder.ladder_id, True)
