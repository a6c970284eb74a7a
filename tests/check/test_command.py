"""`arena-sdk check`, as an author uses it."""

import argparse
import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arena_sdk.check import command
from arena_sdk.check.claims import Claim
from arena_sdk.check.findings import Checked, Findings
from arena_sdk.check.program import Command
from arena_sdk.check.report import as_text
from arena_sdk.command.refusal import Refusal
from tests.check.bots import LittleBot

ROOT = Path(__file__).parents[2]


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers(required=True))
    return parser.parse_args(["check", *words])


def test_a_command_that_ends_at_once_fails_with_what_it_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chosen = arguments("carrera", "--json", "--join-as", "sh", "-c", "echo no such bot; exit 4")

    code = command.run(chosen)

    found = json.loads(capsys.readouterr().out)
    failed = [claim for claim in found["claims"] if claim["verdict"] == "fail"]
    assert code == 1
    assert not found["passed"]
    assert [claim["claim"] for claim in failed] == ["hello_first"]
    assert "it ended with 4\nno such bot" in failed[0]["reasons"][0]
    assert {c["verdict"] for c in found["claims"] if c not in failed} == {"unchecked"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bridge"], "no game 'bridge'"),
        (["carrera", "--seats", "9"], "9"),
        (["carrera", "--join-as", "./no-such-bot"], "no-such-bot"),
    ],
)
def test_what_cannot_be_checked_is_refused_with_the_reason(words: list[str], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        command.run(arguments(*words))


def test_an_address_is_not_shared() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"

        with pytest.raises(Refusal, match=f"cannot listen on {address}"):
            command.run(arguments("carrera", "--listen", address, "--join-as", "true"))


def test_an_author_may_start_the_bot() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "arena_sdk.check", "carrera", "--patience", "20"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    told = ""
    while "\n\n" not in told.partition("ARENA_")[2]:
        told += process.stderr.readline()

    asyncio.run(LittleBot(dict(re.findall(r"(ARENA_\w+)=(\S+)", told))).run())

    out, _ = process.communicate()
    assert process.returncode == 0, out
    assert "27 passed, 0 failed, 0 warnings, 1 not checked" in out


def test_every_claim_is_on_the_page() -> None:
    page = (ROOT / "docs" / "conformance.md").read_text()

    rows = re.findall(r"^\| (\w+) \| `(\w+)` \|", page, re.MULTILINE)

    assert rows == [(claim.point, claim.name.lower()) for claim in Claim]


def test_points_are_those_of_the_protocol() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text()

    points = set(re.findall(r"^(\d+)\. \*\*", page, re.MULTILINE))

    assert {claim.point for claim in Claim} - {"goodbye"} == points - {"16"}


def test_a_problem_overrules_what_held_elsewhere() -> None:
    findings = Findings()
    findings.held(Claim.ONCE)
    findings.problem(Claim.ONCE, "twice")
    findings.problem(Claim.SILENCE, "still there")

    text = as_text(Checked("scout", 2, "mine/1.0", findings.all()))

    assert "4  FAIL  every prompt is answered once\n               twice" in text
    assert "6  warn  an arena that fell silent" in text
    assert "0 passed, 1 failed, 1 warnings, 26 not checked" in text


def test_a_bot_is_stopped_together_with_what_it_has_started(tmp_path: Path) -> None:
    async def scenario() -> None:
        program = Command(["sh", "-c", "sleep 60 & echo $!; wait"], tmp_path / "log")
        await program.start({})
        while not program.output():
            await asyncio.sleep(0.01)

        await program.stop()

        assert program.code == 128 + signal.SIGKILL
        while running(int(program.output())):
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(scenario(), 20))


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False
