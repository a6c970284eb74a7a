import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.score_counts import ScoreCounts
from arena.contest.sprt import Scale, Sprt, Verdict

LOGISTIC, NORMALISED = Scale.LOGISTIC, Scale.NORMALISED

COUNTS = st.integers(1, 5).flatmap(
    lambda matches: st.lists(
        st.integers(0, 300), min_size=2 * matches + 1, max_size=2 * matches + 1
    ).map(lambda counts: ScoreCounts(tuple(counts)))
)
BOUNDS = st.tuples(st.floats(-60, 60), st.floats(1, 60)).map(lambda b: (b[0], b[0] + b[1]))


@pytest.mark.parametrize(
    ("counts", "bounds", "scale", "llr"),
    [
        # Pentanomial counts and values from the tests of fastchess, which allow for one percent.
        # The clean sweep is 111.7976 to the last digits, by fishtest's formula, too.
        ((365, 16618, 36229, 16974, 390), (0, 2), NORMALISED, 2.25),
        ((127, 4883, 10712, 5150, 104), (-1.75, 0.25), NORMALISED, 3.01),
        ((0, 0, 0, 0, 5550), (0, 5), NORMALISED, 111.82),
        ((223, 9863, 21279, 10037, 246), (0.5, 2.5), LOGISTIC, -3.07),
        ((871, 26175, 55983, 26678, 821), (0, 2), LOGISTIC, -4.98),
        ((0, 0, 0), (0, 5), NORMALISED, 0),
    ],
)
def test_the_log_likelihood_ratio_is_as_published(counts, bounds, scale, llr):
    test = Sprt(*bounds, scale)

    assert test.llr(ScoreCounts(counts)) == pytest.approx(llr, rel=1e-3, abs=5e-3)


@pytest.mark.parametrize(
    ("counts", "bounds", "llr"),
    [
        ((365, 16618, 36229, 16974, 390), (0, 2), 2.2503677035),
        ((127, 4883, 10712, 5150, 104), (-1.75, 0.25), 3.0101542048),
        ((0, 0, 0, 0, 5550), (0, 5), 111.7975550867),
    ],
)
def test_and_as_another_program_has_it_to_more_digits(counts, bounds, llr):
    assert Sprt(*bounds).llr(ScoreCounts(counts)) == pytest.approx(llr, abs=1e-7)


def test_reversed_results_and_negated_bounds_negate_the_ratio():
    counts = (365, 16618, 36229, 16974, 390)

    there, back = Sprt(0, 2).llr(ScoreCounts(counts)), Sprt(-2, 0).llr(ScoreCounts(counts[::-1]))

    assert back == pytest.approx(-there, abs=1e-9)


def test_without_ties_it_is_the_ratio_of_two_coins():
    wins, losses, p = 90, 60, 1 / (1 + 10 ** (-50 / 400))

    by_hand = wins * math.log(p / 0.5) + losses * math.log((1 - p) / 0.5)

    counts = ScoreCounts((losses, 0, wins))
    assert Sprt(0, 50, LOGISTIC).llr(counts) == pytest.approx(by_hand, abs=1e-3)


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((0, 0, 0, 0, 5550), Verdict.ELO1),
        ((5550, 0, 0, 0, 0), Verdict.ELO0),
        ((0, 0, 20000, 0, 0), Verdict.ELO0),
        ((10, 20, 30, 20, 10), Verdict.UNDECIDED),
        ((0, 0, 0, 0, 0), Verdict.UNDECIDED),
    ],
)
def test_a_clear_case_stops(counts, verdict):
    assert Sprt(0, 5).verdict(ScoreCounts(counts)) is verdict


def test_the_bounds_follow_from_the_errors_allowed():
    assert Sprt(0, 5).upper == pytest.approx(2.944439, abs=5e-7)
    assert Sprt(0, 5).lower == pytest.approx(-2.944439, abs=5e-7)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.99))


@given(COUNTS, BOUNDS, st.sampled_from(Scale))
def test_the_other_side_sees_the_opposite(counts, bounds, scale):
    low, high = bounds
    mirrored = ScoreCounts(counts.counts[::-1])

    llr = Sprt(low, high, scale).llr(counts)

    assert Sprt(-high, -low, scale).llr(mirrored) == pytest.approx(-llr, rel=1e-5, abs=1e-4)


@given(COUNTS, BOUNDS, st.sampled_from(Scale))
def test_a_better_block_speaks_for_a_greater_difference(counts, bounds, scale):
    best = (*counts.counts[:-1], counts.counts[-1] + 100)
    worst = (counts.counts[0] + 100, *counts.counts[1:])
    test = Sprt(*bounds, scale)

    assert test.llr(ScoreCounts(best)) > test.llr(ScoreCounts(worst))


@given(COUNTS, st.sampled_from(Scale))
def test_the_ratio_is_finite_whatever_the_blocks(counts, scale):
    assert math.isfinite(Sprt(-20, 20, scale).llr(counts))


@given(COUNTS, st.floats(-1_000, 999), st.floats(1, 2_000))
def test_it_stays_so_with_bounds_as_far_out_as_comparisons_take_them(counts, elo0, ahead):
    assert math.isfinite(Sprt(elo0, min(1_000, elo0 + ahead), LOGISTIC).llr(counts))


def test_many_alike_matches_weigh_no_more_than_their_blocks():
    """Blocks of two whose matches always end alike are half as many independent matches."""
    single, alike = ScoreCounts((400, 0, 500)), ScoreCounts((400, 0, 0, 0, 500))

    assert Sprt(0, 30, LOGISTIC).llr(alike) == pytest.approx(
        Sprt(0, 30, LOGISTIC).llr(single), rel=1e-3
    )


def test_a_block_of_many_seats_is_tested_by_its_own_scores():
    random = Random(1)
    scores = [min(8, max(0, round(random.gauss(4.6, 1.5)))) / 8 for _ in range(400)]

    counts = ScoreCounts.of(scores, matches=4)

    assert Sprt(0, 20).verdict(counts) is Verdict.ELO1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"elo0": 5, "elo1": 5}, "less than"),
        ({"elo0": 5, "elo1": 0}, "less than"),
        ({"elo0": 0, "elo1": math.inf}, "less than"),
        ({"elo0": math.nan, "elo1": 1}, "less than"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "errors"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "errors"),
    ],
)
def test_a_test_that_cannot_be_is_refused(arguments, problem):
    with pytest.raises(ValueError, match=problem):
        Sprt(**arguments)


def test_normalised_bounds_out_of_reach_are_refused():
    with pytest.raises(ValueError, match="4 matches test up to 174 points, not 200"):
        Sprt(0, 200).llr(ScoreCounts.of([0.5], matches=4))
