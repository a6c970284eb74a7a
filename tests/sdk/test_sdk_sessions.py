import asyncio
from dataclasses import replace

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from arena_sdk import Bot, SessionRefused
from botarena.v1 import play_service_pb2 as pb
from tests.sdk.bots import slow, told
from tests.sdk.fake_arena import IMPATIENT, LEGAL, in_arena

GRACE = Duration(seconds=20)


@in_arena
async def test_a_bot_plays_a_match(arena):
    bot = told()
    async with arena.playing(bot, matches=3):
        stream = await arena.stream()
        hello = await stream.hear("hello")
        await stream.welcome()
        await stream.seat()
        await stream.ask(ply=1)
        first = await stream.answer(ply=1)
        await stream.ask(ply=4, heard=[(2, 1, "down"), (3, 2, "up 5 1")])
        await stream.answer(ply=4)
        await stream.finish(heard=[(5, 2, "down")])
        stream.end()
        await arena.stream()

    assert stream.metadata["authorization"] == "Bearer k-1"
    assert (hello.submission_id, hello.match_capacity) == ("s-1", 3)
    assert hello.client.startswith("arena-sdk-python/")
    assert first == LEGAL[-1]
    assert bot.calls == [
        ("seated", 1, "m"),
        ("choose", 1, 1),
        ("heard", 1, "down"),
        ("heard", 1, "up 5 1"),
        ("choose", 1, 4),
        ("heard", 1, "down"),
        ("finished", 1, (1, 3, 2)),
    ]


STEPS = ["connected", "greeted", "welcomed", "seated", "taken", "asked", "thinking", "answered"]


@pytest.mark.parametrize("step", STEPS)
@in_arena
async def test_a_session_may_break_at_any_step_and_the_bot_is_asked_once(arena, step):
    async def first_session():
        stream = await arena.stream()
        yield "connected", stream
        await stream.hear("hello")
        yield "greeted", stream
        await stream.welcome()
        yield "welcomed", stream
        await stream.offer()
        yield "seated", stream
        await stream.hear("acknowledge")
        yield "taken", stream
        await stream.ask()
        yield "asked", stream
        await bot.thinks()
        yield "thinking", stream
        bot.go_on.set()
        await stream.answer()
        yield "answered", stream

    bot = slow()
    async with arena.playing(bot):
        async for reached, stream in first_session():
            if reached == step:
                stream.cut()
                break
        bot.go_on.set()
        stream = await arena.session()
        await stream.seat(resumed=STEPS.index(step) > STEPS.index("taken"))
        await stream.ask()
        action = await stream.answer()
        await stream.ask(ply=5)
        await stream.answer(ply=5)

    assert action == LEGAL[-1]
    assert [call for call in bot.calls if call[0] == "choose"] == [
        ("choose", 1, 1),
        ("choose", 1, 5),
    ]


@in_arena
async def test_a_prompt_that_is_sent_again_is_answered_again_without_asking_the_bot(arena):
    bot = told()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        first = await stream.answer()
        await stream.ask(time_ms=1_000)
        second = await stream.answer()

    assert first == second
    assert bot.calls.count(("choose", 1, 1)) == 1


@in_arena
async def test_an_answer_goes_to_the_session_that_asked_last(arena):
    bot = slow()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        await bot.thinks()
        stream.cut()
        stream = await arena.session()
        await stream.seat(resumed=True)
        await stream.ask()
        bot.go_on.set()
        await stream.answer()

    assert bot.calls == [("seated", 1, "m"), ("choose", 1, 1)]


@in_arena
async def test_a_match_that_begins_again_gets_a_new_bot_and_no_old_answer(arena):
    bot = slow()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        await bot.thinks()
        await stream.seat(attempt=2)
        await stream.ask()
        await bot.thinks()
        bot.go_on.set()
        await stream.answer()
        await stream.ask(ply=2)
        await stream.answer(ply=2)

    assert bot.made == 2
    assert ("choose", 2, 1) in bot.calls
    assert ("choose", 2, 2) in bot.calls


