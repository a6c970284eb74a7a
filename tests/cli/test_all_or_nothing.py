"""A command that is refused leaves nothing behind, whichever of its steps was refused."""

import json
from typing import Any

import pytest

from tests.arena_command import Run


def _rows(run: Run, *listing: str) -> Any:
    return json.loads(run(*listing, "--json").stdout)


def _made(run: Run, name: str) -> str:
    author = json.loads(run("author", "create", name, "--json").stdout)["author"]
    bot = run("bot", "create", author, f"{name} bot", "scout", "--json")
    return str(json.loads(bot.stdout)["submission"])


def test_a_ladder_is_not_made_if_an_anchor_is_nobody(run: Run) -> None:
    terms = ("scout", "--seats", "4", "--anchor", "foo=1500")

    assert run("ladder", "create", "open", *terms).exit_code == 3
    assert _rows(run, "ladder", "list") == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--from-ladder", "nowhere"), "no ladder 'nowhere'"),
        (("--start",), "entrants"),
        (("--from-ladder", "open", "--start"), "entrants"),
    ],
)
def test_a_tournament_is_not_made_if_it_cannot_be_held(
    run: Run, options: tuple[str, ...], why: str
) -> None:
    assert run("ladder", "create", "open", "scout", "--seats", "4").exit_code == 0

    refused = run("tournament", "create", "Cup", "scout", "knockout", "--seats", "4", *options)

    assert (refused.exit_code != 0, why in refused.stderr) == (True, True), refused.output
    assert _rows(run, "tournament", "list") == []
    assert [act["refused"] != "" for act in _rows(run, "acts")] == [True, False]


def test_of_several_submissions_all_join_or_enter_or_none(run: Run) -> None:
    ada = _made(run, "Ada")
    terms = ("scout", "--seats", "4")
    assert run("ladder", "create", "open", *terms).exit_code == 0
    assert run("tournament", "create", "Cup", "scout", "knockout", *terms[1:]).exit_code == 0

    assert run("ladder", "join", "open", ada, "nobody").exit_code == 3
    assert run("tournament", "enter", "Cup", ada, "nobody").exit_code == 3
    assert _rows(run, "ladder", "standings", "open") == []
    assert _rows(run, "tournament", "show", "Cup")["entries"] == []

    assert run("tournament", "enter", "Cup", ada).exit_code == 0
    assert run("tournament", "withdraw", "Cup", ada, "nobody").exit_code == 3
    assert len(_rows(run, "tournament", "show", "Cup")["entries"]) == 1
