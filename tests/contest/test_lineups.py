from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.lineups import Candidate, draw_lineups
from arena.games.dice import Dice


def ladder(size, authors=None):
    """Candidates with ratings ten points apart, the best last."""
    return [
        Candidate(f"s{i:05}", f"a{i % (authors or size)}", 1000 + 10 * i, blocks=0, room=2)
        for i in range(size)
    ]


def draw(candidates, seats, count=1, ply=0, *, same_author_allowed=False, fillers=()):
    return draw_lineups(
        candidates,
        seats,
        count,
        same_author_allowed=same_author_allowed,
        dice=Dice(b"lineups", ply),
        fillers=fillers,
    )


def season(candidates, seats, draws, *, backlog=4):
    """Plays draw after draw with everybody online; returns all lineups."""
    lineups, blocks = [], Counter()
    for number in range(draws):
        counted = [replace(c, blocks=blocks[c.submission_id]) for c in candidates]
        for lineup in draw(counted, seats, backlog, number):
            lineups.append(lineup)
            blocks.update(lineup)
    return lineups


def met(lineups):
    return {frozenset(pair) for lineup in lineups for pair in combinations(lineup, 2)}


@st.composite
def crowds(draw):
    """Candidates of any kind, few authors among them."""
    return [
        Candidate(
            f"s{number}",
            f"a{draw(st.integers(0, 4))}",
            draw(st.floats(-3000, 3000)),
            draw(st.integers(0, 5)),
            draw(st.integers(0, 3)),
            draw(st.integers(0, 2)),
        )
        for number in range(draw(st.integers(0, 20)))
    ]


SEATS, COUNTS, PLIES = st.integers(2, 5), st.integers(0, 12), st.integers(0, 99)


@pytest.mark.parametrize(("size", "seats", "draws"), [(12, 2, 60), (30, 4, 90), (100, 5, 200)])
def test_everybody_plays_about_as_much(size, seats, draws):
    candidates = ladder(size)

    blocks = Counter(s for lineup in season(candidates, seats, draws) for s in lineup)

    assert len(blocks) == size
    assert max(blocks.values()) <= 1.2 * min(blocks.values())


@pytest.mark.parametrize(("size", "seats", "draws"), [(12, 2, 200), (30, 4, 90), (60, 5, 200)])
def test_every_two_of_the_ten_best_meet(size, seats, draws):
    candidates = ladder(size)
    best = [c.submission_id for c in candidates[-10:]]

    meetings = met(season(candidates, seats, draws))

    assert {frozenset(pair) for pair in combinations(best, 2)} <= meetings


def test_on_a_long_ladder_the_first_does_not_meet_the_last():
    places = {c.submission_id: place for place, c in enumerate(ladder(200))}

    lineups = season(ladder(200), 3, 50)

    assert max(abs(places[a] - places[b]) for a, b in map(tuple, met(lineups))) <= 32


def test_chance_decides_who_sits_where():
    newcomer = ladder(6)[0].submission_id
    others = [replace(c, blocks=9) for c in ladder(6)[1:]]

    lineups = [draw([ladder(6)[0], *others], 3, ply=ply)[0] for ply in range(60)]

    seats = Counter(lineup.index(newcomer) for lineup in lineups)
    assert min(seats[seat] for seat in range(3)) >= 10


def test_the_fewest_blocks_go_first_and_those_under_way_count():
    candidates = [replace(c, blocks=9) for c in ladder(20)]
    candidates[3] = replace(candidates[3], blocks=1, open_blocks=6)
    candidates[7] = replace(candidates[7], blocks=6, open_blocks=0)
    candidates[11] = replace(candidates[11], blocks=5, open_blocks=3)
    candidates[15] = replace(candidates[15], blocks=0, open_blocks=10)

    (lineup,) = draw(candidates, 3)

    assert set(lineup) == {"s00003", "s00007", "s00011"}


def test_the_blocks_of_one_draw_are_spread():
    candidates = [replace(c, room=99) for c in ladder(20)]

    drawn = Counter(s for lineup in draw(candidates, 4, 100) for s in lineup)

    assert {drawn[c.submission_id] for c in candidates} <= {19, 20, 21}


@given(crowds(), SEATS, COUNTS, PLIES, st.booleans())
def test_a_draw_keeps_its_promises(candidates, seats, count, ply, same_author_allowed):
    by_id = {c.submission_id: c for c in candidates}

    lineups = draw(candidates, seats, count, ply, same_author_allowed=same_author_allowed)

    assert len(lineups) <= count
    for lineup in lineups:
        assert len(lineup) == len(set(lineup)) == seats
        if not same_author_allowed:
            assert len({by_id[s].author_id for s in lineup}) == seats
    for submission, drawn in Counter(s for lineup in lineups for s in lineup).items():
        assert drawn <= by_id[submission].room


@given(crowds(), SEATS, COUNTS, PLIES, st.booleans())
def test_a_draw_ends_early_only_when_no_table_can_be_filled(
    candidates, seats, count, ply, same_author_allowed
):
    lineups = draw(candidates, seats, count, ply, same_author_allowed=same_author_allowed)

    drawn = Counter(s for lineup in lineups for s in lineup)
    left = [c for c in candidates if c.room > drawn[c.submission_id]]
    parties = {c.submission_id if same_author_allowed else c.author_id for c in left}
    assert len(lineups) == count or len(parties) < seats


