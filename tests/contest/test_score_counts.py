import math

import pytest

from arena.contest.score_counts import ScoreCounts


def test_scores_are_counted():
    counts = ScoreCounts.of([0, 0.25, 0.25, 1, 0.5], matches=2)

    assert counts == ScoreCounts((1, 2, 1, 0, 1))
    assert counts.scores == (0, 0.25, 0.5, 0.75, 1)
    assert (counts.blocks, counts.matches) == (5, 2)


def test_means_over_three_matches_are_counted_in_spite_of_rounding():
    assert ScoreCounts.of([(1 + 1 + 0.5) / 3, 1 / 3, 0.1 + 0.2 + 0.2], matches=3).counts == (
        *(0, 0, 1, 1, 0, 1, 0),
    )


@pytest.mark.parametrize("score", [-0.25, 1.25, 0.3, math.nan, math.inf])
def test_a_score_that_no_block_has_is_refused(score):
    with pytest.raises(ValueError):
        ScoreCounts.of([score], matches=2)


@pytest.mark.parametrize("counts", [(), (1,), (1, 2), (1, 2, 3, 4), (1, -1, 1)])
def test_counts_that_no_block_has_are_refused(counts):
    with pytest.raises(ValueError, match="2n"):
        ScoreCounts(counts)


@pytest.mark.parametrize(
    ("counts", "elo", "error"),
    [
        ((100, 0, 100), 0, 48.4),
        ((100, 0, 300), 190.8, 39.6),
        ((0, 100, 100), 190.8, 32.3),
        ((365, 16618, 36229, 16974, 390), 1.0, 0.92),
    ],
)
def test_the_difference_in_points_has_an_interval(counts, elo, error):
    difference = ScoreCounts(counts).difference()

    assert difference.elo == pytest.approx(elo, abs=0.1)
    assert (difference.high - difference.low) / 2 == pytest.approx(error, rel=0.02)


def test_the_other_side_is_as_much_behind():
    ahead, behind = (ScoreCounts(c).difference() for c in ((3, 5, 9, 8, 4), (4, 8, 9, 5, 3)))

    assert (behind.elo, behind.low, behind.high) == pytest.approx(
        (-ahead.elo, -ahead.high, -ahead.low)
    )


def test_a_clean_sweep_may_be_any_number_of_points():
    assert ScoreCounts((0, 0, 3)).difference().high == math.inf
