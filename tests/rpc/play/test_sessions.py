"""Opening, keeping and ending sessions."""

import asyncio

import grpc
import pytest
from asynchronous import asynchronous

from arena.match.outcome import Fault
from arena.match.players import Faulted
from botarena.v1 import play_service_pb2 as pb

from .bots import HandBot, session
from .stage import PATIENT, Stage, ask, prompt, seat, stage, take_seat, unique


async def capacity_of(arena: Stage, submission_id: str) -> int | None:
    """Returns the capacity that any worker sees, `None` if the submission is not online."""
    worker = await arena.worker()
    presence = (await worker.online([submission_id])).get(submission_id)
    return None if presence is None else presence.capacity


@pytest.mark.parametrize(
    ("first", "code", "details"),
    [
        ({"goodbye": pb.Goodbye()}, "INVALID_ARGUMENT", "message: the first one must be hello"),
        ({}, "INVALID_ARGUMENT", "message: the first one must be hello"),
        ({"hello": pb.Hello()}, "INVALID_ARGUMENT", "hello.submission_id: must be given"),
        (
            {"hello": pb.Hello(submission_id="x", match_capacity=-1)},
            "INVALID_ARGUMENT",
            "hello.match_capacity: must be from 0 to 1000",
        ),
        (
            {"hello": pb.Hello(submission_id="forbidden")},
            "PERMISSION_DENIED",
            "the submission is another author's",
        ),
        (None, "DEADLINE_EXCEEDED", "no hello within 0.2 s"),
    ],
)
@asynchronous
async def test_a_session_begins_with_a_proper_hello(
    redis_url: str, first: dict[str, object] | None, code: str, details: str
) -> None:
    async with stage(redis_url) as arena:
        gateway = await arena.gateway(hello_s=0.2 if first is None else 30)
        bot = HandBot(gateway.port)
        if first is not None:
            await bot.send(**first)
        status = await bot.status()
        await bot.drop()

        assert status == (grpc.StatusCode[code], details)


@asynchronous
async def test_the_welcome_names_session_and_heartbeat(redis_url: str) -> None:
    async with stage(redis_url) as arena:
        gateway = await arena.gateway(heartbeat_s=1.5)
        bot = HandBot(gateway.port)
        welcome = await bot.hello(unique("submission"))
        await bot.drop()

        assert len(welcome.session_id) == 16
        assert welcome.heartbeat_interval.ToMilliseconds() == 1_500


@asynchronous
async def test_capacity_is_known_to_workers_and_0_after_goodbye(redis_url: str) -> None:
    plain, busy, leaving = unique("submission"), unique("submission"), unique("submission")
    async with stage(redis_url) as arena:
        gateway = await arena.gateway(linger_s=60)
        async with (
            session(gateway.port, plain, 0),
            session(gateway.port, busy, 7),
            session(gateway.port, leaving, 7) as bot,
        ):
            await bot.send(goodbye=pb.Goodbye())

            assert await capacity_of(arena, plain) == 1
            assert await capacity_of(arena, busy) == 7
            while await capacity_of(arena, leaving) != 0:
                await asyncio.sleep(0.01)
        while await capacity_of(arena, leaving) is not None:
            await asyncio.sleep(0.01)


@asynchronous
async def test_after_goodbye_matches_are_played_to_their_end(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(linger_s=0.05), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission, PATIENT)
            await take_seat(player, bot)
            await bot.send(goodbye=pb.Goodbye())
            await asyncio.sleep(0.2)
            choosing = await ask(player, bot, prompt(0, PATIENT))
            await bot.choose(match_id, 0, "b")
            answer = await choosing
            player.close()

            assert answer.action == "b"
            assert await bot.status() == (grpc.StatusCode.OK, "")


