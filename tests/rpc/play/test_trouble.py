"""Connections break, gateways die, Redis goes away: no bot pays for what is ours."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
import redis.asyncio
from asynchronous import asynchronous, eventually
from redis_server import MortalRedis, drop_connections

from arena.match.clock import Clock
from arena.match.outcome import Fault
from arena.match.players import Answer
from arena.relay import RedisRelay
from arena.wire.durations import milliseconds
from botarena.v1 import play_service_pb2 as pb

from .bots import HandBot, session
from .stage import PATIENT, ask, prompt, seat, stage, take_seat, unique

HASTY = Clock(limit_ms=200, bank_ms=0, lag_ms=700, join_ms=5_000)
"""All is over in 0.9 s."""
STEPS = ("hello", "seated", "acknowledged", "prompted", "chosen")


@pytest.mark.parametrize("step", STEPS)
@asynchronous
async def test_wherever_the_connection_breaks_the_match_goes_the_same_way(
    redis_url: str, step: str
) -> None:
    """A bot by hand drops its connection at one step of every ply, then comes back."""
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        player, match_id = seat(worker, submission, PATIENT)
        answers: list[Answer] = []

        async def referee() -> None:
            await player.sit()
            for ply in range(4):
                answers.append(await player.choose(prompt(ply, PATIENT)))

        playing = asyncio.create_task(referee())
        dropped_at: set[int] = set()
        told: list[int] = []
        while not playing.done():
            bot = HandBot(gateway.port)
            try:
                await bot.hello(submission)
                if step == "hello" and len(dropped_at) < 3:
                    dropped_at.add(len(dropped_at))
                    continue
                while not playing.done():
                    message = await bot.call.read()
                    kind = message.WhichOneof("message")
                    ply = message.prompt.ply if kind == "prompt" else -1
                    fresh = (kind, ply) not in dropped_at and ply not in dropped_at
                    if kind == "seated":
                        if step == "seated" and fresh:
                            dropped_at.add(ply)
                            break
                        await bot.acknowledge(match_id)
                        if step == "acknowledged" and fresh:
                            dropped_at.add(ply)
                            break
                    if kind == "prompt":
                        told.append(ply)
                        if step == "prompted" and fresh:
                            dropped_at.add(ply)
                            break
                        await bot.choose(match_id, ply, f"action {ply}")
                        if step == "chosen" and fresh:
                            dropped_at.add(ply)
                            break
                        await eventually(lambda ply=ply: len(answers) > ply)
            finally:
                await bot.drop()
        await playing

        assert [answer.action for answer in answers] == [f"action {ply}" for ply in range(4)]
        assert {answer.fault for answer in answers} == {None}
        assert dropped_at
        assert told == sorted(told)


@asynchronous
async def test_the_time_of_a_bot_that_left_goes_on_and_it_is_told_what_is_left(
    redis_url: str,
) -> None:
    submission, clock = unique("submission"), Clock(10_000, 5_000, 100, join_ms=5_000)
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        player, match_id = seat(worker, submission, clock)
        async with session(gateway.port, submission) as bot:
            await take_seat(player, bot)
            choosing = await ask(player, bot, prompt(0, clock))
            await asyncio.sleep(0.4)
        await asyncio.sleep(0.4)
        async with session(gateway.port, submission) as bot:
            await bot.sit()
            asked = await bot.prompt()
            await bot.choose(match_id, 0)
            answer = await choosing

        assert 5_000 < milliseconds(asked.time_left) < 10_000 - 500  # of 0.8 s, the lag allowed
        assert milliseconds(asked.bank_left) == 5_000
        assert answer.fault is None
        assert answer.elapsed_ms > 600


@asynchronous
async def test_a_bot_that_does_not_come_back_in_time_is_disconnected(redis_url: str) -> None:
    submission, clock = unique("submission"), Clock(100, 0, 200, join_ms=5_000)
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        player, _ = seat(worker, submission, clock)
        async with session(gateway.port, submission) as bot:
            await take_seat(player, bot)
            choosing = await ask(player, bot, prompt(0, clock))
        while_away = [await choosing, await player.choose(prompt(1, clock))]
        async with session(gateway.port, submission) as bot:
            await bot.sit()
            asking = asyncio.create_task(player.choose(prompt(2, clock)))
            asked = await bot.prompt()
            await asking

        assert while_away == [Answer("", clock.budget_ms(0), Fault.DISCONNECT)] * 2
        assert asked.ply == 2


@asynccontextmanager
async def mortal_gateway(redis_url: str) -> AsyncIterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """Gives the port and the process of a gateway that a test may kill."""
    script = Path(__file__).with_name("gateway_process.py")
    process = subprocess.Popen([sys.executable, script, redis_url], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        yield int(await asyncio.to_thread(process.stdout.readline)), process
    finally:
        process.kill()
        process.wait()


@asynchronous
async def test_a_gateway_that_is_killed_costs_no_bot_anything(redis_url: str) -> None:
    """Bots think for long; what they had thought for a dead gateway is not charged."""
    submissions = [unique("submission") for _ in range(5)]
    clock = Clock(limit_ms=1_500, bank_ms=0, lag_ms=800, join_ms=5_000)
    async with stage(redis_url) as arena, mortal_gateway(redis_url) as (port, process):
        other, worker = await arena.gateway(), await arena.worker()

        async def think(asked: pb.Prompt) -> str:
            await asyncio.sleep(1.0)
            return asked.legal_actions[1]

        bots = [arena.bot([port, other.port], s, think) for s in submissions]
        players = [seat(worker, s, clock)[0] for s in submissions]
        await eventually(lambda: all(bot.sessions for bot in bots))
        for bot in bots:
            bot.ports = [other.port]
        await asyncio.gather(*[player.sit() for player in players])
        choosing = [asyncio.create_task(player.choose(prompt(0, clock))) for player in players]
        await eventually(lambda: all(bot.prompts for bot in bots))
        await asyncio.sleep(0.8)
        process.kill()
        answers = await asyncio.gather(*choosing)

        assert {(answer.action, answer.fault) for answer in answers} == {("b", None)}
        assert all(bot.sessions > 1 for bot in bots)
        assert all(list(bot.time_left_ms.values()) == [1_500] for bot in bots)


@asynchronous
async def test_a_bot_is_excused_for_as_long_as_its_gateway_is_dead(redis_url: str) -> None:
    """It comes back much later than its time to think would have allowed."""
    submission, clock = unique("submission"), HASTY
    async with stage(redis_url) as arena, mortal_gateway(redis_url) as (port, process):
        worker = await arena.worker()
        player, match_id = seat(worker, submission, clock)
        bot = HandBot(port)
        await bot.hello(submission)
        await take_seat(player, bot)
        process.kill()
        choosing = asyncio.create_task(player.choose(prompt(0, clock)))
        await bot.drop()
        await asyncio.sleep(4.0)
        other = await arena.gateway()
        async with session(other.port, submission) as bot:
            await bot.sit()
            await bot.prompt()
            await bot.choose(match_id, 0, "b")

            assert (await choosing).action == "b"


@asynchronous
async def test_a_gateway_that_is_frozen_for_a_while_charges_nobody_for_it(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena, mortal_gateway(redis_url) as (port, process):
        worker = await arena.worker()
        player, match_id = seat(worker, submission, HASTY)
        async with session(port, submission) as bot:
            await take_seat(player, bot)
            choosing = await ask(player, bot, prompt(0, HASTY))
            process.send_signal(signal.SIGSTOP)
            await bot.choose(match_id, 0, "b")
            await asyncio.sleep(1.5)
            process.send_signal(signal.SIGCONT)
            answer = await choosing

        assert (answer.action, answer.fault) == ("b", None)
        assert answer.elapsed_ms < HASTY.budget_ms(0)


async def busy_matches(
    worker: RedisRelay, submissions: list[str], until: asyncio.Event
) -> list[Answer]:
    """Plays a match with every submission until told to stop; returns all answers."""

    async def match(submission: str) -> list[Answer]:
        player, _ = seat(worker, submission, PATIENT)
        await player.sit()
        answers, ply = [], 0
        while not until.is_set():
            answers.append(await player.choose(prompt(ply, PATIENT)))
            ply += 1
        player.close()
        return answers

    matches = await asyncio.gather(*[match(s) for s in submissions])
    return [answer for answers in matches for answer in answers]


@asynchronous
async def test_three_dropped_redis_connections_under_load_lose_nothing(redis_url: str) -> None:
    submissions = [unique("submission") for _ in range(10)]
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        bots = [arena.bot([gateway.port], s) for s in submissions]
        until = asyncio.Event()
        playing = asyncio.create_task(busy_matches(worker, submissions, until))
        for _ in range(3):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(drop_connections, redis_url)
        await asyncio.sleep(0.3)
        until.set()
        answers = await playing

        prompts = [(bot.submission_id, *asked) for bot in bots for asked in bot.prompts]
        assert {(answer.action, answer.fault) for answer in answers} == {("a", None)}
        assert len(prompts) == len(set(prompts)) == len(answers)
        assert not [ignored for bot in bots for ignored in bot.ignored]


@asynchronous
async def test_a_redis_that_forgot_everything_is_survived(mortal_redis: MortalRedis) -> None:
    submissions = [unique("submission") for _ in range(5)]
    async with stage(mortal_redis.url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        bots = [arena.bot([gateway.port], s) for s in submissions]
        until = asyncio.Event()
        playing = asyncio.create_task(busy_matches(worker, submissions, until))
        await asyncio.sleep(0.3)
        await mortal_redis.restart()
        await asyncio.sleep(0.3)
        await mortal_redis.restart(away_s=0.5)
        before = sum(len(bot.prompts) for bot in bots)
        await eventually(lambda: sum(len(bot.prompts) for bot in bots) > before + 100)
        until.set()
        answers = await playing
        while len(await worker.online(submissions)) < len(submissions):
            await asyncio.sleep(0.05)

        assert {(answer.action, answer.fault) for answer in answers} == {("a", None)}
        assert {bot.sessions for bot in bots} == {1}


@asynchronous
async def test_time_without_redis_is_charged_to_nobody(mortal_redis: MortalRedis) -> None:
    """One bot thinks through it, one comes back after it; both had less time than it took."""
    submission, clock = unique("submission"), HASTY
    async with stage(mortal_redis.url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        player, match_id = seat(worker, submission, clock)
        async with session(gateway.port, submission) as bot:
            await take_seat(player, bot)
            choosing = await ask(player, bot, prompt(0, clock))
            mortal_redis.kill()
            await bot.choose(match_id, 0, "b")
            await asyncio.sleep(1.2)
            await asyncio.to_thread(mortal_redis.start)
            thought_through = await choosing
        away = asyncio.create_task(player.choose(prompt(1, clock)))
        await asyncio.sleep(0.1)
        await mortal_redis.restart(away_s=1.2)
        async with session(gateway.port, submission) as bot:
            await bot.sit()
            await bot.prompt()
            await bot.choose(match_id, 1, "b")
            came_back = await away

        assert thought_through == Answer("b", thought_through.elapsed_ms)
        assert thought_through.elapsed_ms < HASTY.budget_ms(0)
        assert came_back == Answer("b", came_back.elapsed_ms)


@asynchronous
async def test_a_new_session_is_refused_while_redis_is_away(mortal_redis: MortalRedis) -> None:
    async with stage(mortal_redis.url) as arena:
        gateway = await arena.gateway()
        mortal_redis.kill()
        bot = HandBot(gateway.port)
        code = await bot.refused(unique("submission"))
        await bot.drop()

        assert code is grpc.StatusCode.UNAVAILABLE


@asynchronous
async def test_a_bot_whose_acknowledgement_redis_refused_has_its_seat(
    mortal_redis: MortalRedis,
) -> None:
    """A server that is full for a moment takes no more frames, and forgets none it has."""
    submission = unique("submission")
    async with stage(mortal_redis.url) as arena, redis.asyncio.from_url(mortal_redis.url) as client:
        gateway, worker = await arena.gateway(), await arena.worker()
        player, match_id = seat(worker, submission, PATIENT)
        async with session(gateway.port, submission) as bot:
            sitting = asyncio.create_task(player.sit())
            await bot.receive("seated")
            await client.config_set("maxmemory", 1)
            await bot.acknowledge(match_id)
            while not (await client.info("commandstats"))["cmdstat_xadd"]["rejected_calls"]:
                await asyncio.sleep(0.01)
            await client.config_set("maxmemory", 0)
            await sitting
            choosing = await ask(player, bot, prompt(0, PATIENT))
            await bot.choose(match_id, 0)

            assert (await choosing).action == "a"


@asynchronous
async def test_draining_moves_bots_on_without_a_loss(redis_url: str) -> None:
    submissions = [unique("submission") for _ in range(5)]
    async with stage(redis_url) as arena:
        old, new, worker = await arena.gateway(), await arena.gateway(), await arena.worker()
        bots = [arena.bot([old.port, new.port], s) for s in submissions]
        until = asyncio.Event()
        playing = asyncio.create_task(busy_matches(worker, submissions, until))
        await eventually(lambda: all(bot.prompts for bot in bots))
        await old.play.drain(5.0)
        await eventually(lambda: all(bot.sessions == 2 for bot in bots))
        until.set()
        answers = await playing
        late = HandBot(old.port)
        refused = await late.refused(submissions[0])
        await late.drop()

        assert {(answer.action, answer.fault) for answer in answers} == {("a", None)}
        assert refused is grpc.StatusCode.UNAVAILABLE


@asynchronous
async def test_a_bot_that_stays_is_put_out_and_excused(redis_url: str) -> None:
    submission, clock = unique("submission"), HASTY
    async with stage(redis_url) as arena:
        old, new, worker = await arena.gateway(), await arena.gateway(), await arena.worker()
        player, match_id = seat(worker, submission, clock)
        async with session(old.port, submission) as bot:
            await take_seat(player, bot)
            draining = asyncio.create_task(old.play.drain(0.1))
            grace = (await bot.receive("going_away")).going_away.grace
            code, _ = await bot.status()
            await draining
        choosing = asyncio.create_task(player.choose(prompt(0, clock)))
        await asyncio.sleep(1.2)
        async with session(new.port, submission) as bot:
            await bot.sit()
            await bot.prompt()
            await bot.choose(match_id, 0, "b")

            assert grace.ToMilliseconds() == 100
            assert code is grpc.StatusCode.UNAVAILABLE
            assert (await choosing).action == "b"
