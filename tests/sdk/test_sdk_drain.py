import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from grpc import StatusCode

from arena_sdk import run_async
from botarena.v1 import play_service_pb2 as pb
from tests.sdk.bots import slow, told
from tests.sdk.fake_arena import IMPATIENT, LEGAL, in_arena

ROOT = Path(__file__).parents[2]

PROMPT_BOT = """
from arena_sdk import Bot, run

class Prompt(Bot):
    def choose(self, prompt):
        return prompt.legal_actions[-1]

run(Prompt)
print("ended well", flush=True)
"""

HUNG_BOT = """
import threading
from arena_sdk import Bot, run

class Hung(Bot):
    def choose(self, prompt):
        print("thinking", flush=True)
        threading.Event().wait()

run(Hung)
"""

JOINING = """
import sys
from arena_sdk.command.main import main

sys.exit(main(["join", "house:first", "--game", "carrera"]))
"""

MANY_BOTS = """
import asyncio
from arena_sdk import Bot, run_async

async def play():
    await asyncio.gather(*(run_async(Bot) for _ in range(20)))

asyncio.run(play())
"""


@pytest.mark.parametrize("key", ["", "wrong"])
@in_arena
async def test_a_program_that_may_not_play_ends_with_a_message(arena, key):
    async with process(arena, PROMPT_BOT, key) as bot:
        if key:
            stream = await arena.stream()
            stream.end(StatusCode.UNAUTHENTICATED, "no such key")
        _, err = await bot.communicate()

    told = err.decode().splitlines()[-1]
    wrong = "UNAUTHENTICATED: no such key (check key= or ARENA_KEY)"
    assert told == (wrong if key else "no key: pass key= or set ARENA_KEY")
    assert "Traceback" not in err.decode()
    assert bot.returncode == 1


@pytest.mark.parametrize(
    ("code", "details", "exit_code", "hint"),
    [
        (StatusCode.INVALID_ARGUMENT, "hello.match_capacity: no", 2, "(check matches= or"),
        (StatusCode.INVALID_ARGUMENT, "hello.submission_id: no", 2, "(check submission= or"),
        (StatusCode.NOT_FOUND, "no submission", 3, "(check submission= or"),
        (StatusCode.FAILED_PRECONDITION, "retired", 4, "retired?"),
    ],
)
@in_arena
async def test_joining_ends_with_the_exit_code_of_what_the_arena_said(
    arena, code, details, exit_code, hint
):
    async with process(arena, JOINING) as bot:
        stream = await arena.stream()
        stream.end(code, details)
        _, err = await bot.communicate()

    assert f"{code.name}: {details} " in err.decode()
    assert hint in err.decode()
    assert bot.returncode == exit_code


