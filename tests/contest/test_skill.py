"""Skills of openskill: known values, ties, and what any rating of its kind must keep."""

import math
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.contest.skill import Skill, rate_skills

SKILLS = st.builds(Skill, st.floats(-1e4, 1e4), st.floats(0.01, 10))
POINTS = st.integers(0, 12).map(lambda twelfths: twelfths / 12)


@st.composite
def tables(draw):
    """Skills and points of one table."""
    seats = draw(st.integers(2, 5))
    return tuple(draw(st.lists(one, min_size=seats, max_size=seats)) for one in (SKILLS, POINTS))


@pytest.mark.parametrize(
    ("points", "mus", "sigmas"),
    [
        ((1, 0), (27.63523138, 22.36476862), (8.06550632, 8.06550632)),
        ((0, 1), (22.36476862, 27.63523138), (8.06550632, 8.06550632)),
        ((0.5, 0.5), (25, 25), (8.06550632, 8.06550632)),
        ((1, 0.5, 0), (30.27046, 25, 19.72954), None),
    ],
)
def test_newcomers_gain_and_lose_known_amounts(points, mus, sigmas):
    after = rate_skills([Skill()] * len(points), points)

    assert [skill.mu for skill in after] == pytest.approx(mus, abs=5e-4 if sigmas is None else 5e-9)
    if sigmas is not None:
        assert [skill.sigma for skill in after] == pytest.approx(sigmas, abs=5e-9)


def test_a_newcomer_is_worth_nothing_for_sure():
    assert Skill().ordinal == pytest.approx(0)


@pytest.mark.parametrize(
    "points", [(1, 1), (1, 1, 1), (1, 1, 0), (1, 0, 0), (1, 1, 0, 0), (1, 0.5, 0.5, 0)]
)
def test_equal_place_and_equal_skill_give_the_same_whatever_the_order(points):
    found = {}
    for order in set(permutations(points)):
        for place, skill in zip(order, rate_skills([Skill()] * len(order), order), strict=True):
            found.setdefault(place, []).append(skill)

    for skills in found.values():
        for skill in skills:
            assert skill.mu == pytest.approx(skills[0].mu, abs=1e-9)
            assert skill.sigma == pytest.approx(skills[0].sigma, abs=1e-9)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_decides_nothing(table, random):
    skills, points = table
    order = random.sample(range(len(skills)), len(skills))

    mixed = rate_skills([skills[i] for i in order], [points[i] for i in order])

    after = rate_skills(skills, points)
    for skill, i in zip(mixed, order, strict=True):
        assert skill.mu == pytest.approx(after[i].mu, rel=0, abs=1e-8)
        assert skill.sigma == pytest.approx(after[i].sigma, rel=0, abs=1e-8)


@given(tables())
def test_the_sole_winner_never_loses_and_the_sole_loser_never_gains(table):
    skills, points = table
    after = rate_skills(skills, points)

    assert all(math.isfinite(skill.mu) and math.isfinite(skill.sigma) for skill in after)
    for extreme, sign in ((max(points), 1), (min(points), -1)):
        if points.count(extreme) == 1:
            seat = points.index(extreme)
            assert sign * (after[seat].mu - skills[seat].mu) >= -1e-9


@given(tables())
def test_no_block_raises_a_doubt(table):
    skills, points = table

    for before, after in zip(skills, rate_skills(skills, points), strict=True):
        assert 0 < after.sigma <= before.sigma + 1e-12


@given(tables())
def test_with_equal_skills_a_better_place_is_worth_more(table):
    skills, points = table
    after = rate_skills([skills[0]] * len(points), points)

    for mine, my_points in zip(after, points, strict=True):
        for theirs, their_points in zip(after, points, strict=True):
            if my_points > their_points:
                assert mine.mu > theirs.mu


@given(st.floats(0, 30), st.floats(1, 9))
def test_an_upset_moves_more_than_what_was_expected(ahead, sigma):
    assume(ahead > 0.1)
    strong, weak = Skill(25 + ahead, sigma), Skill(25, sigma)

    expected, upset = (rate_skills((strong, weak), points) for points in ((1, 0), (0, 1)))

    assert upset[1].mu - weak.mu > expected[0].mu - strong.mu


@given(SKILLS, SKILLS)
def test_who_is_less_sure_moves_further(one, other):
    assume(one.sigma > other.sigma)
    after = rate_skills((one, other), (1, 0))

    assert after[0].mu - one.mu >= other.mu - after[1].mu - 1e-9


def test_the_scale_has_no_place_of_its_own():
    near = rate_skills((Skill(25, 5), Skill(30, 6)), (1, 0))
    far = rate_skills((Skill(1025, 5), Skill(1030, 6)), (1, 0))

    assert [s.mu + 1000 for s in near] == pytest.approx([s.mu for s in far])


@pytest.mark.parametrize(
    ("skills", "points"), [((), ()), ((Skill(),), (1,)), ((Skill(), Skill()), (1,))]
)
def test_what_is_no_table_is_refused(skills, points):
    with pytest.raises(ValueError, match="two seats"):
        rate_skills(skills, points)
