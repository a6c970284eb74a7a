import json
import random

import pytest

from arena_sdk.command.differences import BOUND, llr
from tests.desk.commands import Desk

QUICK = ("--option", "max_rounds=1", "--no-clock")


def test_a_better_bot_is_found_out_soon(desk: Desk) -> None:
    done = desk.run("compare", "carrera", "house:greedy", "house:random", *QUICK)

    assert done.code == 0, done.err
    first, second, third, fourth = done.out.splitlines()
    assert first.startswith("house:greedy is ahead by more than 0, after ")
    assert second.startswith("against house:random: +")
    assert third.startswith("log-likelihood ratio +")
    assert fourth == "faults: 0 of the new one, 0 of the old one; seed 0"


@pytest.mark.parametrize(
    ("blocks", "code", "ahead"), [((), 0, True), (("--blocks", 5, "--elo1", 1), 1, None)]
)
def test_a_comparison_as_json(
    desk: Desk, blocks: tuple[object, ...], code: int, ahead: bool | None
) -> None:
    bots = ("house:greedy", "house:random")

    done = desk.run("compare", "carrera", *bots, *QUICK, *blocks, "--json")

    found = json.loads(done.out)
    assert (done.code, found["ahead"], found["block_size"]) == (code, ahead, 3)
    assert (found["new"], found["old"]) == bots
    assert found["difference"]["shown"]["elo"].startswith("+")
    assert found["faults"] == {"new": 0, "old": 0}


def test_a_worse_one_too(desk: Desk) -> None:
    done = desk.run("compare", "carrera", "house:random", "house:greedy", *QUICK, "--jobs", 2)

    assert done.code == 1
    assert done.out.startswith("house:random is not ahead by 20, after ")


def test_few_blocks_of_equals_settle_nothing(desk: Desk) -> None:
    same = desk.bot("return prompt.legal_actions[0]")

    done = desk.run("compare", "carrera", same, "house:first", *QUICK, "--blocks", 5)

    assert (done.code, done.out.splitlines()[0]) == (
        1,
        f"{same} is not settled, after 5 blocks of 3 matches",
    )


def test_the_game_may_be_named_behind(desk: Desk) -> None:
    bots = ("house:greedy", "house:random")

    done = desk.run("compare", *bots, "--game", "carrera", *QUICK, "--blocks", 6, "--fixed")

    assert done.code == 1
    assert done.out.startswith("house:greedy is not settled, after 6 blocks of 3 matches")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["house:first", "house:first"], "a bot is as good as itself"),
        (["house:first", "house:random", "--elo0", "5", "--elo1", "5"], "must be less"),
        (["house:first"], "GAME NEW OLD"),
        (["house:first", "house:random", "house:greedy"], "GAME NEW OLD"),
        (["house:first", "house:random", "--game", "scout"], "GAME NEW OLD"),
        (["house:first", "house:random", "--seats", "9"], "has 3, 4, 5 seats"),
        (["exec:", "house:random"], "exec: is followed by a command"),
    ],
)
def test_what_cannot_be_compared_is_refused(desk: Desk, arguments: list[str], why: str) -> None:
    done = desk.run("compare", "carrera", *arguments)

    assert done.code == 2
    assert why in done.err


@pytest.mark.parametrize("truth", [0.5, 1 / (1 + 10 ** (-60 / 400))])
def test_it_is_wrong_in_few_cases(truth: float) -> None:
    dice = random.Random(3)
    wrong = 0
    for _ in range(200):
        scores: list[float] = []
        ratio = 0.0
        while abs(ratio) < BOUND:
            scores.append(sum(dice.random() < truth for _ in range(4)) / 4)
            ratio = llr(scores, 0, 60)
        wrong += (ratio > 0) != (truth > 0.5)

    assert wrong <= 18