@asynccontextmanager
async def process(arena, source, key="k-2"):
    """Runs a bot as its author would, told by the environment where the arena is."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        source,
        cwd=ROOT,
        env={
            **os.environ,
            "ARENA_ADDRESS": arena.address,
            "ARENA_KEY": key,
            "ARENA_SUBMISSION": "s-2",
            "ARENA_MATCHES": "2",
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@in_arena
async def test_drained_a_bot_says_goodbye_finishes_its_matches_and_leaves(arena):
    bot, drain = told(), asyncio.Event()
    async with arena.playing(bot, drain=drain) as running:
        stream = await arena.session()
        await stream.seat("a")
        await stream.seat("b")
        drain.set()
        await stream.hear("goodbye")
        await stream.ask("a")
        await stream.answer("a")
        await stream.finish("a")
        await stream.ask("b")
        await stream.answer("b")
        still = not running.done()
        await stream.finish("b")
        await stream.hears_nothing_more()
        stream.end()
        await running

    assert still
    assert sorted(call for call in bot.calls if call[0] == "finished") == [
        ("finished", 1, (1, 3, 2)),
        ("finished", 2, (1, 3, 2)),
    ]


@in_arena
async def test_a_match_that_was_seated_just_before_goodbye_is_played(arena):
    drain = asyncio.Event()
    patient = replace(IMPATIENT, linger_s=1)
    async with arena.playing(told(), drain=drain, patience=patient) as running:
        stream = await arena.session()
        await stream.say(heartbeat=pb.Heartbeat(number=1))
        await stream.hear("heartbeat")
        drain.set()
        await stream.hear("goodbye")
        await stream.seat("late")
        await stream.ask("late")
        await stream.answer("late")
        await asyncio.sleep(1.2)
        still = not running.done()
        await stream.finish("late")
        await stream.hears_nothing_more()
        stream.end()
        await running

    assert still


@in_arena
async def test_while_drained_a_broken_session_is_opened_again_for_the_matches_that_go_on(arena):
    bot, drain = told(), asyncio.Event()
    async with arena.playing(bot, drain=drain) as running:
        stream = await arena.session()
        await stream.seat()
        drain.set()
        await stream.hear("goodbye")
        stream.cut()
        stream = await arena.session()
        await stream.hear("goodbye")
        await stream.seat(resumed=True)
        await stream.ask()
        await stream.answer()
        await stream.finish()
        stream.end()
        await running

    assert bot.made == 1


@in_arena
async def test_drained_it_does_not_come_back_for_nothing(arena):
    drain = asyncio.Event()
    patient = replace(IMPATIENT, linger_s=20)
    async with arena.playing(told(), drain=drain, patience=patient) as running:
        stream = await arena.session()
        await stream.seat()
        drain.set()
        await stream.hear("goodbye")
        await stream.finish()
        stream.cut()
        await running

    assert arena.sessions == 1


@in_arena
async def test_drained_without_a_session_it_just_ends(arena):
    drain = asyncio.Event()
    drain.set()
    async with arena.playing(told(), drain=drain) as running:
        await running


@in_arena
async def test_cancelled_it_stops_at_once_even_if_a_bot_thinks_for_ever(arena):
    bot = slow()
    async with arena.playing(bot) as running:
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        await bot.thinks()
        running.cancel()
        await asyncio.wait({running})

        await stream.hears_nothing_more()
    assert running.cancelled()
    bot.go_on.set()


@in_arena
async def test_run_async_plays_in_a_loop_that_runs_already(arena):
    drain = asyncio.Event()
    running = asyncio.create_task(
        run_async(told(), address=arena.address, key="k", submission="s", drain=drain)
    )
    stream = await arena.session()
    await stream.seat()
    drain.set()
    await stream.hear("goodbye")
    await stream.finish()
    await stream.hears_nothing_more()
    stream.end()

    await running


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@in_arena
async def test_the_first_signal_drains(arena, number):
    async with process(arena, PROMPT_BOT) as bot:
        stream = await arena.stream()
        hello = await stream.hear("hello")
        await stream.welcome()
        await stream.seat()
        bot.send_signal(number)
        await stream.hear("goodbye")
        await stream.ask()
        action = await stream.answer()
        await stream.finish()
        await stream.hears_nothing_more()
        stream.end()
        stdout, stderr = await bot.communicate()

    assert stream.metadata["authorization"] == "Bearer k-2"
    assert (hello.submission_id, hello.match_capacity) == ("s-2", 2)
    assert action == LEGAL[-1]
    assert (bot.returncode, stdout) == (0, b"ended well\n")
    assert b"rank 1 of 3" in stderr


@pytest.mark.parametrize(
    ("number", "codes"), [(signal.SIGINT, (130, -2)), (signal.SIGTERM, (143,))]
)
@in_arena
async def test_the_second_signal_stops_at_once(arena, number, codes):
    async with process(arena, HUNG_BOT) as bot:
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        await bot.stdout.readline()
        bot.send_signal(number)
        await stream.hear("goodbye")
        bot.send_signal(number)
        await bot.wait()

    assert bot.returncode in codes


@in_arena
async def test_a_process_that_stood_still_opens_new_sessions(arena):
    """When it goes on, it finds all at once that time is over and that there is much to read."""
    async with process(arena, MANY_BOTS) as bots:
        frozen = [await arena.session(heartbeat_s=0.2) for _ in range(20)]
        await asyncio.gather(*(stream.seat() for stream in frozen))
        bots.send_signal(signal.SIGSTOP)
        for number in range(10):
            for stream in frozen:
                await stream.say(heartbeat=pb.Heartbeat(number=number))
        await asyncio.sleep(0.8)
        bots.send_signal(signal.SIGCONT)
        for _ in frozen:
            after = await arena.session()
            await after.seat()

        assert bots.returncode is None
