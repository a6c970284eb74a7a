"""What people see who sit at a terminal, and what is left out where nobody does."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from tests.desk.commands import Desk

QUICK = ("--option", "max_rounds=1", "--no-clock")
BOTS = ("house:greedy", "house:random", "house:first")


def at_terminal(*arguments: str, typed: str = "") -> tuple[int, str]:
    """Runs the command with a terminal at all three ends; returns exit code and screen."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "arena_sdk.command.main", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        screen = b""
        while part := _read(ours):
            screen += part
    os.close(ours)
    return process.returncode, screen.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    """Returns what is shown next, and nothing once the other end is closed."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def test_a_bar_shows_how_far_it_is_and_is_gone_at_the_end(desk: Desk) -> None:
    code, screen = at_terminal("play", "carrera", *BOTS, "--matches", "6", *QUICK)

    assert code == 0, screen
    assert "\r[##########                    ] 2/6 matches, " in screen
    assert re.search(r"6/6 matches, 0 s left \x1b\[K\r\x1b\[Kcarrera, 3 seats: 6 matches", screen)


def test_without_a_terminal_there_is_no_bar(desk: Desk) -> None:
    done = desk.run("play", "carrera", *BOTS, "--matches", "6", *QUICK)

    assert done.err == ""
    assert "6/6" not in done.out


def test_a_replay_goes_on_at_enter_and_ends_at_q(desk: Desk) -> None:
    desk.run("play", "carrera", *BOTS, "--matches", 3, *QUICK, "--logs", "logs")
    log = str(Path("logs", "1-1.jsonl"))

    code, screen = at_terminal("replay", log, typed="\n\nq\n")

    assert code == 0, screen
    assert re.findall(r"ply (\d+):", screen) == ["0", "1"]
    assert "the end" not in screen
    assert screen.count("[Enter: on, q: end] ") == 3
