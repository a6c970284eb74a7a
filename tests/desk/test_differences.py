import math
import random

import pytest

from arena_sdk.command.differences import difference


@pytest.mark.parametrize(
    ("scores", "elo"),
    [([0.5] * 9, 0), ([0.75] * 9, 191), ([0.25] * 9, -191), ([1.0] * 9, math.inf)],
)
def test_points_follow_from_the_mean_score(scores: list[float], elo: float) -> None:
    assert difference(scores).elo == pytest.approx(elo, abs=0.2)


def test_a_few_blocks_prove_nothing() -> None:
    few = difference([1.0] * 4)

    assert (few.low, few.high) == (-math.inf, math.inf)


def test_even_a_clean_sweep_leaves_room_for_doubt() -> None:
    sweep = difference([1.0] * 10)

    assert 0 < sweep.low < 400
    assert sweep.high == math.inf


def test_the_interval_holds_the_truth_in_95_of_100_cases() -> None:
    dice = random.Random(1)
    truth = difference([0.6] * 9).elo
    found = [
        difference([fate() for _ in range(30)])
        for fate in [lambda: (dice.random() < 0.6) / 2 + (dice.random() < 0.6) / 2] * 1_000
    ]

    held = sum(one.low <= truth <= one.high for one in found)

    assert 940 <= held <= 985
