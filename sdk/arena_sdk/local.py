"""Plays a match in this process: the same bots, the same referee, no network."""

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeAlias

from arena.games.dice import commitment
from arena.games.kernel import Game
from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.match.events import MatchEvent
from arena.match.outcome import Outcome
from arena.match.players import Table
from arena.match.referee import Referee
from arena_sdk.bot import MakeBot
from arena_sdk.calls import maker
from arena_sdk.local_players import LocalPlayer, TimedPlayer
from arena_sdk.seated import SeatedBot
from arena_sdk.threads import Direct, Threads

Played: TypeAlias = tuple[Outcome, list[MatchEvent]]


def play_local(
    game: str | Game[Any, Any],
    bots: Sequence[MakeBot],
    *,
    seed: int | bytes = 0,
    clock: Clock | None = None,
    faults_allowed: int = 3,
    **options: str | int | bool,
) -> Played:
    """Plays one match with a bot for each seat; returns the outcome and the whole log.

    `game` is a name with `options`, or a game. The same seed gives the same deals. With a `clock`
    bots run in threads and out of time as in the arena; without one they are called directly, which
    is quick, and may think for ever. What a bot raises is logged and a fault, as in the arena.

    Raises `UnknownGame`, or `ValueError` for a wrong number of bots or a wrong option.
    """
    if isinstance(game, str):
        game = _installed().create(game, len(bots), options)
    elif options:
        raise ValueError(f"the game has its options already: {', '.join(options)}")
    elif len(bots) != game.seats:
        raise ValueError(f"{len(bots)} bots for {game.seats} seats")
    secret = seed if isinstance(seed, bytes) else str(seed).encode()
    return _run(_play(game, bots, secret, clock, faults_allowed))


async def _play(
    game: Game[Any, Any],
    bots: Sequence[MakeBot],
    seed: bytes,
    clock: Clock | None,
    faults_allowed: int,
) -> Played:
    caller = Direct() if clock is None else Threads(len(bots))
    log: list[MatchEvent] = []

    async def record(event: MatchEvent) -> None:
        log.append(event)

    players: list[LocalPlayer | TimedPlayer] = []
    for seat, make_bot in enumerate(bots):
        table = Table(
            match_id="local",
            attempt=1,
            since_attempt=1,
            game=game.name,
            version=game.version,
            options=game.options,
            seat=seat,
            seats=game.seats,
            clock=clock or Clock(),
            faults_allowed=faults_allowed,
            commitment=commitment(seed),
        )
        bot = SeatedBot(maker(make_bot), table, caller)
        players.append(LocalPlayer(bot) if clock is None else TimedPlayer(bot, clock))
    referee = Referee(
        game,
        players,
        seed=seed,
        clock=clock or Clock(),
        faults_allowed=faults_allowed,
        record=record,
    )
    try:
        outcome = await referee.play()
        for player in players:
            await player.close()
        return outcome, log
    finally:
        caller.close()


@cache
def _installed() -> Registry:
    return Registry.installed()


def _run(work: Coroutine[Any, Any, Played]) -> Played:
    """Runs a coroutine to its end, also where a loop runs already, as in a notebook."""
    if not _loop_runs():
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
