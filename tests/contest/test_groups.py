from hypothesis import given
from hypothesis import strategies as st

from arena.contest.groups import groups
from arena.contest.scored_block import ScoredBlock


def won(one, other):
    return ScoredBlock((one, other), ((0.5, 1.0), (0.0, 0.5)))


def reached(start, wins):
    """Everybody whom `start` won something from, directly or over others."""
    found, new = {start}, {start}
    while new:
        new = {b for a, b in wins if a in new} - found
        found |= new
    return found


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=25))
def test_in_a_group_everybody_won_something_from_everybody(pairs):
    wins = [(a, b) for a, b in pairs if a != b]

    found = groups([won(a, b) for a, b in wins], ())

    assert sorted(s for group in found for s in group) == sorted({s for pair in wins for s in pair})
    for group in found:
        for member in group:
            to, fro = reached(member, wins), reached(member, [(b, a) for a, b in wins])
            assert to & fro == set(group)


def test_the_group_of_the_anchors_is_first_then_the_largest_and_most_played():
    log = [won("a", "b"), won("b", "a"), won("c", "d"), won("d", "c"), won("d", "c"), won("e", "a")]

    assert groups(log, ()) == [["c", "d"], ["a", "b"], ["e"]]
    assert groups(log, ("e", "absent")) == [["e"], ["c", "d"], ["a", "b"]]
    assert groups(log, ("e", "d")) == [["c", "d", "e"], ["a", "b"]]


def test_a_chain_of_ten_thousand_is_no_recursion():
    ring = [won(f"s{i}", f"s{(i + 1) % 10_000}") for i in range(10_000)]

    assert [len(group) for group in groups(ring, ())] == [10_000]
