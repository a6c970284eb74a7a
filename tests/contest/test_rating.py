import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest import elo_twin
from arena.contest.rating import expected, rate

RATING = st.floats(-1e6, 1e6)
SCORE = st.floats(0, 1)


@st.composite
def tables(draw):
    """Ratings and duel scores of one table."""
    seats = draw(st.integers(2, 6))
    scores = [[0.5] * seats for _ in range(seats)]
    for i in range(seats):
        for j in range(i):
            scores[i][j] = draw(SCORE)
            scores[j][i] = 1 - scores[i][j]
    return draw(st.lists(RATING, min_size=seats, max_size=seats)), scores


def duels(*ranks):
    """The duel scores of one match, from the ranks of its seats."""
    return [[(1 + (a < b) - (a > b)) / 2 for b in ranks] for a in ranks]


@pytest.mark.parametrize(
    ("ratings", "ranks", "gains"),
    [
        ((1500, 1500), (1, 2), (16, -16)),
        ((1500, 1500), (1, 1), (0, 0)),
        ((1600, 1400), (1, 2), (7.68810, -7.68810)),
        ((1600, 1400), (2, 1), (-24.31190, 24.31190)),
        ((1500, 1500, 1500), (1, 2, 3), (16, 0, -16)),
        ((1500, 1500, 1500, 1500), (1, 2, 3, 4), (16, 5.3333, -5.3333, -16)),
        ((1700, 1500, 1500, 1300), (4, 1, 1, 3), (-25.9049, 10.6667, 10.6667, 4.5716)),
    ],
)
def test_a_table_moves_ratings(ratings, ranks, gains):
    after = rate(ratings, duels(*ranks), 32)

    assert [a - r for a, r in zip(after, ratings, strict=True)] == pytest.approx(gains, abs=5e-5)


@pytest.mark.parametrize(
    ("ahead", "score"),
    [(0, 0.5), (100, 0.640065), (200, 0.759747), (400, 0.909091), (1e7, 1), (-1e7, 0)],
)
def test_the_expected_score_follows_the_difference(ahead, score):
    assert expected(1500 + ahead, 1500) == pytest.approx(score, abs=5e-7)


def test_scores_between_win_and_loss_count_in_proportion():
    three_of_four = [[0.5, 0.75], [0.25, 0.5]]

    assert rate((1500, 1500), three_of_four, 32) == pytest.approx((1508, 1492))


@given(tables(), st.floats(0, 100))
def test_the_sum_of_the_ratings_stays(table, k):
    ratings, scores = table

    after = rate(ratings, scores, k)

    assert sum(a - r for a, r in zip(after, ratings, strict=True)) == pytest.approx(0, abs=1e-8)


@given(
    st.lists(st.floats(-1e4, 1e4), min_size=2, max_size=5),
    st.lists(st.integers(2, 5), min_size=5, max_size=5),
)
def test_the_sole_winner_never_loses_points_and_no_point_is_made(ratings, others):
    ranks = (1, *others[: len(ratings) - 1])

    after = rate(ratings, duels(*ranks), 32)

    assert all(math.isfinite(rating) for rating in after)
    assert after[0] >= ratings[0]
    assert math.fsum(after) == pytest.approx(math.fsum(ratings), abs=1e-7)


@given(tables(), st.floats(0, 100))
def test_a_table_moves_no_rating_by_more_than_k(table, k):
    ratings, scores = table

    after = rate(ratings, scores, k)

    assert all(abs(a - r) <= k + 1e-8 for a, r in zip(after, ratings, strict=True))


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_decides_nothing(table, random):
    ratings, scores = table
    order = random.sample(range(len(ratings)), len(ratings))

    mixed = rate([ratings[i] for i in order], [[scores[i][j] for j in order] for i in order], 32)

    after = rate(ratings, scores, 32)
    assert mixed == pytest.approx([after[i] for i in order], rel=0, abs=1e-8)


@given(tables())
def test_nobody_gains_by_losing(table):
    ratings, scores = table
    won = [row[:] for row in scores]
    won[0][1], won[1][0] = 1, 0

    better, worse = rate(ratings, won, 32), rate(ratings, scores, 32)

    assert better[0] >= worse[0]
    assert better[1] <= worse[1]


@given(RATING, RATING)
def test_two_expected_scores_make_one(mine, theirs):
    assert expected(mine, theirs) + expected(theirs, mine) == pytest.approx(1)


@given(
    st.floats(-3000, 6000),
    st.lists(st.tuples(SCORE, st.floats(-3000, 6000)), max_size=5),
    st.floats(0, 100),
)
def test_the_twin_rates_like_the_package(rating, series, k):
    package = pytest.importorskip("elo")
    theirs, ours = package.Elo(k_factor=k, beta=200.0), elo_twin.Elo(k_factor=k, beta=200.0)

    assert ours.rate(rating, series) == pytest.approx(theirs.rate(rating, series), abs=1e-9)
    for _, other in series:
        assert ours.expect(rating, other) == pytest.approx(theirs.expect(rating, other), abs=1e-9)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan"), float("inf")])
@pytest.mark.parametrize(("i", "j"), [*permutations(range(3), 2)])
def test_a_score_that_cannot_be_is_refused(wrong, i, j):
    scores = duels(1, 2, 3)
    scores[i][j] = wrong

    with pytest.raises(ValueError, match="cannot score"):
        rate((1500, 1500, 1500), scores, 32)


@pytest.mark.parametrize(
    ("ratings", "scores", "k", "problem"),
    [
        ((1500, 1500), [[0.5, 1], [1, 0.5]], 32, "cannot score 1 and 1"),
        ((1500, 1500), [[0.5, 0.2], [0.2, 0.5]], 32, "cannot score 0.2 and 0.2"),
        ((1500, float("nan")), duels(1, 2), 32, "finite number: nan"),
        ((float("inf"), 1500), duels(1, 2), 32, "finite number: inf"),
        ((1500, 1500), duels(1, 2), float("nan"), "k must be"),
        ((1500, 1500), duels(1, 2), -1, "k must be"),
        ((1500, 1500), duels(1, 2, 3), 32, "2 seats"),
        ((1500, 1500, 1500), duels(1, 2), 32, "3 seats"),
        ((1500, 1500), [[0.5, 1], [0]], 32, "2 seats"),
        ((1500,), duels(1), 32, "two ratings"),
        ((), (), 32, "two ratings"),
    ],
)
def test_bad_input_is_refused(ratings, scores, k, problem):
    with pytest.raises(ValueError, match=problem):
        rate(ratings, scores, k)
