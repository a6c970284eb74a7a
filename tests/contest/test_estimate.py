import math
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.estimate import estimate, superiority
from arena.contest.rating import expected
from arena.contest.scored_block import ScoredBlock

SEED = b"estimates"


def duel(one, other, score):
    return ScoredBlock((one, other), ((0.5, score), (1 - score, 0.5)))


def duels(one, other, won, lost, drawn=0):
    """Blocks of two in which `one` won, lost and drew so many."""
    return [duel(one, other, s) for s in [1.0] * won + [0.0] * lost + [0.5] * drawn]


def as_expected(ratings, lineup):
    """A block in which everybody scores exactly what the ratings make likely."""
    scores = tuple(tuple(expected(ratings[a], ratings[b]) for b in lineup) for a in lineup)
    return ScoredBlock(tuple(lineup), scores)


def season(ratings, seats, blocks, random):
    """Blocks of one match: the first in an exponential race wins, as the model has it."""
    log = []
    for _ in range(blocks):
        lineup = random.sample(sorted(ratings), seats)
        times = [random.expovariate(10 ** (ratings[s] / 400)) for s in lineup]
        scores = [[0.5 if a == b else float(a < b) for b in times] for a in times]
        log.append(ScoredBlock(tuple(lineup), tuple(map(tuple, scores))))
    return log


def rated(estimates):
    return {row.submission_id: row.rating for row in estimates.rows}


@pytest.mark.parametrize(
    ("won", "lost", "drawn", "ahead"),
    [
        (3, 1, 0, 190.8485),
        (1, 3, 0, -190.8485),
        (9, 1, 0, 381.697),
        (10, 1, 0, 400),
        (5, 5, 0, 0),
        (0, 0, 8, 0),
        (2, 0, 2, 190.8485),
        (99, 1, 0, 798.254),
        (9999, 1, 0, 1599.983),
    ],
)
def test_two_are_as_far_apart_as_their_duels_say(won, lost, drawn, ahead):
    ratings = rated(estimate(duels("a", "b", won, lost, drawn), seed=SEED, samples=40))

    assert ratings["a"] - ratings["b"] == pytest.approx(ahead, abs=5e-4)
    assert ratings["a"] + ratings["b"] == pytest.approx(3000)


@given(
    st.lists(st.floats(-400, 400), min_size=3, max_size=9),
    st.integers(2, 3),
    st.randoms(use_true_random=False),
)
def test_ratings_are_found_from_the_scores_they_make_likely(strengths, seats, random):
    mean = sum(strengths) / len(strengths)
    ratings = {f"s{i}": 1500 + x - mean for i, x in enumerate(strengths)}
    log = [as_expected(ratings, lineup) for lineup in combinations(ratings, seats)]

    estimates = estimate(random.sample(log, len(log)), seed=SEED, samples=40)

    assert rated(estimates) == pytest.approx(ratings, abs=1e-3)
    assert not estimates.apart


def test_a_long_chain_of_neighbours_is_rated_too():
    ratings = {f"s{i:02}": 1500 + 100 * (i - 29.5) for i in range(60)}
    chain = [
        as_expected(ratings, lineup) for lineup in zip(ratings, list(ratings)[1:], strict=False)
    ]

    assert rated(estimate(chain, seed=SEED, samples=40)) == pytest.approx(ratings, abs=1e-2)


def test_neither_the_order_of_the_blocks_nor_of_the_seats_moves_a_rating():
    log = season({"a": 0, "b": 50, "c": 100, "d": 300}, 3, 80, Random(1))
    turned = [
        ScoredBlock(b.lineup[::-1], tuple(row[::-1] for row in b.duel_scores[::-1])) for b in log
    ]

    assert rated(estimate(turned[::-1], seed=SEED)) == pytest.approx(
        rated(estimate(log, seed=SEED))
    )


def test_the_seed_decides_the_intervals_and_nothing_else():
    log = season({"a": 0, "b": 50, "c": 100}, 2, 80, Random(2))

    first, again, other = (estimate(log, seed=seed) for seed in (b"1", b"1", b"2"))

    assert again == first
    assert [replace(r, low=0, high=0, samples=()) for r in other.rows] == [
        replace(r, low=0, high=0, samples=()) for r in first.rows
    ]
    assert all(r.low != o.low for r, o in zip(first.rows, other.rows, strict=True))


