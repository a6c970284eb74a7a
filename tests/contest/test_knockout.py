from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.knockout import Knockout
from arena.contest.scored_block import ScoredBlock
from tests.contest.playing import as_ranked, at_random, entered, played_out


def tables(round_):
    return {tuple(sorted(table)) for table in round_.tables}


def test_the_first_and_the_last_seeded_meet_and_the_best_two_in_the_final():
    rounds, _ = played_out(Knockout(2, 1, b""), entered(8), as_ranked(entered(8)))

    assert [tables(r) for r in rounds] == [
        {("s01", "s08"), ("s02", "s07"), ("s03", "s06"), ("s04", "s05")},
        {("s01", "s04"), ("s02", "s03")},
        {("s01", "s02")},
    ]


def test_the_best_two_of_four_go_on():
    rounds, _ = played_out(Knockout(4, 2, b""), entered(16), as_ranked(entered(16)))

    assert tables(rounds[0]) == {
        ("s01", "s08", "s09", "s16"),
        ("s02", "s07", "s10", "s15"),
        ("s03", "s06", "s11", "s14"),
        ("s04", "s05", "s12", "s13"),
    }
    assert tables(rounds[1]) == {("s01", "s04", "s05", "s08"), ("s02", "s03", "s06", "s07")}
    assert tables(rounds[2]) == {("s01", "s02", "s03", "s04")}


@pytest.mark.parametrize(
    ("entrants", "seats", "advancing", "shape"),
    [
        # Tables and byes of each round.
        (8, 2, 1, "4+0 2+0 1+0"),
        (5, 2, 1, "1+3 2+0 1+0"),
        (7, 2, 1, "3+1 2+0 1+0"),
        (33, 2, 1, "1+31 16+0 8+0 4+0 2+0 1+0"),
        (27, 3, 1, "9+0 3+0 1+0"),
        (6, 3, 1, "2+0 1+0"),
        (20, 5, 2, "4+0 2+0 1+0"),
        (7, 4, 2, "1+3 1+1 1+0"),
        (4, 4, 2, "1+0"),
    ],
)
def test_byes_are_where_they_matter_least(entrants, seats, advancing, shape):
    held = Knockout(seats, advancing, b"")

    rounds, _ = played_out(held, entered(entrants), as_ranked(entered(entrants)))

    assert " ".join(f"{len(r.tables)}+{len(r.byes)}" for r in rounds) == shape


def test_the_best_seeded_have_the_byes():
    rounds, _ = played_out(Knockout(2, 1, b""), entered(5), as_ranked(entered(5)))

    assert rounds[0].byes == ("s01", "s02", "s03")


def test_the_one_who_just_missed_it_with_most_points_goes_on_where_a_seat_would_be_empty():
    """Two tables of three have two winners; three are to be in the final."""

    def play(lineup):
        close = "s01" in lineup
        scores = (
            ((0.5, 0.6, 0.6), (0.4, 0.5, 0.6), (0.4, 0.4, 0.5))
            if close
            else ((0.5, 1.0, 1.0), (0.0, 0.5, 0.6), (0.0, 0.4, 0.5))
        )
        order = sorted(lineup)
        return ScoredBlock(
            lineup,
            tuple(tuple(scores[order.index(a)][order.index(b)] for b in lineup) for a in lineup),
        )

    rounds, _ = played_out(Knockout(3, 1, b""), entered(6), play)

    assert tables(rounds[0]) == {("s01", "s04", "s05"), ("s02", "s03", "s06")}
    assert tables(rounds[1]) == {("s01", "s02", "s04")}


def test_at_a_table_without_a_difference_the_better_seeded_goes_on():
    def play(lineup):
        return ScoredBlock(lineup, ((0.5,) * len(lineup),) * len(lineup))

    held = Knockout(2, 1, b"")
    _, played = played_out(held, entered(8), play)

    assert [p.submission_id for p in held.placings(entered(8), played)] == [*entered(8)]


@given(st.integers(2, 5), st.data(), st.randoms(use_true_random=False))
def test_each_round_leaves_fewer_and_the_last_is_one_table(seats, data, random):
    entrants = entered(data.draw(st.integers(max(3, seats), 64)))
    held = Knockout(seats, data.draw(st.integers(1, seats // 2)), b"")

    rounds, _ = played_out(held, entrants, at_random(random))

    left = [{*r.byes} | {s for t in r.tables for s in t} for r in rounds]
    assert left[0] == {*entrants}
    assert all(later < earlier for earlier, later in pairwise(left))
    assert (len(rounds[-1].tables), rounds[-1].byes) == (1, ())


@given(st.integers(2, 5), st.data(), st.randoms(use_true_random=False))
def test_whoever_is_among_the_best_of_a_table_goes_on(seats, data, random):
    entrants = entered(data.draw(st.integers(max(3, seats), 64)))
    held = Knockout(seats, data.draw(st.integers(1, seats // 2)), b"")

    rounds, played = played_out(held, entrants, at_random(random))

    for past, following in zip(played, rounds[1:], strict=False):
        left = {*following.byes} | {s for t in following.tables for s in t}
        assert {*past.byes} <= left
        for block in past.tables:
            best = sorted(block.points, reverse=True)[held.advancing - 1]
            ahead = {s for s, p in zip(block.lineup, block.points, strict=True) if p > best + 1e-9}
            assert ahead <= left
            assert len(left & {*block.lineup}) >= held.advancing


@given(st.integers(2, 5), st.integers(5, 40), st.randoms(use_true_random=False))
def test_placings_are_by_rounds_survived(seats, count, random):
    entrants = entered(count)
    held = Knockout(seats, 1, b"")
    rounds, played = played_out(held, entrants, at_random(random))

    reached = {
        s: max(i for i, r in enumerate(rounds) if s in {*r.byes, *sum(r.tables, ())})
        for s in entrants
    }

    placings = held.placings(entrants, played)
    assert {p.submission_id: p.points for p in placings} == reached
    assert [p.points for p in placings] == sorted((p.points for p in placings), reverse=True)
    assert {p.submission_id for p in placings[:seats]} == {*rounds[-1].tables[0]}
    assert placings[0].tie_breaks[0] == pytest.approx(max(played[-1].tables[0].points))
