"""A referee asks, a bot answers: every way that can go on a healthy arena."""

import asyncio

import pytest
from asynchronous import asynchronous

from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted
from botarena.v1 import play_service_pb2 as pb

from .bots import session
from .stage import CLOCK, PATIENT, ask, prompt, seat, stage, take_seat, unique


@asynchronous
async def test_a_bot_is_seated_asked_told_and_released(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission)
            seated = await take_seat(player, bot)
            choosing = asyncio.create_task(player.choose(prompt(3)))
            asked = await bot.prompt()
            await bot.choose(match_id, 3, "b")
            answer = await choosing
            player.faulted(Faulted(3, Fault.ILLEGAL_ACTION, "a", 2))
            faulted = await bot.receive("faulted")
            player.finished(Outcome((5, 3), (1, 2)), ())
            finished = await bot.receive("finished")
            player.close()
            while True:
                await bot.choose(match_id, 3, "b")
                if (why := await bot.ignored()) != "ANSWERED":
                    break

            assert (seated.match_id, seated.attempt) == (match_id, 1)
            assert (asked.match_id, asked.ply, asked.legal_actions) == (match_id, 3, ["a", "b"])
            assert answer.action == "b"
            assert answer.fault is None
            assert answer.elapsed_ms < CLOCK.limit_ms
            assert faulted.faulted.action == "a"
            assert list(finished.finished.outcome.scores) == [5, 3]
            assert why == "NOT_SEATED"


@asynchronous
async def test_a_match_that_was_given_up_has_no_outcome(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission)
            await take_seat(player, bot)
            player.given_up()
            finished = (await bot.receive("finished")).finished

            assert finished.match_id == match_id
            assert not finished.HasField("outcome")


@asynchronous
async def test_a_silent_bot_times_out_and_is_told_so_when_it_is_late(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission)
            await take_seat(player, bot)
            answer = await player.choose(prompt())
            await bot.prompt()
            await bot.choose(match_id, 0)

            assert answer == Answer("", CLOCK.budget_ms(0), Fault.TIMEOUT)
            assert await bot.ignored() == "LATE"


@asynchronous
async def test_a_failure_that_the_bot_reports_is_a_crash(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission)
            await take_seat(player, bot)
            choosing = await ask(player, bot, prompt())
            await bot.send(failure=pb.Failure(match_id=match_id, ply=0, reason="no idea"))

            assert (await choosing).fault is Fault.CRASH


@pytest.mark.parametrize("online", [True, False])
@asynchronous
async def test_a_bot_that_does_not_take_its_seat_is_no_show_until_it_does(
    redis_url: str, online: bool
) -> None:
    submission, clock = unique("submission"), Clock(200, 0, 300, join_ms=300)
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        player, match_id = seat(worker, submission, clock)
        if online:
            async with session(gateway.port, submission):
                await player.sit()
                early = await player.choose(prompt(0, clock))
        else:
            await player.sit()
            early = await player.choose(prompt(0, clock))
        async with session(gateway.port, submission) as bot:
            await bot.sit()
            while (answer := await player.choose(prompt(1, clock))).fault is Fault.NO_SHOW:
                await asyncio.sleep(0.01)

            assert early == Answer("", 0, Fault.NO_SHOW)
            assert answer.fault is Fault.TIMEOUT
            assert (await bot.prompt()).match_id == match_id


@asynchronous
async def test_many_matches_share_one_stream(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        arena.bot([gateway.port], submission)

        async def match() -> list[Answer]:
            player, _ = seat(worker, submission, PATIENT)
            await player.sit()
            answers = [await player.choose(prompt(ply, PATIENT)) for ply in range(20)]
            player.close()
            return answers

        matches = await asyncio.gather(*[match() for _ in range(100)])

        assert {(a.action, a.fault) for answers in matches for a in answers} == {("a", None)}


@asynchronous
async def test_fifty_things_said_at_once_arrive_in_order(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, _ = seat(worker, submission)
            await take_seat(player, bot)
            for ply in range(50):
                player.faulted(Faulted(ply, Fault.TIMEOUT, "a", 0))
            plies = [(await bot.receive("faulted")).faulted.ply for _ in range(50)]

            assert plies == list(range(50))


@asynchronous
async def test_what_counts_for_nothing_is_answered_with_why(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission)
            await take_seat(player, bot)
            why = []

            async def say(**message: object) -> None:
                await bot.send(**message)
                why.append(await bot.ignored())

            choosing = await ask(player, bot, prompt(4))
            await say(choice=pb.Choice(match_id="elsewhere", ply=4, action="a"))
            await say(choice=pb.Choice(match_id=match_id, ply=5, action="a"))
            await say(failure=pb.Failure(match_id=match_id, ply=3))
            await say(acknowledge=pb.Acknowledge(match_id=match_id, attempt=2))
            await say(hello=pb.Hello(submission_id=submission))
            await say()
            await bot.choose(match_id, 4, "b")
            answer = await choosing
            await say(choice=pb.Choice(match_id=match_id, ply=4, action="a"))

            assert answer.action == "b"
            assert why == [
                "NOT_SEATED",
                "NOT_ASKED",
                "NOT_ASKED",
                "NOT_SEATED",
                "REPEATED_HELLO",
                "UNKNOWN_MESSAGE",
                "ANSWERED",
            ]


@pytest.mark.parametrize(
    ("thinks_ms", "fault"),
    [
        (CLOCK.limit_ms - 20, None),
        (CLOCK.limit_ms + 2 * CLOCK.lag_ms, Fault.TIMEOUT),
    ],
)
@asynchronous
async def test_the_clock_is_as_patient_as_it_says(
    redis_url: str, thinks_ms: int, fault: Fault | None
) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()

        async def think(asked: pb.Prompt) -> str:
            await asyncio.sleep(thinks_ms / 1000)
            return asked.legal_actions[0]

        arena.bot([gateway.port], submission, think)
        seats = [seat(worker, submission)[0] for _ in range(20)]
        await asyncio.gather(*[player.sit() for player in seats])
        answers = await asyncio.gather(*[player.choose(prompt()) for player in seats])

        assert {answer.fault for answer in answers} == {fault}
        # Less than it thought, where this process stood still meanwhile.
        assert all(answer.elapsed_ms > 0 for answer in answers)
