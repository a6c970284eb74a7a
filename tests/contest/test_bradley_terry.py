import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.bradley_terry import Duels, Pull, fit

STRENGTHS = st.lists(st.floats(-3, 3), min_size=2, max_size=6)


@st.composite
def tangles(draw):
    """Duels of a few in which everybody scored something against the next."""
    n = draw(st.integers(2, 7))
    count = st.floats(0.5, 50)
    duels = []
    for one in range(n):
        for other in range(one + 1, n):
            if other == one + 1 or draw(st.booleans()):
                played = draw(count)
                duels.append(Duels(one, other, played, played * draw(st.floats(0.001, 0.999))))
    return n, duels


def surplus(duels, strengths):
    """What everybody scored beyond what the strengths make likely."""
    beyond = [0.0] * len(strengths)
    for one, other, played, won in duels:
        likely = played / (1 + math.exp(strengths[other] - strengths[one]))
        beyond[one] += won - likely
        beyond[other] -= won - likely
    return beyond


@given(tangles())
def test_everybody_scored_what_the_strengths_make_likely(tangle):
    n, duels = tangle

    strengths = fit(duels, [0.0] * n, tolerance=1e-9)

    assert surplus(duels, strengths) == pytest.approx([0.0] * n, abs=1e-5)


@given(tangles(), st.data())
def test_the_start_decides_nothing_and_the_fixed_stay(tangle, data):
    n, duels = tangle
    far = [0.0, *data.draw(st.lists(st.floats(-8, 8), min_size=n - 1, max_size=n - 1))]

    near = fit(duels, [0.0] * n, fixed=[0], tolerance=1e-9)

    assert near[0] == 0
    assert fit(duels, far, fixed=[0], tolerance=1e-9) == pytest.approx(near, abs=1e-5)


@given(tangles(), STRENGTHS, st.floats(0.01, 10))
def test_a_pull_evens_out_what_is_scored_beyond_the_likely(tangle, drawn, weight):
    n, duels = tangle
    towards = tuple((drawn * n)[:n])

    strengths = fit(duels, towards, pull=Pull(towards, weight), tolerance=1e-9)

    pulled = [weight * (x - y) for x, y in zip(strengths, towards, strict=True)]
    assert surplus(duels, strengths) == pytest.approx(pulled, abs=1e-5)


def test_a_pull_keeps_whoever_won_everything_at_hand():
    ahead, behind = fit([Duels(0, 1, 10, 10)], (0, 0), pull=Pull((0, 0), 0.01), tolerance=1e-9)

    assert 4 < ahead - behind < 8
    assert ahead + behind == pytest.approx(0)
