"""What an operator sees of an arena that runs: every process, every queue, and what is amiss."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from arena.cli.processes import free_port, running
from arena.cli.supervisor import Supervisor
from arena.config import Settings

pytestmark = pytest.mark.e2e

PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("operating")


@pytest.fixture(scope="module")
def arena(data_dir: Path) -> Iterator[tuple[Supervisor, Settings]]:
    settings = replace(
        Settings(),
        data_dir=data_dir,
        gateway_port=0,
        web_port=0,
        metrics_port=free_port("127.0.0.1"),
        hosting="off",
        drain_s=0.5,
    )
    with running(settings) as (supervisor, filled):
        yield supervisor, filled


def command(data_dir: Path, *arguments: str) -> tuple[int, Any]:
    """Runs a command as an operator does: in another shell, with no setting but the directory."""
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli.entry", *arguments, "--json"],
        env={**os.environ, "ARENA_DATA_DIR": str(data_dir)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize(
    ("number", "sample"),
    [
        (0, r"arena_sessions 0\.0"),
        (1, r'arena_queue_length\{queue="matches"\} 0\.0'),
        (2, r"arena_last_tick_timestamp_seconds 1\.\d+e\+09"),
        (3, r'arena_beats_total\{task="arena\.tick"\} [1-9]'),
        (4, r"arena_event_loop_lag_seconds_count [1-9]"),
    ],
    ids=["gateway", "worker", "ledger", "beat", "web"],
)
def test_every_process_serves_its_metrics(
    arena: tuple[Supervisor, Settings], number: int, sample: str
) -> None:
    url = f"http://127.0.0.1:{arena[1].metrics_port + number}/metrics"

    deadline, text = time.monotonic() + PATIENCE_S, ""
    while not re.search(f"^{sample}", text, re.MULTILINE) and time.monotonic() < deadline:
        with suppress(URLError), urlopen(url, timeout=5) as answer:
            text = answer.read().decode()
        time.sleep(0.1)

    assert re.search(f"^{sample}", text, re.MULTILINE), text


def test_the_status_shows_every_process_and_turns_red_without_one(
    arena: tuple[Supervisor, Settings], data_dir: Path
) -> None:
    supervisor, settings = arena

    code, seen = _until(data_dir, 0)

    assert code == 0, seen
    assert [one["kind"] for one in seen["processes"]] == [
        "beat",
        "gateway",
        "web",
        "worker",
        "worker",
    ]
    gateway = seen["processes"][1]
    assert (gateway["sessions"], gateway["port"]) == (0, settings.gateway_port)
    assert sorted(w["queues"] for w in seen["processes"] if w["kind"] == "worker") == [
        "ledger",
        "matches",
    ]
    assert seen["pages"] == f"http://{settings.web_host}:{settings.web_port}/"
    assert seen["troubles"] == []

    (beat,) = (child for child in supervisor.children if child.name == "beat")
    assert beat.process is not None
    beat.process.kill()
    code, seen = _until(data_dir, 1)

    assert (code, seen["troubles"]) == (1, ["no beat runs"])


def _until(data_dir: Path, wanted: int) -> tuple[int, Any]:
    """Asks until the exit code is this, or patience ends."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        code, seen = command(data_dir, "status")
        if code == wanted or time.monotonic() > deadline:
            return code, seen