@pytest.mark.parametrize("gateways", [1, 2])
@asynchronous
async def test_the_newest_session_wins(redis_url: str, gateways: int) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        ports = [(await arena.gateway()).port for _ in range(gateways)]
        worker = await arena.worker()
        async with session(ports[0], submission) as old:
            player, match_id = seat(worker, submission, PATIENT)
            await take_seat(player, old)
            choosing = await ask(player, old, prompt(0, PATIENT))
            async with session(ports[-1], submission) as new:
                status = await old.status()
                await new.sit()
                asked = await new.prompt()
                await new.choose(match_id, 0, "b")

                assert status == (
                    grpc.StatusCode.ABORTED,
                    "a newer session of this submission has begun",
                )
                assert (asked.match_id, asked.ply) == (match_id, 0)
                assert (await choosing).action == "b"


@asynchronous
async def test_a_bot_that_is_silent_for_three_heartbeats_is_dropped(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(heartbeat_s=0.1), await arena.worker()
        mute, lively = HandBot(gateway.port), HandBot(gateway.port)
        await mute.hello(submission)
        await lively.hello(unique("submission"))
        echoing = asyncio.create_task(lively.receive("goingaway"))
        code, details = await mute.status()
        await asyncio.sleep(0.2)
        online = await worker.online([submission])
        ended = echoing.done()
        echoing.cancel()
        await mute.drop()
        await lively.drop()

        assert code is grpc.StatusCode.DEADLINE_EXCEEDED
        assert details.startswith("nothing was heard of the bot for ")
        assert not online
        assert not ended


@asynchronous
async def test_a_gateway_that_drains_takes_nobody_who_was_at_its_door(redis_url: str) -> None:
    async with stage(redis_url) as arena:
        gateway = await arena.gateway()
        looked, settled = asyncio.Event(), asyncio.Event()

        async def authorize(_: object, __: str) -> None:
            looked.set()
            await settled.wait()

        gateway.play._authorize = authorize
        bot = HandBot(gateway.port)
        entering = asyncio.create_task(bot.refused(unique("submission")))
        await looked.wait()
        await gateway.play.drain(0.0)
        settled.set()

        assert await entering is grpc.StatusCode.UNAVAILABLE
        await bot.drop()


@asynchronous
async def test_a_bot_may_ask_for_a_heartbeat(redis_url: str) -> None:
    async with stage(redis_url) as arena:
        gateway = await arena.gateway()
        async with session(gateway.port, unique("submission")) as bot:
            await bot.send(heartbeat=pb.Heartbeat(number=7))
            echo = (await bot.receive("heartbeat")).heartbeat

            assert (echo.number, echo.echo) == (7, True)


@asynchronous
async def test_a_bot_that_floods_us_with_garbage_is_dropped(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:

            async def flood() -> None:
                while True:
                    await bot.send()

            flooding = asyncio.create_task(flood())
            code, _ = await bot.status()
            await asyncio.gather(flooding, return_exceptions=True)

            assert code is not grpc.StatusCode.OK
            assert not await worker.online([submission])


@asynchronous
async def test_a_bot_that_never_reads_is_dropped_before_it_costs_much(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, _ = seat(worker, submission)
            await take_seat(player, bot)
            told = 0
            while await worker.online([submission]):
                player.faulted(Faulted(0, Fault.TIMEOUT, "a" * 10_000, 0))
                told += 10_000
            answer = await player.choose(prompt(0))

            assert told < 8_000_000
            assert answer.fault is Fault.DISCONNECT


@asynchronous
async def test_sessions_leave_nothing_behind(redis_url: str) -> None:
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        submissions = [unique("submission") for _ in range(20)]

        async def come_and_go(submission: str) -> None:
            async with session(gateway.port, submission):
                pass

        await come_and_go(submissions[0])
        tasks = len(asyncio.all_tasks())
        for _ in range(5):
            await asyncio.gather(*[come_and_go(submission) for submission in submissions])
        while await worker.online(submissions) or len(asyncio.all_tasks()) > tasks:
            await asyncio.sleep(0.01)
