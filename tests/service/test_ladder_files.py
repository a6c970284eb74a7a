"""A ladder's file holds its whole story, is verified before it is taken, and taken once."""

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli.main import arena as command

from .test_audit import played

__all__ = ["played"]

Run = Callable[..., Result]
LADDER = "SELECT name FROM ladders"


@pytest.fixture
def run(tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    (tmp_path / "here").mkdir()
    with closing(sqlite3.connect(played)) as one:  # what still lies in the write-ahead log, too
        one.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(played, tmp_path / "here" / "arena.db")

    def invoke(place: str, *arguments: str) -> Result:
        monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path / place))
        return CliRunner().invoke(command, arguments)

    return invoke


@pytest.fixture
def name(played: Path) -> str:
    with closing(sqlite3.connect(played)) as one:
        (found,) = one.execute(LADDER).fetchone()
        return str(found)


def test_a_ladder_moves_with_its_matches_and_is_the_same_there(
    run: Run, name: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "ladder.jsonl.gz")
    assert run("here", "ladder", "export", name, file).exit_code == 0

    taken = run("there", "ladder", "import", file, "--json")

    assert taken.exit_code == 0, taken.output
    assert json.loads(taken.stdout)["rated blocks"] == 3
    rows = [run(place, "ladder", "standings", name, "--json").stdout for place in ("here", "there")]
    assert rows[0] == rows[1]
    assert run("there", "ladder", "recompute", name, "--check").exit_code == 0
    assert run("there", "audit").exit_code == 0
    (ladder,) = json.loads(run("there", "ladder", "list", "--json").stdout)
    assert ladder["paused"]
    again = run("there", "ladder", "import", file)
    assert (again.exit_code, "exists already" in again.output) == (4, True)


def test_a_check_adds_nothing(run: Run, name: str, tmp_path: Path) -> None:
    file = str(tmp_path / "ladder.jsonl.gz")
    run("here", "ladder", "export", name, file)

    checked = run("there", "ladder", "import", file, "--check", "--json")

    assert json.loads(checked.stdout)["rows added"] == 0
    assert json.loads(run("there", "ladder", "list", "--json").stdout) == []


def test_a_file_holds_no_key_and_is_lines_of_json(run: Run, name: str, tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl.gz"
    run("here", "ladder", "export", name, str(file))

    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]

    tables = [line["table"] for line in lines if isinstance(line, dict) and "table" in line]
    assert "match_logs" in tables
    assert not {"author_keys", "archives", "acts"} & set(tables)


def test_results_that_were_made_up_are_found_though_the_file_is_whole(
    run: Run, name: str, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "here" / "arena.db")) as one, one:
        one.execute("UPDATE rating_changes SET after = after + 100 WHERE sequence = 2")
    file = str(tmp_path / "ladder.jsonl.gz")
    run("here", "ladder", "export", name, file)

    refused = run("there", "ladder", "import", file, "--json")

    assert refused.exit_code == 1
    assert json.loads(refused.stdout)["complaints"]
    assert json.loads(run("there", "ladder", "list", "--json").stdout) == []
