"""Files that cannot be read or written: one line that names them, and exit code 2."""

from pathlib import Path

import pytest

from tests.arena_command import Run


@pytest.mark.parametrize(
    "arguments",
    [("backup", "/nope/x"), ("ladder", "export", "open", "/nope/x"), ("export", "/proc/x")],
)
def test_a_file_that_cannot_be_written_is_named(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("ladder", "create", "open", "scout", "--seats", "4").exit_code == 0

    refused = run(*arguments)

    assert refused.exit_code == 2, refused.output
    assert refused.stderr.startswith(f"arena: {arguments[-1]}")
    assert "No such file or directory" in refused.stderr


def test_a_backup_takes_the_place_of_an_older_one_and_of_nothing_else(
    run: Run, tmp_path: Path
) -> None:
    database, file = tmp_path / "data/arena.db", tmp_path / "backup"

    assert run("backup", str(file)).exit_code == 0
    assert run("backup", str(file)).exit_code == 0
    refused = run("backup", str(database))

    assert (refused.exit_code, "not replaced" in refused.stderr) == (2, True)
    assert run("audit").exit_code == 0


@pytest.mark.parametrize("text", [b"{}", b"\xff\xfe", b"a shopping list"])
def test_a_file_that_is_no_log_is_not_called_untrue(run: Run, tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "log.jsonl"
    file.write_bytes(text)

    refused = run("verify", str(file))

    assert refused.exit_code == 2, refused.output
    assert f"{file}: is no match log" in refused.stderr
