"""However `arena-sdk play --jobs` ends, the processes that it started end, too."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.desk.commands import Desk

PATIENCE_S = 30.0


@contextmanager
def playing(desk: Desk) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Plays until it is stopped, in two processes whose ids are given, too."""
    mine = desk.bot("open(f'pid-{__import__(\"os\").getpid()}', 'w'); return 'none'")
    command = [sys.executable, "-m", "arena_sdk.command.main", "play", "carrera"]
    command += [mine, "house:first", "house:first", "--no-clock", "--matches", "100000"]
    running = subprocess.Popen(
        [*command, "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    found: list[int] = []
    try:
        wait_for(lambda: len(list(Path.cwd().glob("pid-*"))) == 2)
        found = [int(path.name.removeprefix("pid-")) for path in Path.cwd().glob("pid-*")]
        yield running, found
    finally:
        for pid in (running.pid, *found):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        running.communicate()


def wait_for(claim) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not claim():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def lives(pid: int) -> bool:
    """Returns whether a process is there; one that nobody has collected yet is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_command(desk: Desk, number: signal.Signals) -> None:
    with playing(desk) as (running, started):
        running.send_signal(number)

        wait_for(lambda: not any(map(lives, started)))


def test_a_command_that_is_terminated_shows_what_it_has_played(desk: Desk) -> None:
    with playing(desk) as (running, _):
        running.send_signal(signal.SIGTERM)
        out, _ = running.communicate(timeout=PATIENCE_S)

    assert "(stopped; 100002 were asked for)" in out
    assert running.returncode in (0, 1)
