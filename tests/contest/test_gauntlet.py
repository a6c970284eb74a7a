from collections import Counter
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from arena.contest.gauntlet import Gauntlet
from tests.contest.playing import as_ranked, entered, played_out


@given(st.integers(2, 5), st.data(), st.integers(1, 5))
def test_the_first_meets_all_others_equally_often(seats, data, count):
    entrants = entered(data.draw(st.integers(max(3, seats), 64)))

    rounds, _ = played_out(Gauntlet(seats, count, b"seed"), entrants, as_ranked(entrants))

    lineups = [lineup for round_ in rounds for lineup in round_.tables]
    tables = Counter(s for lineup in lineups for s in lineup)
    assert tables.pop(entrants[0]) == len(lineups)
    assert tables.keys() == {*entrants[1:]}
    assert max(tables.values()) - min(tables.values()) <= 1


@given(st.integers(2, 5), st.data(), st.integers(1, 8))
def test_no_table_is_repeated_before_all_have_been_played(seats, data, count):
    entrants = entered(data.draw(st.integers(max(3, seats), 12)))

    rounds, _ = played_out(Gauntlet(seats, count, b"seed"), entrants, as_ranked(entrants))

    times = Counter(frozenset(lineup) for round_ in rounds for lineup in round_.tables)
    possible = comb(len(entrants) - 1, seats - 1)
    assert max(times.values()) - (min(times.values()) if len(times) == possible else 0) <= 1


def test_a_round_is_as_few_tables_as_meet_everybody():
    rounds, _ = played_out(Gauntlet(4, 2, b"seed"), entered(11), as_ranked(entered(11)))

    assert [len(round_.tables) for round_ in rounds] == [4, 4]
