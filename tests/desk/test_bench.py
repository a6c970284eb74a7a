import json
import re

from tests.desk.commands import Desk


def test_it_tells_decisions_a_second_and_the_slowest_prompts(desk: Desk) -> None:
    mine = desk.bot(
        "import time; time.sleep(prompt.ply == 7 and 0.05); return prompt.legal_actions[0]"
    )
    rules = ("--matches", 2, "--no-clock", "--slowest", 2, "--option", "max_rounds=1")

    done = desk.run("bench", "carrera", mine, *rules)

    assert done.code == 0, done.err
    assert re.search(r"^decisions    36$", done.out, re.MULTILINE)
    assert re.search(r"^a second     [\d,]+$", done.out, re.MULTILINE)
    *_, head, first, second = done.out.splitlines()
    assert re.split(r"  +", head) == ["slowest in match", "ply", "legal actions", "ms"]
    assert {first.split()[1], second.split()[1]} == {"7"}


def test_faults_are_found(desk: Desk) -> None:
    assert desk.run("bench", "carrera", desk.bot("return 'checkmate'"), "--matches", 1).code == 1


def test_the_same_as_json(desk: Desk) -> None:
    rules = ("--matches", 2, "--no-clock", "--slowest", 1, "--option", "max_rounds=1")

    done = desk.run("bench", "carrera", "house:greedy", *rules, "--json")

    found = json.loads(done.out)
    assert (done.code, found["bot"], found["decisions"]) == (0, "house:greedy", 36)
    assert found["mean_ms"] <= found["longest_ms"] == found["slowest"][0]["ms"]
    assert found["faults"] == {}