@in_arena
async def test_a_match_that_goes_on_keeps_its_bot(arena):
    bot = told()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream.seat()
        await stream.seat(attempt=2, resumed=True)
        await stream.seat(attempt=2, resumed=False)
        await stream.ask()
        await stream.answer()

    assert bot.calls == [("seated", 1, "m"), ("choose", 1, 1)]


@in_arena
async def test_a_new_start_that_the_bot_missed_gets_a_new_bot_too(arena):
    bot = told()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream.seat(attempt=1)
        await stream.ask(attempt=1)
        await stream.answer(attempt=1)
        await stream.seat(attempt=3, since=2)
        await stream.ask(attempt=3)
        await stream.answer(attempt=3)

    assert bot.made == 2


@in_arena
async def test_a_match_that_ended_while_the_bot_was_away_ends_on_the_next_session(arena):
    bot = told()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream.seat()
        stream.cut()
        stream = await arena.session()
        await stream.finish("unknown")
        await stream.finish()
        await stream.seat("another")
        await stream.ask("another")
        await stream.answer("another")

    assert ("finished", 1, (1, 3, 2)) in bot.calls
    assert bot.made == 2


@in_arena
async def test_a_failure_names_what_asked(arena):
    class Failing(Bot):
        def choose(self, prompt):
            raise KeyError(prompt.ply)

    async with arena.playing(Failing):
        stream = await arena.session()
        await stream.seat(attempt=2)
        await stream.ask(attempt=2, ply=4)
        failure = await stream.hear("failure")

    assert (failure.match_id, failure.attempt, failure.ply) == ("m", 2, 4)


@in_arena
async def test_an_old_attempt_is_not_acknowledged(arena):
    bot = told()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream.seat(attempt=3)
        await stream.offer(attempt=2)
        await stream.ask()
        await stream.answer()

    assert bot.made == 1


@in_arena
async def test_going_away_opens_a_new_session_first_and_then_leaves_the_old_one(arena):
    bot = slow()
    async with arena.playing(bot):
        old = await arena.session()
        await old.seat()
        await old.ask()
        await bot.thinks()
        await old.say(going_away=pb.GoingAway(grace=GRACE, reason="restart"))
        new = await arena.session()
        bot.go_on.set()
        action = await old.answer()
        await old.hears_nothing_more()
        old.end()
        await new.seat(resumed=True)
        await new.ask()
        again = await new.answer()
        await new.ask(ply=2)
        await new.answer(ply=2)

    assert action == again
    assert bot.calls == [("seated", 1, "m"), ("choose", 1, 1), ("choose", 1, 2)]


@in_arena
async def test_going_away_survives_that_the_old_session_is_superseded(arena):
    bot = told()
    async with arena.playing(bot) as running:
        old = await arena.session()
        await old.seat()
        await old.say(going_away=pb.GoingAway(grace=GRACE))
        stream = await arena.stream()
        await stream.hear("hello")
        old.end(grpc.StatusCode.ABORTED, "superseded")
        await stream.welcome()
        await stream.seat(resumed=True)
        await stream.ask()
        await stream.answer()

        assert not running.done()
    assert bot.made == 1


@in_arena
async def test_going_away_keeps_the_old_session_until_a_new_one_is_there(arena):
    bot = told()
    async with arena.playing(bot):
        old = await arena.session()
        await old.seat()
        await old.say(going_away=pb.GoingAway(grace=GRACE))
        for _ in range(3):
            (await arena.stream()).cut()
        await old.ask()
        await old.answer()
        await arena.session()
        await old.hears_nothing_more()

    assert bot.calls == [("seated", 1, "m"), ("choose", 1, 1)]


@pytest.mark.parametrize(
    "code",
    [
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.PERMISSION_DENIED,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.NOT_FOUND,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.UNIMPLEMENTED,
    ],
)
@in_arena
async def test_a_refusal_ends_it_and_says_why(arena, code):
    async with arena.playing(told()) as running:
        stream = await arena.stream()
        stream.end(code, "because of this")

        with pytest.raises(SessionRefused, match=f"{code.name}: because of this"):
            await running


@in_arena
async def test_a_newer_session_elsewhere_ends_it(arena):
    async with arena.playing(told()) as running:
        stream = await arena.session()
        await stream.seat()
        stream.end(grpc.StatusCode.ABORTED, "superseded")

        with pytest.raises(SessionRefused, match="does the bot run twice"):
            await running


