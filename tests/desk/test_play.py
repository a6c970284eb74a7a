import json
import re
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena.match.events import Started
from arena.match.log import load_log
from arena.match.replay import verify
from tests.desk.commands import Desk

QUICK = ("--option", "max_rounds=1", "--no-clock")


def logs(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text() for path in sorted(folder.iterdir())}


def test_a_table_says_who_is_better(desk: Desk) -> None:
    mine = desk.bot("return prompt.legal_actions[-1]")

    done = desk.run(
        "play", "carrera", mine, "house:greedy", "house:random", "--matches", 16, *QUICK
    )

    assert done.code == 0, done.err
    head, _, names, *rows = done.out.splitlines()
    assert head == "carrera, 3 seats: 18 matches in blocks of 3 with the seats rotated; " + (
        "seed 0; no clock"
    )
    assert re.split(r"  +", names)[:4] == ["bot", "mean rank", "mean score", "Elo to first"]
    assert [row.split()[0] for row in rows] == [mine, "house:greedy", "house:random"]
    assert re.fullmatch(r"house:greedy +1\.\d+ +0\.\d +\+\S+ +\S+ to \S+ +0 +\S+ +\S+", rows[1])


def test_the_table_as_json(desk: Desk) -> None:
    mine = desk.bot("return 'checkmate' if prompt.ply == 1 else prompt.legal_actions[-1]")

    done = desk.run("play", "carrera", mine, "house:random", "house:first", *QUICK, "--json")

    found = json.loads(done.out)
    assert (done.code, found["seats"], found["matches"], found["clock"]) == (1, 3, 60, None)
    first, random, default = found["bots"]
    assert [one["bot"] for one in found["bots"]] == [mine, "house:random", "house:first"]
    assert all(1 <= one["mean_rank"] <= 3 for one in found["bots"])
    assert first["elo_to_first"] is None
    assert random["elo_to_first"]["low"] < random["elo_to_first"]["elo"]
    assert first["faults"] == {"illegal_action": len(first["failures"])}
    assert "'checkmate' is not a legal action" in first["failures"][0]["text"]
    assert default["faults"] == {}


def test_points_without_end_are_null(desk: Desk) -> None:
    done = desk.run(
        *("play", "scout", "house:first", "house:planner"),
        *("--matches", 2, "--no-clock", "--json", "--option", "max_turns_per_round=9"),
    )

    found = json.loads(done.out)["bots"][1]["elo_to_first"]
    assert (found["low"], found["high"]) == (None, None)
    assert (found["shown"]["low"], found["shown"]["high"]) == ("-inf", "+inf")


def test_the_same_seed_gives_the_same_matches_in_one_process_or_two(desk: Desk) -> None:
    mine = desk.bot("import random; return random.choice(prompt.legal_actions)")
    command = ("play", "carrera", mine, "house:random", "house:greedy", "--matches", 4, *QUICK)

    desk.run(*command, "--seed", "s", "--logs", "one")
    desk.run(*command, "--seed", "s", "--logs", "two", "--jobs", 2)
    desk.run(*command, "--seed", "t", "--logs", "other")

    assert logs(Path("one")) == logs(Path("two"))
    assert set(logs(Path("one"))) == {"1-1", "1-2", "1-3", "2-1", "2-2", "2-3"}
    assert not set(logs(Path("one")).values()) & set(logs(Path("other")).values())


@pytest.mark.parametrize(
    ("unrotated", "deals"), [((), [1, 1, 1, 2, 2, 2]), (["--unrotated"], [*range(1, 7)])]
)
def test_a_block_shares_its_deal_and_a_log_tells_the_truth(
    desk: Desk, unrotated: list[str], deals: list[int]
) -> None:
    bots = ["house:greedy", "house:random", "house:first"]

    done = desk.run("play", "carrera", *bots, "--matches", 6, *QUICK, *unrotated, "--logs", "logs")

    assert done.code == 0, done.err
    commitments = []
    for text in logs(Path("logs")).values():
        log = load_log(text)
        verify(Registry.installed(), log)
        assert isinstance(log[0], Started)
        commitments.append(log[0].commitment)
    assert [
        sorted(set(commitments), key=commitments.index).index(c) + 1 for c in commitments
    ] == deals


def test_the_traceback_of_the_authors_code_comes_first(desk: Desk) -> None:
    mine = desk.bot("return {}['forgotten']")

    done = desk.run("play", "carrera", mine, "house:random", "house:random", "--matches", 3, *QUICK)

    assert done.code == 1
    first, _, traceback, file, line, *_ = done.out.splitlines()
    assert first.startswith(f"{mine} failed in choose() at ply ")
    assert traceback == "Traceback (most recent call last):"
    assert file == f'  File "{mine}", line 6, in choose'
    assert line.strip() == "return {}['forgotten']"
    assert done.out.index("Traceback") < done.out.index(
        f"The arena saw faults of {mine}: 12 x crash"
    )
    assert "forfeited 3 of 3 seats" in done.out
    assert done.out.count("Traceback") == 1


