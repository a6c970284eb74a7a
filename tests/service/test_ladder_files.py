"""A ladder's file holds its whole story, is verified before it is taken, and taken once."""

import asyncio
import gzip
import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from arena.cli.main import arena as command
from arena.service.conduct import quarantine
from arena.service.errors import InvalidArgument
from arena.service.filling import Unfilled
from arena.service.house import house_ids
from arena.service.records import SubmissionKind
from arena.storage import Database, open_database
from arena.storage.ladder_files import opened_file

from .test_audit import played
from .test_backup import fresh, older
from .world import GAME, World, first_action

__all__ = ["fresh", "played"]

Run = Callable[..., Result]
Lines = list[Any]
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


@pytest.fixture
def file(played: Path, name: str, tmp_path: Path) -> Path:
    path = tmp_path / "exported.gz"
    with closing(open_database(f"sqlite:///{played}")) as database, database.unit() as unit:
        database.export_ladder(unit.ladders.get(name).ladder_id, path)
    return path


def lines_of(file: Path) -> Lines:
    """Returns the lines of a file but for the last, which is the sum of those before."""
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()][:-1]


def forge(file: Path, lines: Lines) -> None:
    """Writes these lines as whoever likes to can: the checksum is right."""
    body = "".join(json.dumps(line) + "\n" for line in lines).encode()
    count = sum(isinstance(line, list) for line in lines)
    foot = json.dumps({"rows": count, "sha256": hashlib.sha256(body).hexdigest()})
    file.write_bytes(gzip.compress(body + foot.encode() + b"\n"))


def with_rows(lines: Lines, table: str, *rows: Mapping[str, Any]) -> Lines:
    """Returns the lines with rows of one more table behind them."""
    columns = [*rows[0]]
    return [*lines, {"table": table, "columns": columns}, *([*row.values()] for row in rows)]


def rows_of(lines: Lines, table: str) -> list[dict[str, Any]]:
    found, columns, here = [], [], False
    for line in lines[1:]:
        if isinstance(line, dict):
            columns, here = line["columns"], line["table"] == table
        elif here:
            found.append(dict(zip(columns, line, strict=True)))
    return found


def test_a_ladder_moves_with_its_matches_and_is_the_same_there(
    run: Run, name: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "ladder.jsonl.gz")
    assert run("here", "ladder", "export", name, file).exit_code == 0

    taken = run("there", "ladder", "import", file, "--json")

    assert taken.exit_code == 0, taken.output
    shown = json.loads(taken.stdout)
    assert (shown["rated blocks"], shown["unverified"]) == (3, 0)
    rows = [run(place, "ladder", "standings", name, "--json").stdout for place in ("here", "there")]
    assert rows[0] == rows[1]
    assert run("there", "ladder", "recompute", name, "--check").exit_code == 0
    assert run("there", "audit").exit_code == 0
    (ladder,) = json.loads(run("there", "ladder", "list", "--json").stdout)
    assert ladder["paused"]
    again = run("there", "ladder", "import", file)
    assert (again.exit_code, "exists already" in again.output) == (4, True)


@pytest.mark.parametrize("revision", ["0003", "0004", "0006", "0008"])
def test_a_file_of_an_older_release_is_taken(
    run: Run, played: Path, name: str, tmp_path: Path, revision: str
) -> None:
    file = tmp_path / "old.gz"
    with closing(older(played, revision, tmp_path / "old.db")) as old:
        with closing(sqlite3.connect(tmp_path / "old.db")) as one:
            (ladder_id,) = one.execute("SELECT ladder_id FROM ladders").fetchone()
        old.export_ladder(ladder_id, file)

    taken = run("there", "ladder", "import", str(file))

    assert taken.exit_code == 0, taken.output
    rows = [run(place, "ladder", "standings", name, "--json").stdout for place in ("here", "there")]
    assert rows[0] == rows[1]


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