def test_anchors_never_move():
    log = season({"a": 0, "b": 200, "c": 400, "d": 0}, 2, 300, Random(3))

    rows = {r.submission_id: r for r in estimate(log, seed=SEED, anchors={"b": 1000, "x": 1}).rows}

    assert (rows["b"].rating, rows["b"].low, rows["b"].high) == (1000, 1000, 1000)
    assert rows["c"].low < 1200 < rows["c"].high
    assert rows["a"].low < 800 < rows["a"].high


def test_one_anchor_shifts_all_ratings_alike():
    log = season({"a": 0, "b": 200, "c": 400}, 3, 100, Random(4))

    free, held = (rated(estimate(log, seed=SEED, anchors=a)) for a in ({}, {"b": 2000}))

    assert {s: r - free["b"] for s, r in free.items()} == pytest.approx(
        {s: r - 2000 for s, r in held.items()}, abs=1e-3
    )


def test_without_anchors_the_mean_is_the_centre():
    ratings = rated(estimate(duels("a", "b", 3, 1), seed=SEED, centre=1000))

    assert ratings["a"] + ratings["b"] == pytest.approx(2000)


def test_anchors_that_disagree_with_the_results_stay_all_the_same():
    log = duels("a", "b", 9, 1) + duels("a", "c", 5, 5) + duels("b", "c", 5, 5)

    ratings = rated(estimate(log, seed=SEED, anchors={"a": 1500, "b": 1500}))

    assert ratings == pytest.approx({"a": 1500, "b": 1500, "c": 1500})


@pytest.mark.parametrize(
    ("log", "anchors", "rows", "apart"),
    [
        ([], {}, "", ()),
        (duels("a", "b", 5, 0), {}, "", (("a",), ("b",))),
        (duels("a", "b", 5, 1), {}, "ab", ()),
        (duels("a", "b", 5, 0, 1), {}, "ab", ()),
        (duels("a", "b", 1, 1) + duels("c", "d", 9, 9), {}, "cd", (("a", "b"),)),
        (duels("a", "b", 1, 1) + duels("c", "d", 9, 9), {"a": 1}, "ab", (("c", "d"),)),
        (duels("a", "b", 1, 1) + duels("c", "d", 9, 9), {"a": 1, "c": 1}, "abcd", ()),
        (duels("a", "b", 2, 2) + duels("a", "c", 3, 0), {}, "ab", (("c",),)),
        (duels("a", "b", 2, 2) + duels("a", "c", 3, 0) + duels("c", "b", 1, 0), {}, "abc", ()),
        (duels("a", "b", 2, 0), {"b": 1}, "b", (("a",),)),
        (duels("a", "b", 2, 0), {"a": 1, "b": 1}, "ab", ()),
        (duels("a", "b", 2, 0) + duels("b", "c", 2, 0) + duels("c", "a", 2, 0), {}, "abc", ()),
    ],
)
def test_who_cannot_be_compared_is_named_and_not_rated(log, anchors, rows, apart):
    estimates = estimate(log, seed=SEED, anchors=anchors, samples=40)

    assert set(rated(estimates)) == set(rows)
    assert estimates.apart == apart


def test_whoever_won_everything_moves_nobody_else():
    log = duels("a", "b", 3, 1)

    beaten = estimate(log + duels("x", "a", 4, 0) + duels("x", "b", 9, 0), seed=SEED)

    assert rated(beaten) == pytest.approx(rated(estimate(log, seed=SEED)))


def test_an_interval_narrows_as_blocks_are_played():
    widths = []
    for blocks in (25, 100, 400):
        row = estimate(duels("a", "b", blocks, blocks), seed=SEED).rows[0]
        widths.append(row.high - row.low)

    assert widths[0] / widths[1] == pytest.approx(2, rel=0.25)
    assert widths[1] / widths[2] == pytest.approx(2, rel=0.25)


