"""What is wrong with bots, files and numbers is said in a few lines, without our own frames."""

from importlib.metadata import version
from pathlib import Path

import pytest

from tests.desk.commands import Desk

QUICK = ("--option", "max_rounds=1", "--no-clock")


@pytest.mark.parametrize("clock", [("--no-clock",), ()])
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_bot_that_would_end_the_process_only_fails(
    desk: Desk, kind: str, clock: tuple[str, ...]
) -> None:
    mine = desk.bot("import sys; sys.exit(7)")
    Path(mine).write_text(Path(mine).read_text().replace("def choose", f"{kind} choose"))

    done = desk.run(
        *("play", "carrera", mine, "house:first", "house:first", "--matches", 3),
        *("--option", "max_rounds=1", *clock),
    )

    assert done.code == 1
    assert "SystemExit: 7" in done.out
    assert f"The arena saw faults of {mine}: 12 x crash" in done.out


def test_a_file_that_would_end_the_process_cannot_be_loaded(desk: Desk) -> None:
    mine = desk.write("ends.py", "raise SystemExit(7)")

    done = desk.run("play", "carrera", mine, "house:first", "house:first")

    assert done.code == 2
    assert "SystemExit: 7" in done.err


def test_logs_that_cannot_be_saved_are_told_of_before_anything_is_played(desk: Desk) -> None:
    mine = desk.bot("open('played', 'w'); return prompt.legal_actions[0]")

    done = desk.run("play", "carrera", mine, "house:first", "house:first", "--logs", mine)

    assert (done.code, done.err) == (2, f"cannot read or write {mine}: File exists\n")
    assert not Path("played").exists()


def test_a_file_that_cannot_be_loaded_shows_its_traceback(desk: Desk) -> None:
    mine = desk.write("broken.py", "from arena_sdk import Bot\nthis is no Python\n")

    done = desk.run("play", "carrera", mine, "house:first", "house:first")

    assert done.code == 2
    assert f'File "{mine}", line 2' in done.err
    assert "SyntaxError" in done.err
    assert "arena_sdk/command" not in done.err


def test_a_file_that_is_not_in_utf_8_cannot_be_loaded(desk: Desk) -> None:
    Path("latin.py").write_bytes("# für Bots".encode("latin-1"))

    done = desk.run("play", "carrera", "latin.py", "house:first", "house:first")

    assert done.code == 2
    assert done.err.startswith("cannot read latin.py, it is not in UTF-8: ")


def test_a_program_that_cannot_be_started_has_one_line(desk: Desk) -> None:
    name = "exec:nosuchprogram"

    done = desk.run("play", "carrera", name, "house:first", "house:first", "--matches", 1, *QUICK)

    assert done.code == 1
    assert "nosuchprogram could not be started: No such file or directory" in done.out
    assert "asyncio" not in done.out


def test_the_command_tells_its_version(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        desk.run("--version")

    assert ended.value.code == 0
    assert capsys.readouterr().out == f"arena-sdk {version('botarena')}\n"


@pytest.mark.parametrize("number", ["abc", "1.5", ""])
def test_what_is_no_whole_number_is_said(
    desk: Desk, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        desk.run("play", "carrera", "house:first", "--matches", number)

    assert ended.value.code == 2
    assert f"must be a whole number, not {number!r}" in capsys.readouterr().err
