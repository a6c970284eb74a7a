import pytest

from arena.contest.blocks import duel_scores, rotations
from arena.contest.scored_block import ScoredBlock


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        (((1, 2), (2, 1)), (1, 0)),
        (((1, 2), (1, 1)), (0.75, 0.25)),
        (((1, 2, 3), (2, 3, 1), (3, 1, 2)), (1, 0.5, 0)),
        (((1, 2, 2), (2, 2, 1), (2, 1, 2)), (1, 0.25, 0.25)),
    ],
)
def test_points_are_the_mean_score_against_the_others(ranks, points):
    lineup = tuple("abc"[: len(ranks)])
    matches = [*zip(rotations(lineup), ranks, strict=True)]

    block = ScoredBlock(lineup, duel_scores(lineup, matches))

    assert block.points == pytest.approx(points)