@pytest.mark.parametrize(
    "code",
    [
        None,
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.DEADLINE_EXCEEDED,
    ],
)
@in_arena
async def test_after_any_other_end_the_bot_comes_back(arena, code):
    async with arena.playing(told()) as running:
        for _ in range(3):
            stream = await arena.session()
            stream.end(code, "some trouble")
        await arena.session()

        assert not running.done()


@in_arena
async def test_heartbeats_are_echoed_even_while_the_bot_thinks(arena):
    bot = slow()
    async with arena.playing(bot, matches=1):
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        await bot.thinks()
        await stream.say(heartbeat=pb.Heartbeat(number=41, echo=True))
        await stream.say(heartbeat=pb.Heartbeat(number=42))
        beat = await stream.hear("heartbeat")
        bot.go_on.set()
        await stream.answer()

    assert (beat.number, beat.echo) == (42, True)


@in_arena
async def test_silence_leads_to_a_new_session(arena):
    async with arena.playing(told()):
        frozen = await arena.session(heartbeat_s=0.05)
        lively = await arena.session()
        await lively.seat()

        await frozen.hears_nothing_more()


@in_arena
async def test_unknown_messages_are_ignored(arena):
    unknown = pb.PlayResponse.FromString(b"\xfa\x06\x03new")
    assert unknown.WhichOneof("message") is None
    bot = told()
    async with arena.playing(bot):
        stream = await arena.session()
        await stream._context.write(unknown)
        await stream.seat()
        await stream._context.write(unknown)
        await stream.say(ignored=pb.Ignored(reason=99, match_id="m"))
        await stream.say(faulted=pb.Faulted(match_id="m", fault=99))
        await stream.say(seated=pb.Seated(match_id="odd", attempt=1, clock={"limit": {}}))
        await stream.ask()
        await stream.answer()
        await stream.ask(match_id="never seated")
        await stream.finish(match_id="never seated")
        await stream.ask(ply=2)
        await stream.answer(ply=2)

    assert bot.calls == [("seated", 1, "m"), ("choose", 1, 1), ("choose", 1, 2)]


@in_arena
async def test_a_bot_hears_of_its_faults_and_of_a_match_that_was_given_up(arena):
    bot, drain = told(), asyncio.Event()
    async with arena.playing(bot, drain=drain) as running:
        stream = await arena.session()
        await stream.seat()
        await stream.say(faulted=pb.Faulted(match_id="m", ply=3, fault=1, action="down 1"))
        await stream.finish(outcome=None)
        drain.set()
        stream.end()
        await running

    assert bot.calls == [("seated", 1, "m"), ("faulted", 1, 3), ("finished", 1, None)]


@in_arena
async def test_matches_go_on_side_by_side_but_one_match_asks_one_thing_at_a_time(arena):
    bot = slow()
    async with arena.playing(bot, matches=2):
        stream = await arena.session()
        await stream.seat("a")
        await stream.ask("a", 1)
        await bot.thinks()
        await stream.ask("a", 2)
        await asyncio.sleep(0.05)
        alone = bot.most_at_once
        await stream.seat("b")
        await stream.ask("b", 1)
        await bot.thinks()
        bot.go_on.set()
        choices = [await stream.hear("choice") for _ in range(3)]

    assert alone == 1
    assert bot.most_at_once == 2
    assert [c.ply for c in choices if c.match_id == "a"] == [1, 2]


@in_arena
async def test_a_match_that_is_not_seated_again_is_forgotten(arena):
    bot = told()
    async with arena.playing(bot, patience=replace(IMPATIENT, absent_s=1)):
        stream = await arena.session()
        await stream.seat("ended meanwhile")
        await stream.seat("goes on")
        stream.cut()
        stream = await arena.session()
        await stream.seat("goes on", resumed=True)
        while len(bot.calls) < 3:
            await asyncio.sleep(0.01)
        await stream.ask("goes on")
        await stream.answer("goes on")

    assert bot.calls[2:] == [("finished", 1, None), ("choose", 2, 1)]
