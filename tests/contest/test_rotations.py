import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.blocks import duel_scores, rotations
from arena.contest.rating import rate

LINEUPS = st.lists(st.text(), min_size=2, max_size=5, unique=True).map(tuple)


def block(lineup, *ranks):
    """The matches of a block, with the ranks of each by seat."""
    return [*zip(rotations(tuple(lineup)), ranks, strict=True)]


def test_a_block_rotates_the_seats():
    assert rotations(("a", "b", "c")) == (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))


@given(LINEUPS)
def test_every_submission_sits_once_in_every_seat(lineup):
    for seat in range(len(lineup)):
        assert sorted(seated[seat] for seated in rotations(lineup)) == sorted(lineup)


@pytest.mark.parametrize(
    ("ranks", "scores"),
    [
        (((1, 2), (1, 2)), ((0.5, 0.5), (0.5, 0.5))),
        (((1, 2), (2, 1)), ((0.5, 1.0), (0.0, 0.5))),
        (((1, 1), (2, 1)), ((0.5, 0.75), (0.25, 0.5))),
        (
            ((1, 2, 3), (1, 2, 3), (1, 2, 3)),
            ((0.5, 2 / 3, 1 / 3), (1 / 3, 0.5, 2 / 3), (2 / 3, 1 / 3, 0.5)),
        ),
        (
            ((1, 2, 2), (3, 1, 1), (2, 1, 2)),
            ((0.5, 1.0, 5 / 6), (0.0, 0.5, 1 / 3), (1 / 6, 2 / 3, 0.5)),
        ),
    ],
)
def test_duel_scores_are_means_over_the_block(ranks, scores):
    lineup = tuple("abc"[: len(ranks)])

    assert duel_scores(lineup, block(lineup, *ranks)) == tuple(map(pytest.approx, scores))


@given(LINEUPS, st.data())
def test_what_one_scores_the_other_does_not(lineup, data):
    ranks = st.lists(st.integers(1, 5), min_size=len(lineup), max_size=len(lineup)).map(tuple)
    scores = duel_scores(lineup, block(lineup, *[data.draw(ranks) for _ in lineup]))

    for i in range(len(lineup)):
        for j in range(len(lineup)):
            assert scores[i][j] + scores[j][i] == pytest.approx(1)


def test_the_order_of_the_matches_decides_nothing():
    matches = block("abc", (1, 2, 3), (1, 1, 3), (2, 1, 2))

    assert duel_scores(tuple("abc"), matches[::-1]) == duel_scores(tuple("abc"), matches)


@pytest.mark.parametrize(
    "matches",
    [
        [],
        block("abc", (1, 2, 3), (1, 2, 3), (1, 2, 3))[:2],
        block("abc", (1, 2, 3), (1, 2, 3), (1, 2, 3))[:1] * 3,
        block("abd", (1, 2, 3), (1, 2, 3), (1, 2, 3)),
        block("acb", (1, 2, 3), (1, 2, 3), (1, 2, 3)),
    ],
)
def test_anything_but_one_whole_block_is_refused(matches):
    with pytest.raises(ValueError, match="each rotation"):
        duel_scores(tuple("abc"), matches)


def test_a_lineup_with_a_submission_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        rotations(("a", "b", "a"))


def test_a_match_needs_a_rank_for_every_seat():
    with pytest.raises(ValueError, match="shorter"):
        duel_scores(("a", "b"), block("ab", (1, 2), (1,)))


def test_a_seat_that_always_wins_moves_no_equal_rating():
    """That is luck of the deal, and a block evens it out."""
    lineup = ("a", "b", "c")
    duels = duel_scores(lineup, block(lineup, (1, 2, 3), (1, 2, 3), (1, 2, 3)))

    assert rate((1500, 1500, 1500), duels, 32) == pytest.approx((1500, 1500, 1500))