def test_the_interval_is_that_of_the_binomial_distribution():
    (best, _) = estimate(duels("a", "b", 200, 200), seed=SEED, anchors={"b": 1500}).rows

    error = 1.96 * math.sqrt(0.25 / 400) * 4 * 400 / math.log(10)
    assert best.high - best.low == pytest.approx(2 * error, rel=0.2)


def test_duels_of_one_block_are_not_taken_for_independent():
    """Four matches on one deal that go alike say no more than one match."""
    alike = season({"a": 0, "b": 0, "c": 0}, 3, 100, Random(5))
    more = season({"a": 0, "b": 0, "c": 0}, 3, 400, Random(6))

    (one, *_), (four, *_) = estimate(alike, seed=SEED).rows, estimate(more, seed=SEED).rows

    assert one.high - one.low > 1.5 * (four.high - four.low)


def test_a_few_blocks_give_no_interval():
    rows = estimate(duels("a", "b", 2, 2), seed=SEED).rows

    assert {(r.low, r.high) for r in rows} == {(-math.inf, math.inf)}
    assert superiority(*rows) == 0.5


def test_superiority_tells_how_likely_a_row_is_better_than_the_next():
    log = duels("a", "b", 60, 20) + duels("b", "c", 41, 39) + duels("c", "d", 30, 30)

    first, second, third, last = estimate(log, seed=SEED, anchors={"d": 1500}).rows

    assert superiority(first, second) > 0.999
    assert 0.5 < superiority(second, third) < 0.7
    assert superiority(third, last) == pytest.approx(0.5, abs=1e-6)
    assert superiority(third, second) == pytest.approx(1 - superiority(second, third))


def test_superiority_over_an_anchor_is_as_sure_as_the_results():
    log = duels("a", "b", 30, 30) + duels("a", "c", 40, 20)

    rows = {r.submission_id: r for r in estimate(log, seed=SEED, anchors={"b": 0, "c": 9}).rows}

    assert superiority(rows["c"], rows["b"]) == 1
    assert superiority(rows["b"], rows["c"]) == 0
    assert superiority(rows["b"], rows["b"]) == 0.5
    assert 0.5 < superiority(rows["a"], rows["c"]) < 1


def test_rows_are_in_the_order_of_their_ratings():
    log = season({f"s{i}": 40 * i for i in range(12)}, 4, 200, Random(7))

    estimates = estimate(log, seed=SEED)

    assert [r.rating for r in estimates.rows] == sorted(
        (r.rating for r in estimates.rows), reverse=True
    )
    assert sum(r.blocks for r in estimates.rows) == 4 * 200
    assert all(r.low < r.rating < r.high for r in estimates.rows)


def test_too_few_samples_are_refused():
    with pytest.raises(ValueError, match="39 samples"):
        estimate(duels("a", "b", 2, 2), seed=SEED, samples=39)


@pytest.mark.parametrize("centre", [1500.0, -10_000.0])
@pytest.mark.parametrize("anchor", [8_000.0, 10_000.0])
def test_an_anchor_may_be_as_far_from_the_centre_as_it_likes(anchor, centre):
    log = season(dict.fromkeys("abc", 0.0), 3, 60, Random(1))

    near = estimate(log, seed=SEED, anchors={"a": anchor}, centre=anchor, samples=40)
    far = estimate(log, seed=SEED, anchors={"a": anchor}, centre=centre, samples=40)

    assert rated(far) == pytest.approx(rated(near), abs=1e-3)


def test_anchors_may_be_as_far_from_each_other_as_they_like():
    anchors = {"a": 10_000.0, "d": -10_000.0, "e": -10_000.0, "f": -10_000.0}
    log = season(dict.fromkeys("abc", 0.0), 3, 60, Random(1))
    log += season(dict.fromkeys("defg", 0.0), 3, 60, Random(1))

    ratings = rated(estimate(log, seed=SEED, anchors=anchors, centre=-8_500.0, samples=40))

    assert [ratings[s] for s in "bc"] == pytest.approx([10_000] * 2, abs=200)
    assert ratings["g"] == pytest.approx(-10_000, abs=200)
