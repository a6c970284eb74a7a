from collections import Counter
from itertools import combinations

import pytest

from arena.contest.designs import balanced_tables
from arena.contest.round_robin import RoundRobin
from tests.contest.playing import as_ranked, entered, played_out


def meetings(tables):
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_any_two_meet_as_often_as_any_other_two(seats):
    for entrants in range(max(3, seats), 65):
        tables = [
            table
            for round_ in RoundRobin(seats, b"seed").schedule(entered(entrants))
            for table in round_.tables
        ]

        times = meetings(tables)
        assert len(times) == entrants * (entrants - 1) // 2
        assert max(times.values()) - min(times.values()) <= 1
        assert len(set(Counter(s for table in tables for s in table).values())) == 1
        assert len({frozenset(table) for table in tables}) == len(tables)


@pytest.mark.parametrize(
    ("entrants", "seats", "tables"),
    [
        (3, 3, 1),
        (4, 3, 4),
        (7, 3, 7),
        (9, 3, 12),
        (13, 3, 26),
        (15, 3, 35),
        (13, 4, 13),
        (21, 5, 21),
        (25, 5, 30),
        (11, 5, 11),
    ],
)
def test_the_plan_is_the_well_known_one_where_there_is_one(entrants, seats, tables):
    times = meetings(balanced_tables(entrants, seats))

    assert len(balanced_tables(entrants, seats)) == tables
    assert len(set(times.values())) == 1


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 3), (8, 7), (9, 9), (64, 63)])
def test_pairs_take_as_few_rounds_as_can_be(entrants, rounds):
    assert len(RoundRobin(2, b"").schedule(entered(entrants))) == rounds


def test_nine_at_tables_of_three_all_play_in_each_of_four_rounds():
    schedule = RoundRobin(3, b"").schedule(entered(9))

    assert [len(round_.tables) for round_ in schedule] == [3, 3, 3, 3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_order_of_strength_comes_out(seats):
    entrants = entered(12)
    strengths = entrants[::-1]

    held = RoundRobin(seats, b"")
    _, played = played_out(held, entrants, as_ranked(strengths))

    placed = [p.submission_id for p in held.placings(entrants, played)]
    assert placed[0] == strengths[0]
    assert placed[-1] == strengths[-1]
    if seats == 2:
        assert placed == [*strengths]


def test_where_no_plan_is_found_the_round_robin_is_refused():
    with pytest.raises(ValueError, match="no balanced tables of 9 for 19 entrants"):
        RoundRobin(9, b"").check(entered(19))