def test_what_is_no_legal_action_is_shown_beside_those_that_are(desk: Desk) -> None:
    mine = desk.bot("return 'checkmate' if prompt.ply < 8 else None")

    done = desk.run("play", "carrera", mine, "house:first", "house:first", "--matches", 1, *QUICK)

    assert "'checkmate' is not a legal action; these are: " in done.out
    assert "choose() returned None, not a text" in done.out


def test_with_a_clock_a_bot_runs_out_of_time(desk: Desk) -> None:
    mine = desk.bot("import time; time.sleep(0.3); return prompt.legal_actions[0]")
    rules = ("--limit-ms", 10, "--bank-ms", 0, "--faults-allowed", 0, "--option", "max_rounds=1")

    done = desk.run(
        "play", "carrera", mine, *["house:first"] * 2, "--unrotated", "--matches", 1, *rules
    )

    assert done.code == 1
    assert "0.01 s a decision and 0 s in the bank" in done.out
    assert f"The arena saw faults of {mine}: 1 x timeout." in done.out
    assert "forfeited 1 of 1 seats" in done.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["whist", "house:first"], "no game 'whist'; registered are: carrera, "),
        (
            ["carrera", "house:first"],
            "carrera has 3, 4, 5 seats, not 1: name one bot for each;",
        ),
        (["scout", "house:best", "house:first"], "the house has no bot 'best' for scout"),
        (["scout", "nowhere.py", "house:first"], "cannot read "),
        (["scout", "no.such.module:Bot", "house:first"], "no file, folder or module 'no.such"),
        (["scout", "sub-9f86d081884c7d65", "house:first"], "no key: pass key= or set ARENA_KEY"),
        (["scout", "Ada/Shedder@3", "house:first"], "no key: pass key= or set ARENA_KEY"),
        (["scout", "house:first", "exec:'unbal"], "is no command: No closing quotation"),
        (["textwrap.py", "house:first"], "cannot read textwrap.py: No such file"),
        (["arena_sdk.bot:Bot", "house:first"], "arena_sdk.bot has no Bot that is a game"),
        (["textwrap:", "house:first"], "textwrap has no class that is a game"),
        (["scout", "textwrap:dedent", "house:first"], "textwrap has no dedent that is a subclass"),
        (["scout", *["house:first"] * 2, "--option", "speed=1"], "scout has no option 'speed'; "),
        (["scout", *["house:first"] * 2, "--option", "speed"], "NAME=VALUE, not 'speed'"),
        (
            ["scout", *["house:first"] * 2, "--no-clock", "--limit-ms", "50"],
            "neither --limit-ms nor",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    desk: Desk, arguments: list[str], why: str
) -> None:
    done = desk.run("play", *arguments)

    assert done.code == 2
    assert why in done.err


def test_bots_have_names_of_many_kinds(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.bot("return prompt.legal_actions[0]", "folder/bot.py")
    desk.write("brain.py", "def best(prompt):\n    return prompt.legal_actions[0]\n")
    desk.write(
        "several.py",
        """\
        from arena_sdk import Bot
        from brain import best

        class One(Bot):
            def choose(self, prompt):
                return best(prompt)

        class Two(One):
            pass

        class Three(One):
            pass
        """,
    )
    names = ["folder", "several:Two", "house:first"]

    done = desk.run("play", "carrera", *names, "--matches", 1, *QUICK)
    unclear = desk.run("play", "carrera", "several.py", *names[1:])

    assert done.code == 0, done.err
    assert [line.split()[0] for line in done.out.splitlines()[3:]] == names
    assert "Found Two, Three; say several.py:CLASS" in unclear.err
    assert desk.run("play", "carrera", "several.py:Three", *names[1:], *QUICK).code == 0


def test_a_bot_that_is_named_twice_has_one_row(desk: Desk) -> None:
    done = desk.run("play", "carrera", *["house:first"] * 3, "--matches", 6, *QUICK)

    assert [line.split()[0] for line in done.out.splitlines()[3:]] == ["house:first"]


def test_two_bots_may_have_modules_of_one_name(desk: Desk) -> None:
    for folder, place in (("old", 0), ("new", -1)):
        desk.write(f"{folder}/brain.py", f"PLACE = {place}\n")
        desk.bot("return prompt.legal_actions[brain.PLACE]", f"{folder}/bot.py")
        bot = Path(folder, "bot.py")
        bot.write_text(f"import brain\n{bot.read_text()}")
    last = desk.bot("return prompt.legal_actions[-1]")
    command = ("play", "carrera", "--matches", 3, *QUICK, "--logs")

    desk.run(*command, "ours", "old", "new", "old")
    desk.run(*command, "same", "house:first", last, "house:first")

    assert logs(Path("ours")) == logs(Path("same"))
