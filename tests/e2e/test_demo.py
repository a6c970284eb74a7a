"""The whole way of a bot, on real processes: what `make demo` does, with fewer blocks."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.bootstrap import wire
from arena.config import Settings
from arena.service.audit import audit
from tests.hosting.bubblewrap import require_bubblewrap
from tests.postgres import fresh_database

pytestmark = pytest.mark.e2e


def _arena(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arena.cli.entry", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=240,
    )


def _processes_that_mention(text: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                environment = (entry / "environ").read_bytes()
            except OSError:
                continue
            if text.encode() in environment:
                found.append(entry.name)
    return found


@pytest.fixture
def cleanup() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_two_ladders_are_played_rated_and_proved(
    database: str, tmp_path: Path, cleanup: ExitStack, request: pytest.FixtureRequest
) -> None:
    require_bubblewrap()
    environment = {"ARENA_TEST_MARK": str(tmp_path), "ARENA_WEB_PORT": "0"}
    if database == "postgresql":
        url = cleanup.enter_context(fresh_database(request.getfixturevalue("postgres_url")))
        environment["ARENA_DATABASE_URL"] = url
    data_dir = tmp_path / "demo"

    done = _arena(
        environment, "demo", "--blocks", "3", "--seconds", "150", "--data-dir", str(data_dir)
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "verified: true" in done.stdout
    assert done.stdout.count("runs in a sandbox") == 2
    while_it_ran, _, when_it_had_ended = done.stdout.partition("ratings recomputed")
    assert re.search(r"^pages: http://\S+:\d+/$", while_it_ran, re.MULTILINE)
    assert f"pages as files: {data_dir / 'pages' / 'index.html'}" in when_it_had_ended
    assert "scout open" in (data_dir / "pages" / "index.html").read_text()
    assert len(list((data_dir / "pages").glob("match-*.html"))) >= 6
    assert _processes_that_mention(f"ARENA_TEST_MARK={tmp_path}") == []
    settings = Settings.from_environment({**environment, "ARENA_DATA_DIR": str(data_dir)})
    wiring = wire(settings)
    found = audit(open_unit=wiring.open_unit, games=wiring.games, now=wiring.now)
    with wiring.open_unit() as unit:
        ladders = [unit.ladders.get(f"{game} open") for game in ("scout", "carrera")]
        entered = {s.submission_id for one in ladders for s in unit.ladders.active(one.ladder_id)}
    wiring.close()
    assert found.complaints == ()
    assert found.blocks >= 6
    assert found.finished >= 21
    gateway = (data_dir / "logs" / "gateway.log").read_text()
    came = set(re.findall(r"session begins.*submission=(\S+)", gateway))
    assert len(entered) == 12
    assert entered <= came, "every bot had a session"

    environment["ARENA_DATA_DIR"] = str(data_dir)
    check = _arena(environment, "ladder", "recompute", "scout open", "--check", "--json")
    assert check.returncode == 0, check.stderr
    assert json.loads(check.stdout)["complaints"] == 0