@given(crowds(), SEATS, COUNTS, PLIES)
def test_the_order_of_the_candidates_decides_nothing(candidates, seats, count, ply):
    mixed = Random(ply).sample(candidates, len(candidates))

    assert draw(mixed, seats, count, ply) == draw(candidates, seats, count, ply)


def test_other_dice_draw_other_lineups():
    assert len({draw(ladder(30), 3, 4, ply) for ply in range(20)}) == 20


def test_two_of_an_author_meet_only_if_they_may():
    siblings = ladder(4, authors=1)

    assert draw(siblings, 2) == ()
    assert len(draw(siblings, 2, 4, same_author_allowed=True)) == 4


def test_an_author_with_many_submissions_does_not_keep_others_apart():
    """The nearest are all of one author; whoever is further away still gets to the table."""
    crowd = [Candidate(f"s{i}", "prolific", 1500, 0, 1) for i in range(50)]
    others = [Candidate("high", "one", 2500, 0, 5), Candidate("low", "two", 500, 0, 5)]

    lineups = draw(crowd + others, 3, 5)

    assert len(lineups) == 5
    assert all({"high", "low"} < {*lineup} for lineup in lineups)


def test_ten_thousand_candidates_are_drawn_from():
    candidates = [replace(c, blocks=i % 7, room=1) for i, c in enumerate(ladder(10_000))]

    lineups = draw(candidates, 4, 10_000)

    assert len({s for lineup in lineups for s in lineup}) == 10_000


def test_the_uncertain_play_more_but_not_much():
    unsure, sure = ladder(40)[:20], ladder(40)[20:]
    candidates = [*(replace(c, uncertainty=500) for c in unsure), *sure]
    mixed = [replace(c, rating=1500 + i % 7) for i, c in enumerate(candidates)]

    blocks = Counter(s for lineup in season(mixed, 4, 200) for s in lineup)

    more = [blocks[c.submission_id] for c in unsure]
    less = [blocks[c.submission_id] for c in sure]
    assert min(more) > max(less)
    assert max(more) <= 1.2 * min(less)


def test_a_block_takes_one_of_several_numbers_of_seats():
    lineups = season(ladder(40), (2, 3, 5), 100)

    sizes = Counter(map(len, lineups))
    assert sizes.keys() == {2, 3, 5}
    assert min(sizes.values()) > 0.7 * max(sizes.values())


@given(crowds(), st.sets(SEATS, min_size=1), COUNTS, PLIES)
def test_a_draw_of_several_sizes_ends_early_only_when_the_smallest_cannot_be_filled(
    candidates, sizes, count, ply
):
    lineups = draw(candidates, tuple(sizes), count, ply)

    drawn = Counter(s for lineup in lineups for s in lineup)
    left = {c.author_id for c in candidates if c.room > drawn[c.submission_id]}
    assert {len(lineup) for lineup in lineups} <= sizes
    assert len(lineups) == count or len(left) < min(sizes)


def test_whoever_comes_first_gets_the_number_of_seats_it_has_had_least():
    newcomer = replace(ladder(6)[0], turns=(2, 1, 5))
    others = [replace(c, blocks=9) for c in ladder(6)[1:]]

    lineups = [draw([newcomer, *others], (2, 3, 5), ply=ply)[0] for ply in range(20)]

    assert {len(lineup) for lineup in lineups} == {3}


def test_everybody_sits_at_tables_of_every_size_about_as_often():
    candidates, blocks, turns = ladder(40), Counter(), {}
    for number in range(200):
        counted = [
            replace(c, blocks=blocks[c.submission_id], turns=tuple(turns.get(c.submission_id, ())))
            for c in candidates
        ]
        for lineup in draw(counted, (3, 4, 5), 4, number):
            blocks.update(lineup)
            for submission in lineup:
                turns.setdefault(submission, [0, 0, 0])[len(lineup) - 3] += 1

    assert all(min(had) > 0.6 * max(had) for had in turns.values())


def test_fillers_take_the_seats_for_which_nobody_is_there():
    (lineup,) = draw([replace(c, room=1) for c in ladder(2)], 4, fillers=("h1", "h2", "h3"))

    assert set(lineup) == {"s00000", "s00001", "h1", "h2"}


def test_fillers_do_not_sit_where_somebody_else_could():
    candidates = [replace(c, room=1) for c in ladder(4)]

    first, second = draw(candidates, (3, 5), 100, fillers=("h1", "h2"))

    assert len(first) == 3, "a small table of their own, not a large one with fillers"
    assert {"h1", "h2"}.isdisjoint(first)
    assert {"h1", "h2"} < set(second)


@given(crowds(), SEATS, COUNTS, PLIES)
def test_with_enough_fillers_nobody_with_room_is_left_out(candidates, seats, count, ply):
    fillers = tuple(f"h{number}" for number in range(seats - 1))

    lineups = draw(candidates, seats, count, ply, fillers=fillers)

    drawn = Counter(s for lineup in lineups for s in lineup)
    assert all(len(set(lineup)) == seats for lineup in lineups)
    assert all(not set(lineup) <= set(fillers) for lineup in lineups)
    assert len(lineups) == count or all(c.room == drawn[c.submission_id] for c in candidates)


def test_too_few_fillers_fill_no_table():
    assert draw(ladder(1), 4, fillers=("h1", "h2")) == ()
