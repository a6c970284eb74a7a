"""Wherever a command takes an id it takes what people call the thing; who is nobody is refused."""

import json
from typing import Any

import pytest

from tests.arena_command import Run


def _json(run: Run, *arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_authors_are_listed_and_go_by_name(run: Run) -> None:
    made = _json(run, "author", "create", "Ada")
    _json(run, "author", "create", "Olga", "--operator")

    rows = _json(run, "author", "list")

    assert [(row["name"], row["role"]) for row in rows] == [("Ada", "author"), ("Olga", "operator")]
    assert rows[0]["author"] == made["author"]
    bot = _json(run, "bot", "create", "ada", "Shedder", "scout")
    assert _json(run, "bot", "list")[0]["bot"] == bot["bot"]
    assert _json(run, "key", "new", "Ada")["key"] in [
        k["key"] for k in _json(run, "key", "list", "Ada")
    ]
    assert run("key", "list", "Nobody").exit_code == 3


def test_submissions_go_by_name(run: Run) -> None:
    _json(run, "author", "create", "Ada")
    first = _json(run, "bot", "create", "Ada", "Shedder", "scout")["submission"]
    second = _json(run, "submission", "new", "Shedder")["submission"]
    anchored = ("--seats", "4", "--anchor", "Shedder@1=1800")
    _json(run, "ladder", "create", "open", "scout", *anchored)
    _json(run, "tournament", "create", "Cup", "scout", "knockout", "--seats", "4")

    steps = [
        ("ladder", "join", "open", "Shedder@1", "shedder@newest"),
        ("ladder", "anchor", "open", "Shedder@2", "1400"),
        ("ladder", "quarantine", "set", "open", "Shedder@2", "--reason", "floods"),
        ("ladder", "quarantine", "lift", "open", "Shedder"),
        ("tournament", "enter", "Cup", "Shedder@1"),
        ("tournament", "withdraw", "Cup", "Shedder v1"),
        ("match", "list", "--submission", "Shedder@2", "--ladder", "Open"),
        ("submission", "retire", "Shedder@2"),
    ]
    for step in steps:
        done = run(*step)
        assert done.exit_code == 0, (step, done.output)

    (row,) = _json(run, "ladder", "standings", "open")
    assert (row["submission_id"], row["rating"]) == (first, 1800.0)
    retired = {
        row["submission"]: row["retired"] for row in _json(run, "submission", "list", "Shedder")
    }
    assert retired == {first: False, second: True}


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "list", "--submission", "nobody"),
        ("match", "list", "--ladder", "nowhere"),
        ("submission", "retire", "Shedder"),
        ("submission", "retire", "Shedder@2"),
    ],
)
def test_what_there_is_not_is_not_found(run: Run, arguments: tuple[str, ...]) -> None:
    _json(run, "author", "create", "Ada")
    _json(run, "bot", "create", "Ada", "Shedder", "scout")

    assert run(*arguments).exit_code == 3


def test_no_match_at_all_cannot_be_asked_for(run: Run) -> None:
    assert run("match", "list", "--most", "0").exit_code == 2
