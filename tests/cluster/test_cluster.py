"""The short form of `make cluster`."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster.traces import tidy

MISSING = [program for program in ("ip", "iptables", "unshare") if shutil.which(program) is None]


pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or bool(MISSING) or not Path("/dev/net/tun").exists(),
    reason=f"NOT PROVED: hosts take root, /dev/net/tun and {MISSING or 'what is here'}",
)

TWO_HOSTS = """
import time
from tests.cluster.hosts import Network
from tests.cluster.traces import end_when_told

end_when_told()
with Network("one", "two", far=["two"]):
    print("plugged in", flush=True)
    time.sleep(60)
"""


def test_an_arena_on_many_hosts_bears_what_happens_to_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.cluster", "--short", "--scratch", str(tmp_path / "run")]

    done = subprocess.run(command, capture_output=True, text=True, timeout=280)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_run_that_is_told_to_stop_leaves_no_name_behind(ending: signal.Signals) -> None:
    run = two_hosts()
    during = names_of(run)

    run.send_signal(ending)

    assert run.wait(30) == 128 + ending
    assert (during, names_of(run)) == ({"one", "two"}, set())


def test_the_next_run_removes_what_a_killed_one_left_and_nothing_of_one_that_lives() -> None:
    killed, alive = two_hosts(), two_hosts()
    killed.kill()
    killed.wait()
    left = names_of(killed)

    tidy()

    assert (left, names_of(killed)) == ({"one", "two"}, set())
    assert names_of(alive) == {"one", "two"}
    alive.terminate()
    assert alive.wait(30) == 128 + signal.SIGTERM


def two_hosts() -> "subprocess.Popen[str]":
    """Starts a run of two hosts; returns once they are there."""
    command = ["unshare", "--net", sys.executable, "-c", TWO_HOSTS]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "plugged in\n"
    return run


def names_of(run: "subprocess.Popen[str]") -> set[str]:
    """Returns the hosts of a run, by name."""
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if line]
    mine = f"arena-{run.pid}-"
    return {name.removeprefix(mine) for name in names if name.startswith(mine)}