def test_matches_that_nobody_can_verify_are_counted_and_taken_only_on_trust(
    run: Run, name: str, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "here" / "arena.db")) as one, one:
        one.execute("UPDATE match_logs SET log = x'' WHERE rowid % 2")
        (forgotten,) = one.execute("SELECT count(*) FROM match_logs WHERE log = x''").fetchone()
    file = str(tmp_path / "ladder.jsonl.gz")
    run("here", "ladder", "export", name, file)

    refused = run("there", "ladder", "import", file)
    checked = run("there", "ladder", "import", file, "--check", "--json")
    listed = run("there", "ladder", "list", "--json")
    taken = run("there", "ladder", "import", file, "--allow-unverified", "--json")

    assert (refused.exit_code, "--allow-unverified" in refused.output) == (1, True)
    assert "unverified" in refused.output.splitlines()[1]
    (complaint,) = json.loads(checked.stdout)["complaints"]
    assert complaint.startswith(f"{forgotten} of 11 finished matches cannot be verified")
    assert json.loads(listed.stdout) == []
    shown = json.loads(taken.stdout)
    assert (taken.exit_code, shown["unverified"], shown["complaints"]) == (0, forgotten, [])
    assert shown["rows added"] > 0


AUTHOR = {"author_id": "a-e", "name": "Eve", "name_key": "eve", "role": "operator", "created": 0}
KEY = {
    "key_id": "key-e",
    "author_id": "author-house",
    "label": "",
    "secret_hash": "0" * 64,
    "created": 0,
    "revoked": None,
}


def _a_key(lines: Lines) -> Lines:
    return with_rows(lines, "author_keys", KEY)


def _a_key_of_its_own_operator(lines: Lines) -> Lines:
    own = KEY | {"author_id": AUTHOR["author_id"]}
    return with_rows(with_rows(lines, "authors", AUTHOR), "author_keys", own)


def _an_author_without_bots(lines: Lines) -> Lines:
    return with_rows(lines, "authors", AUTHOR)


def _another_ladder(lines: Lines) -> Lines:
    other = rows_of(lines, "ladders")[0] | {"ladder_id": "l2", "name": "L2", "name_key": "l2"}
    return with_rows(lines, "ladders", other)


def _an_open_block(lines: Lines) -> Lines:
    block = rows_of(lines, "blocks")[0] | {"block_id": "k2", "state": "open", "sequence": None}
    return with_rows(lines, "blocks", block)


def _a_seat_on_another_ladder(lines: Lines) -> Lines:
    seat = rows_of(lines, "match_seats")[0] | {"seat": 9, "ladder_id": "l2"}
    return with_rows(lines, "match_seats", seat)


def _a_standing_of_nobody(lines: Lines) -> Lines:
    standing = rows_of(lines, "standings")[0] | {"submission_id": "sub-nobody"}
    return with_rows(lines, "standings", standing)


def _no_ladder(lines: Lines) -> Lines:
    return lines[:1]


@pytest.mark.parametrize(
    "more",
    [
        _a_key,
        _a_key_of_its_own_operator,
        _an_author_without_bots,
        _another_ladder,
        _an_open_block,
        _a_seat_on_another_ladder,
        _a_standing_of_nobody,
        _no_ladder,
    ],
)
def test_a_file_with_anything_but_its_ladder_is_refused(
    file: Path, more: Callable[[Lines], Lines]
) -> None:
    forge(file, more(lines_of(file)))

    with pytest.raises(InvalidArgument), opened_file(file):
        pass


def test_the_command_says_what_does_not_belong_there(run: Run, file: Path) -> None:
    forge(file, _a_key(lines_of(file)))

    refused = run("there", "ladder", "import", str(file))

    assert (refused.exit_code, "stray table 'author_keys'" in refused.output) == (2, True)


