import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from functools import partial

import pytest

from arena.match.events import Decided
from arena.match.log import dump_log
from arena.match.outcome import Fault
from arena_sdk import Bot, play_local
from arena_sdk.lines import LineBot
from tests.desk.commands import Desk
from tests.sdk.fake_arena import LEGAL, in_arena

LAST = """
import json, sys
print("hello from the program", file=sys.stderr)
for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "prompt":
        answer = {"ply": message["ply"], "action": message["legal_actions"][-1]}
        print(json.dumps(answer), flush=True)
"""


class Last(Bot):
    def choose(self, prompt):
        return prompt.legal_actions[-1]


def program(text):
    return partial(LineBot, [sys.executable, "-c", text])


def faults(log):
    return [c.fault for e in log if isinstance(e, Decided) for c in e.choices if c.fault]


@pytest.mark.parametrize("game", ["scout", "carrera", "odd-lots"])
def test_a_program_plays_like_any_other_bot(game: str) -> None:
    _, log = play_local(game, [program(LAST), Last, Last], seed=1)
    _, same = play_local(game, [Last, Last, Last], seed=1)

    assert dump_log(log) == dump_log(same)


def test_a_program_is_told_everything(desk: Desk) -> None:
    told = desk.folder / "told"
    noting = LAST.replace(
        "    message =", f"    open({str(told)!r}, 'a').write(line)\n    message ="
    )
    wrong = noting.replace('message["legal_actions"][-1]', '"checkmate"')

    outcome, _ = play_local("carrera", [program(wrong), Last, Last], faults_allowed=1, max_rounds=1)

    lines = [json.loads(line) for line in told.read_text().splitlines()]
    seated, prompt, faulted, *_, finished = lines
    assert (seated["kind"], seated["seat"], seated["options"]["max_rounds"]) == ("seated", 0, 1)
    assert prompt["observation"]["hand"]
    assert prompt["legal_actions"][0] == faulted["action"]
    assert (faulted["kind"], faulted["fault"]) == ("faulted", "illegal_action")
    assert finished["outcome"]["ranks"] == list(outcome.ranks)


def test_answers_to_other_prompts_count_for_nothing() -> None:
    noisy = LAST.replace("        print(json", "        print('{\"ply\": -1}')\n        print(json")

    _, log = play_local("carrera", [program(noisy), Last, Last], max_rounds=1)

    assert faults(log) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise SystemExit(3)", "ended with exit code 3"),
        ("print('ready')", "not a line of JSON: b'ready"),
        ("print('[1]')", "not a JSON object"),
        ("print('x' * 70_000)", "more than 65536 bytes"),
    ],
)
def test_what_a_program_does_wrong_is_a_crash_with_a_reason(text, why, caplog) -> None:
    _, log = play_local("carrera", [program(text), Last, Last], faults_allowed=0, max_rounds=1)

    assert faults(log) == [Fault.CRASH]
    assert why in caplog.text


def test_a_program_that_is_not_there_is_a_crash(caplog) -> None:
    nothing = partial(LineBot, ["./no-such-program"])

    _, log = play_local("carrera", [nothing, Last, Last], faults_allowed=0, max_rounds=1)

    assert faults(log) == [Fault.CRASH]
    assert "./no-such-program could not be started" in caplog.text


def test_the_command_plays_programs(desk: Desk) -> None:
    command = f"exec:{sys.executable} {desk.write('last.py', LAST)}"

    done = desk.run("play", "carrera", command, "house:first", "house:first", "--matches", 3)

    assert done.code == 0, done.out


@in_arena
async def test_a_program_joins_an_arena(arena, tmp_path) -> None:
    (tmp_path / "last.py").write_text(LAST)
    environment = {"ARENA_ADDRESS": arena.address, "ARENA_KEY": "k", "ARENA_SUBMISSION": "s"}
    joined = await create_subprocess_exec(
        *[sys.executable, "-m", "arena_sdk.command.main", "join"],
        *["--exec", f"{sys.executable} {tmp_path / 'last.py'}"],
        env={**os.environ, **environment},
        stderr=PIPE,
    )
    try:
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        action = await stream.answer()
        await stream.finish()
        joined.send_signal(signal.SIGTERM)
        await stream.hear("goodbye")
        await stream.hears_nothing_more()
        stream.end()
        _, stderr = await joined.communicate()
    finally:
        if joined.returncode is None:
            joined.kill()
            await joined.wait()

    assert action == LEGAL[-1]
    assert joined.returncode == 0
    assert b"hello from the program" in stderr
