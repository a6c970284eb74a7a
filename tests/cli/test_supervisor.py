"""Logs of processes that run for long do not fill the disk."""

import os
import sys
import time
from pathlib import Path

import pytest

from arena.cli import supervisor
from arena.cli.supervisor import Supervisor

SCRIPT = """
import sys, time
print("a" * 2_000, flush=True)
sys.stdin.read()
while True:
    print("later", flush=True)
    time.sleep(0.02)
"""


def test_a_log_that_is_too_long_begins_anew_and_its_writer_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "LOG_BYTES", 1_000)
    running = Supervisor(os.environ, tmp_path)
    running.run("talker", sys.executable, "-c", SCRIPT)
    log, earlier = tmp_path / "talker.log", tmp_path / "talker.log.1"
    deadline = time.monotonic() + 30

    try:
        while not earlier.exists() or b"later" not in log.read_bytes():
            assert time.monotonic() < deadline
            assert running.tend() == []
            time.sleep(0.01)
    finally:
        running.stop(5)

    assert b"a" * 2_000 in earlier.read_bytes()
    assert log.read_bytes().startswith(b"later")