def test_an_author_of_a_file_is_no_operator_here_and_one_who_is_here_stays_one(
    file: Path, fresh: Database
) -> None:
    lines = lines_of(file)
    known, *others = rows_of(lines, "authors")
    for line in lines:
        if isinstance(line, list) and line[0] in {author["author_id"] for author in others}:
            line[line.index("author")] = "operator"
    forge(file, lines)
    fresh.migrate()
    row = known | {"name": "here", "name_key": "here", "role": "operator"}
    with fresh.engine.begin() as connection:
        names = ", ".join(row)
        values = ", ".join(f":{column}" for column in row)
        connection.execute(text(f"INSERT INTO authors ({names}) VALUES ({values})"), row)

    with opened_file(file) as source:
        assert [row["role"] for row in rows_of(lines, "authors")] == ["author", *["operator"] * 2]
        fresh.adopt_ladder(source)

    with fresh.engine.connect() as connection:
        roles = connection.execute(text("SELECT name, role FROM authors")).all()
    expected = {(author["name"], "author") for author in others} | {("here", "operator")}
    assert set(map(tuple, roles)) == expected


def test_a_house_bot_of_a_file_is_run_by_the_arena_that_takes_it(
    tmp_path: Path, fresh: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, (house,) = tmp_path / "filled.gz", house_ids(GAME, 1)
    with closing(open_database(f"sqlite:///{tmp_path}/filled.db")) as database:
        database.migrate()
        world = World(database)
        ladder = world.ladder(world.connected(2), unfilled=Unfilled.HOUSE)
        world.relay.connect(house, first_action, 8)
        world.schedule()
        for match in world.all_matches():
            assert house in match.lineup
            asyncio.run(world.play(match.match_id))
        world.rate(match.block_id or "")
        database.export_ladder(ladder.ladder_id, file)
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path))
    url = fresh.engine.url.render_as_string(hide_password=False)
    monkeypatch.setenv("ARENA_DATABASE_URL", url)

    taken = CliRunner().invoke(command, ["ladder", "import", str(file), "--json"])

    assert taken.exit_code == 0, taken.output
    with fresh.unit() as unit:
        assert unit.submissions.get(house).kind is SubmissionKind.HOSTED
        assert unit.hosted.archive(house)


def test_who_is_quarantined_and_whose_turn_it_is_moves_along(
    tmp_path: Path, fresh: Database
) -> None:
    file = tmp_path / "mixed.gz"
    with closing(open_database(f"sqlite:///{tmp_path}/mixed.db")) as database:
        database.migrate()
        world = World(database)
        trio = world.connected(3)
        ladder = world.ladder(trio, 0, seat_counts=(3, 5))
        world.schedule()
        for match in world.all_matches():
            asyncio.run(world.play(match.match_id))
        world.rate(match.block_id or "")
        quarantine(ladder.ladder_id, trio[0], "it stalls", open_unit=world.open_unit, now=world.now)
        with world.open_unit() as unit:
            before = unit.conducts.of_ladder(ladder.ladder_id)
        database.export_ladder(ladder.ladder_id, file)
    fresh.migrate()

    with opened_file(file) as source:
        fresh.adopt_ladder(source)

    with fresh.unit() as unit:
        after = unit.conducts.of_ladder(ladder.ladder_id)
    assert after == before
    assert {s: c.turns for s, c in after.items()} == dict.fromkeys(trio, (1, 0))
    assert after[trio[0]].reason == "it stalls"


def test_nobody_comes_as_a_house_bot_by_a_file(file: Path, fresh: Database) -> None:
    lines = lines_of(file)
    one = rows_of(lines, "submissions")[0]["submission_id"]
    forge(file, json.loads(json.dumps(lines).replace(one, house_ids(GAME, 9)[-1])))
    fresh.migrate()

    with opened_file(file) as source, pytest.raises(InvalidArgument, match="house bot"):
        fresh.adopt_ladder(source)

    with fresh.engine.connect() as connection:
        assert not connection.execute(text("SELECT * FROM authors")).all()
