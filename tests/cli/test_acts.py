"""What is done from the command line is on record; what only reads is not."""

import json
from collections.abc import Iterator

import click
import pytest

from arena.cli.main import arena as command
from arena.cli.recorded import READING
from tests.arena_command import Run


def test_every_command_that_changes_something_is_recorded(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "olga")
    made = run("ladder", "create", "open", "scout", "--seats", "4", "--json")
    assert made.exit_code == 0, made.output
    assert run("ladder", "pause", "open").exit_code == 0
    assert run("ladder", "pause", "nowhere").exit_code == 3
    assert run("ladder", "list").exit_code == 0

    acts = json.loads(run("acts", "--json").stdout)

    assert [act["what"] for act in acts] == ["ladder pause", "ladder pause", "ladder create"]
    assert all(act["by"] == "command" for act in acts)
    assert all(act["who"].startswith("olga@") for act in acts)
    assert "nowhere" in acts[0]["refused"]
    assert acts[1]["details"]["ladder_id"] == "open"
    assert acts[1]["refused"] == ""
    assert len(json.loads(run("acts", "--newest", "2", "--json").stdout)) == 2


def test_an_act_with_brackets_in_it_is_shown_as_it_is(run: Run) -> None:
    assert run("author", "create", "[/x]").exit_code == 2

    shown = run("acts")

    assert shown.exit_code == 0, shown.output
    assert '"name": "[/x]"' in shown.output


def test_details_are_json_whatever_was_asked_for(run: Run) -> None:
    assert run("ladder", "create", "x", "scout", "--seats", "4", "--k-factor", "nan").exit_code == 2

    (act,) = json.loads(run("acts", "--json").stdout, parse_constant=pytest.fail)

    assert act["details"]["k_factor"] == "NaN"


def leaves(group: click.Group, path: str = "") -> Iterator[str]:
    for name, one in group.commands.items():
        if isinstance(one, click.Group):
            yield from leaves(one, f"{path}{name} ")
        else:
            yield path + name


def test_only_commands_that_there_are_are_taken_for_harmless() -> None:
    assert set(leaves(command)) >= READING
