"""What keeps an arena from starting is one line that names it; and nothing is lost by a start."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli import entry
from arena.relay.duty import DutyRoll
from tests.arena_command import Run


@pytest.fixture
def port() -> Iterator[str]:
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield str(taken.getsockname()[1])


@pytest.mark.parametrize("variable", ["ARENA_GATEWAY_PORT", "ARENA_WEB_PORT"])
def test_a_port_that_is_taken_is_named(run: Run, redis_url: str, port: str, variable: str) -> None:
    free = {"ARENA_GATEWAY_PORT": "0", "ARENA_REDIS_URL": redis_url}

    refused = run("up", **free | {variable: port})

    assert refused.exit_code == 4
    assert f"{variable}: somebody listens on 127.0.0.1:{port} already" in refused.stderr


def test_a_gateway_without_its_port_says_so(run: Run, redis_url: str, port: str) -> None:
    refused = run("gateway", ARENA_GATEWAY_PORT=port, ARENA_REDIS_URL=redis_url)

    assert refused.exit_code == 4
    assert f"the gateway cannot listen on 127.0.0.1:{port}" in refused.stderr


@pytest.mark.parametrize(
    ("variable", "value", "code", "why"),
    [
        ("ARENA_DATABASE_URL", "nonsense", 2, "ARENA_DATABASE_URL must be"),
        ("ARENA_DATABASE_URL", "mysql://x", 2, "ARENA_DATABASE_URL must be"),
        ("ARENA_REDIS_URL", "localhost:6379", 2, "ARENA_REDIS_URL must be"),
        ("ARENA_DATABASE_URL", "postgresql+psycopg://x:y@127.0.0.1:1/x", 4, "Connection refused"),
        ("ARENA_DATABASE_URL", "sqlite:////proc/nowhere/x.db", 4, "unable to open database"),
        ("ARENA_DATA_DIR", "/proc/nowhere", 2, "ARENA_DATA_DIR: /proc/nowhere: "),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_line(
    run: Run, variable: str, value: str, code: int, why: str
) -> None:
    refused = run("up", **{"ARENA_GATEWAY_PORT": "0", variable: value})

    assert refused.exit_code == code
    assert why in refused.stderr
    assert "Traceback" not in refused.output


def test_a_demo_empties_only_what_a_demo_has_made(run: Run, tmp_path: Path) -> None:
    thesis = tmp_path / "papers" / "thesis.txt"
    thesis.parent.mkdir()
    thesis.write_text("precious")

    refused = run("demo", "--data-dir", str(thesis.parent))

    assert refused.exit_code == 4
    assert "holds what no demo made" in refused.stderr
    assert thesis.read_text() == "precious"


def test_a_demo_leaves_an_arena_alone_that_runs(run: Run, tmp_path: Path, redis_url: str) -> None:
    place = tmp_path / "demo"
    place.mkdir()
    (place / ".arena-demo").touch()
    (place / "redis.url").write_text(redis_url)

    refused = run("demo", "--data-dir", str(place))

    assert refused.exit_code == 4
    assert "an arena runs in" in refused.stderr
    assert (place / "redis.url").exists()


def test_ctrl_c_is_no_error_of_ours(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "_run", interrupted)
    with pytest.raises(SystemExit) as early:
        entry.main()
    monkeypatch.setattr("arena.cli.health.urlopen", interrupted)
    late = run("health", "web")

    assert early.value.code == 130
    assert late.exit_code == 130


def test_a_worker_bears_to_be_told_to_end_again_and_again(tmp_path: Path, redis_url: str) -> None:
    environment = {"ARENA_DATA_DIR": str(tmp_path), "ARENA_REDIS_URL": redis_url}
    log = tmp_path / "worker.log"
    with log.open("wb") as output:
        worker = subprocess.Popen(
            [sys.executable, "-m", "arena.cli.entry", "worker", "--queue", "ledger"],
            env={**os.environ, **environment, "ARENA_DRAIN_S": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    roll = DutyRoll(redis_url)
    try:
        while not any(str(worker.pid) in one.name for one in roll.read()):
            assert worker.poll() is None, log.read_text()
            time.sleep(0.05)
        deadline = time.monotonic() + 60
        while worker.poll() is None and time.monotonic() < deadline:
            worker.send_signal(signal.SIGTERM)
            time.sleep(0.001)
    finally:
        roll.close()
        worker.kill()

    assert worker.wait() == 0, log.read_text()
    assert log.read_text().count("Warm shutdown") <= 1
