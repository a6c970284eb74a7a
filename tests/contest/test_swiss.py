from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.swiss import Swiss
from tests.contest.playing import as_ranked, at_random, entered, played_out


def tables_of(rounds):
    return [frozenset(table) for round_ in rounds for table in round_.tables]


def partitions(entrants, seats):
    """Every way to fill whole tables with all of them."""
    if not entrants:
        yield []
        return
    first, *others = entrants
    for mates in combinations(others, seats - 1):
        rest = [s for s in others if s not in mates]
        for tables in partitions(rest, seats):
            yield [frozenset((first, *mates)), *tables]


def test_the_first_round_folds_the_seeding():
    round_ = Swiss(3, 2, b"").next_round(entered(10), [])

    assert [sorted(table) for table in round_.tables] == [
        ["s01", "s04", "s07"],
        ["s02", "s05", "s08"],
        ["s03", "s06", "s09"],
    ]
    assert round_.byes == ("s10",)


def test_winners_meet_winners():
    swiss, entrants = Swiss(2, 3, b""), entered(8)

    rounds, _ = played_out(swiss, entrants, as_ranked(entrants))

    assert [{tuple(sorted(t)) for t in r.tables} for r in rounds] == [
        {("s01", "s05"), ("s02", "s06"), ("s03", "s07"), ("s04", "s08")},
        {("s01", "s02"), ("s03", "s04"), ("s05", "s06"), ("s07", "s08")},
        {("s01", "s03"), ("s02", "s04"), ("s05", "s07"), ("s06", "s08")},
    ]


@given(st.integers(4, 64), st.randoms(use_true_random=False))
def test_no_pair_meets_twice_in_nine_rounds(count, random):
    rounds, _ = played_out(Swiss(2, min(9, count // 2), b""), entered(count), at_random(random))

    tables = tables_of(rounds)
    assert len(set(tables)) == len(tables)


@pytest.mark.parametrize("count", [10, 11, 16, 25, 32])
def test_no_pair_meets_twice_in_half_as_many_rounds_as_entrants(count):
    swiss = Swiss(2, count // 2, b"")

    rounds, _ = played_out(swiss, entered(count), at_random(Random(count)))

    tables = tables_of(rounds)
    assert len(set(tables)) == len(tables)


@given(st.integers(3, 5), st.data(), st.randoms(use_true_random=False))
def test_no_larger_table_is_repeated(seats, data, random):
    count = data.draw(st.integers(2 * seats, 64))
    most = Swiss(seats, 1, b"").most_rounds(count)

    rounds, _ = played_out(Swiss(seats, min(7, most), b""), entered(count), at_random(random))

    tables = tables_of(rounds)
    assert len(set(tables)) == len(tables)


@given(st.integers(2, 4), st.data(), st.randoms(use_true_random=False))
def test_a_table_is_repeated_only_where_there_is_no_other_way(seats, data, random):
    entrants = entered(data.draw(st.integers(seats, 8)))
    swiss = Swiss(seats, Swiss(seats, 1, b"").most_rounds(len(entrants)), b"")

    rounds, _ = played_out(swiss, entrants, at_random(random))

    for count, round_ in enumerate(rounds):
        before, byes = {*tables_of(rounds[:count])}, {s for r in rounds[:count] for s in r.byes}
        repeated = len(before & {*tables_of([round_])})
        fewest = min(
            len(before.intersection(tables))
            for out in combinations(entrants, len(entrants) % seats)
            if byes.isdisjoint(out)
            for tables in partitions([s for s in entrants if s not in out], seats)
        )
        assert repeated == fewest


def test_byes_go_to_the_last_who_had_none():
    swiss, entrants = Swiss(2, 4, b""), entered(7)

    rounds, _ = played_out(swiss, entrants, as_ranked(entrants))

    assert [r.byes for r in rounds][:2] == [("s07",), ("s06",)]


@pytest.mark.parametrize(
    ("entrants", "seats", "most"),
    [(8, 2, 7), (7, 2, 6), (7, 4, 2), (9, 5, 2), (64, 5, 16), (5, 5, 4), (2, 2, 1)],
)
def test_nobody_needs_a_second_bye_in_so_many_rounds(entrants, seats, most):
    assert Swiss(seats, 1, b"").most_rounds(entrants) == most


def test_the_best_comes_out_on_top_of_64_in_six_rounds():
    entrants = entered(64)
    strengths = entrants[40:] + entrants[:40]

    swiss = Swiss(2, 6, b"")
    _, played = played_out(swiss, entrants, as_ranked(strengths))

    assert swiss.placings(entrants, played)[0].submission_id == strengths[0]


def test_neighbours_in_the_placings_meet():
    entrants = entered(64)
    swiss = Swiss(4, 4, b"")
    _, played = played_out(swiss, entrants, as_ranked(entrants[::-1]))
    places = {p.submission_id: p.place for p in swiss.placings(entrants, played[:3])}

    for block in played[3].tables:
        seated = [places[s] for s in block.lineup]
        assert max(seated) - min(seated) <= 16
