"""Attempts are lost, with their log or without it, while a bot thinks: no thought goes astray."""

import asyncio
import hashlib
from collections.abc import Iterator, Sequence

import redis.asyncio
from asynchronous import asynchronous

from arena.games.carrera import Carrera
from arena.games.dice import commitment
from arena.match.events import Decided, MatchEvent
from arena.match.outcome import Fault
from arena.match.players import Player, Table
from arena.match.referee import Referee
from arena.match.replay import replay
from arena.relay import RedisRelay
from arena_sdk.check.stage import Other
from botarena.v1 import play_service_pb2 as pb

from .bots import session
from .stage import PATIENT, Stage, ask, prompt, stage, table, take_seat, unique

GAME = Carrera(3, max_rounds=1)
SEED = b"attempts" * 4
MATCHES = 4
KNOWN_PLIES = 2
"""So many are answered before the first attempt is lost."""
PAUSE_S = 0.02


def thought(legal_actions: Sequence[str]) -> str:
    """Returns what the bot does in a position, which here is what it may do."""
    digest = hashlib.sha256("/".join(legal_actions).encode()).digest()
    return legal_actions[digest[0] % len(legal_actions)]


class Ponderer:
    """Thinks about every new ply until another attempt asks at it; that thought comes first."""

    def __init__(self) -> None:
        self.lost_in_thought = asyncio.Event()
        self._plies: dict[tuple[str, int], asyncio.Event] = {}

    async def __call__(self, asked: pb.Prompt) -> str:
        key = asked.match_id, asked.ply
        asked_again = self._plies.get(key)
        if asked_again is not None:
            asked_again.set()
            await asyncio.sleep(PAUSE_S)
        else:
            asked_again = self._plies[key] = asyncio.Event()
            if sum(match_id == asked.match_id for match_id, _ in self._plies) > KNOWN_PLIES:
                self.lost_in_thought.set()
                await asked_again.wait()
        return thought(asked.legal_actions)


@asynchronous
async def test_a_thought_of_an_abandoned_attempt_is_not_taken_for_one_of_the_next(
    redis_url: str,
) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            first = table(clock=PATIENT)
            lost = worker.player(submission, first)
            await take_seat(lost, bot)
            asking = asyncio.create_task(lost.choose(prompt(3, PATIENT)))
            old = await bot.prompt()
            asking.cancel()
            again = table(first.match_id, PATIENT, attempt=2, since_attempt=2)
            player = worker.player(submission, again)
            await take_seat(player, bot)
            choosing = asyncio.create_task(player.choose(prompt(3, PATIENT)))
            new = await bot.prompt()
            await bot.choose(first.match_id, 3, "a", old.attempt)
            why = await bot.ignored()
            await bot.choose(first.match_id, 3, "b", new.attempt)
            answer = await choosing

            assert (old.attempt, new.attempt) == (1, 2)
            assert why == "ABANDONED"
            assert answer.action == "b"


@asynchronous
async def test_a_thought_of_an_attempt_that_was_resumed_counts(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            match_id = unique("match")
            heir = worker.player(submission, table(match_id, PATIENT, attempt=2, since_attempt=1))
            seated = await take_seat(heir, bot)
            choosing = await ask(heir, bot, prompt(3, PATIENT))
            await bot.choose(match_id, 3, "b", attempt=1)

            assert (await choosing).action == "b"
            assert (seated.attempt, seated.since_attempt, seated.resumed) == (2, 1, True)


@asynchronous
async def test_every_choice_is_a_thought_about_its_own_position(redis_url: str) -> None:
    """Workers die while the bot thinks, most of them with the log; others then play differently."""
    ponderer = Ponderer()
    async with stage(redis_url) as arena:
        gateway, submission = await arena.gateway(), unique("submission")
        bot = arena.bot([gateway.port], submission, ponderer)
        logs = [await _played(arena, submission, ponderer, number) for number in range(MATCHES)]
        late = [ignored.reason for ignored in bot.ignored]

    for log in logs:
        for legal_actions, action, fault in _own_choices(log):
            assert (action, fault) == (thought(legal_actions), None)
    assert late.count(pb.Ignored.REASON_ABANDONED) >= MATCHES, "nothing was tried"


async def _played(
    arena: Stage, submission: str, ponderer: Ponderer, number: int
) -> list[MatchEvent]:
    """Returns the log of one match; every attempt at it has a worker of its own."""
    match_id, attempt = unique("match"), 0
    async with redis.asyncio.from_url(arena.redis_url) as client:
        while True:
            attempt += 1
            worker, log = await arena.worker(), list[MatchEvent]()
            others = [Other(f"{number}/{attempt}/{seat}") for seat in (1, 2)]
            ponderer.lost_in_thought.clear()
            playing = asyncio.create_task(
                _attempt(worker, submission, match_id, attempt, others, log)
            )
            dying = asyncio.create_task(ponderer.lost_in_thought.wait())
            await asyncio.wait({playing, dying}, return_when=asyncio.FIRST_COMPLETED)
            dying.cancel()
            if playing.done():
                playing.result()
                return log
            playing.cancel()
            await worker.stop()
            if attempt % 3:
                await client.delete(f"arena:log:{match_id}")


async def _attempt(
    worker: RedisRelay,
    submission: str,
    match_id: str,
    attempt: int,
    others: Sequence[Player],
    events: list[MatchEvent],
) -> None:
    """Plays the bot at seat 0, from where the live log leaves off, and fills `events`."""
    log = await worker.logs.open(match_id, attempt)
    events += log.past
    offered = Table(
        *(match_id, attempt, log.since_attempt, GAME.name, GAME.version, GAME.options),
        *(0, GAME.seats, PATIENT, 3, commitment(SEED)),
    )
    player = worker.player(submission, offered)

    async def record(event: MatchEvent) -> None:
        await log.append(event)
        events.append(event)

    referee = Referee(
        *(GAME, [player, *others]), seed=SEED, clock=PATIENT, faults_allowed=3, record=record
    )
    await referee.play(log.past)
    player.close()


def _own_choices(log: Sequence[MatchEvent]) -> Iterator[tuple[list[str], str, Fault | None]]:
    """Yields for every decision of seat 0 the legal actions, what was played, and a fault."""
    states = {frame.ply: frame.state for frame in replay(GAME, SEED, log)}
    for event in log:
        for choice in event.choices if isinstance(event, Decided) else ():
            if choice.seat == 0:
                legal_actions = list(map(str, GAME.legal_actions(states[event.ply], 0)))
                yield legal_actions, choice.action, choice.fault
