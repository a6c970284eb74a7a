"""What every format of tournament promises."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contest.gauntlet import Gauntlet
from arena.contest.knockout import Knockout
from arena.contest.round_robin import RoundRobin
from arena.contest.scored_block import ScoredBlock
from arena.contest.swiss import Swiss
from arena.contest.tournament import PlayedRound, placings_by_points
from tests.contest.playing import as_ranked, at_random, entered, played_out

SEATS = st.integers(2, 5)


@st.composite
def tournaments(draw, seed=b"tournament"):
    """A format, and entrants that it admits."""
    seats = draw(SEATS)
    entrants = entered(draw(st.integers(max(3, seats), 64)))
    match draw(st.sampled_from(["round robin", "swiss", "knockout", "gauntlet"])):
        case "round robin":
            return RoundRobin(seats, seed), entrants
        case "swiss":
            rounds = draw(st.integers(1, min(7, Swiss(seats, 1, seed).most_rounds(len(entrants)))))
            return Swiss(seats, rounds, seed), entrants
        case "knockout":
            return Knockout(seats, draw(st.integers(1, seats // 2)), seed), entrants
        case "gauntlet":
            return Gauntlet(seats, draw(st.integers(1, 4)), seed), entrants


@given(tournaments(), st.randoms(use_true_random=False))
def test_every_round_seats_whole_tables_of_entrants(tournament, random):
    held, entrants = tournament

    rounds, _ = played_out(held, entrants, at_random(random))

    assert rounds
    for round_ in rounds:
        assert round_.tables
        for lineup in round_.tables:
            assert len(lineup) == len(set(lineup)) == held.seats
        seated = [s for lineup in round_.tables for s in lineup]
        assert {*seated, *round_.byes} <= {*entrants}
        assert not {*seated} & {*round_.byes}
        if not isinstance(held, Gauntlet):
            assert len(seated) == len(set(seated))


@given(tournaments(), st.randoms(use_true_random=False))
def test_nobody_has_two_byes(tournament, random):
    held, entrants = tournament

    rounds, _ = played_out(held, entrants, at_random(random))

    byes = Counter(s for round_ in rounds for s in round_.byes)
    assert max(byes.values(), default=0) <= 1


@given(tournaments(), st.randoms(use_true_random=False))
def test_a_tournament_can_go_on_from_any_round(tournament, random):
    """Nothing but the entrants and the rounds played decides what comes next."""
    held, entrants = tournament
    rounds, played = played_out(held, entrants, at_random(random))

    for count, round_ in enumerate(rounds):
        past = [PlayedRound(p.tables[::-1], p.byes[::-1]) for p in played[:count]]
        assert held.next_round(entrants, past) == round_
    assert held.next_round(entrants, played) is None


@pytest.mark.parametrize(
    "held",
    [
        lambda seed: RoundRobin(4, seed),
        lambda seed: Swiss(4, 3, seed),
        lambda seed: Knockout(4, 2, seed),
        lambda seed: Gauntlet(4, 2, seed),
    ],
)
def test_the_seed_decides_who_sits_where(held):
    firsts = {held(b"%d" % seed).next_round(entered(20), []) for seed in (1, 1, 2, 3)}

    assert len(firsts) == 3


@given(tournaments(), st.randoms(use_true_random=False))
def test_placings_name_every_entrant_once_at_any_time(tournament, random):
    held, entrants = tournament
    _, played = played_out(held, entrants, at_random(random))

    for count in range(len(played) + 1):
        placings = held.placings(entrants, played[:count])
        assert sorted(p.submission_id for p in placings) == sorted(entrants)
        assert [p.place for p in placings] == list(range(1, len(entrants) + 1))


@given(tournaments())
def test_before_the_first_round_the_seeding_places(tournament):
    held, entrants = tournament

    assert [p.submission_id for p in held.placings(entrants, [])] == [*entrants]


@given(tournaments(), st.randoms(use_true_random=False))
def test_whoever_beats_everybody_is_nobodys_second(tournament, random):
    held, entrants = tournament
    best, *others = random.sample(entrants, len(entrants))

    _, played = played_out(held, entrants, as_ranked([best, *others]))

    placings = {p.submission_id: p for p in held.placings(entrants, played)}
    if isinstance(held, Knockout):
        assert placings[best].place == 1
    else:
        assert placings[best].points == placings[best].tables
        assert placings[best].tables or len(played) == 1


@pytest.mark.parametrize(
    "held", [RoundRobin(3, b""), Swiss(3, 1, b""), Knockout(3, 1, b""), Gauntlet(3, 1, b"")]
)
@pytest.mark.parametrize(
    ("entrants", "problem"),
    [
        ((), "0 entrants do not fill a table of 3"),
        (("a", "b"), "2 entrants do not fill a table of 3"),
        (("a", "b", "c", "b"), "entered more than once: b"),
    ],
)
def test_who_cannot_play_is_refused_before_the_start(held, entrants, problem):
    with pytest.raises(ValueError, match=problem):
        held.check(entrants)


@pytest.mark.parametrize(
    ("held", "problem"),
    [
        (RoundRobin(1, b""), "two seats or more, not 1"),
        (Swiss(4, 4, b""), "7 entrants at tables of 4 play 1 to 2 rounds, not 4"),
        (Swiss(2, 0, b""), "1 to 6 rounds, not 0"),
        (Knockout(4, 0, b""), "at most half of 4 go on, not 0"),
        (Knockout(5, 3, b""), "at most half of 5 go on, not 3"),
        (Gauntlet(2, 0, b""), "one round or more, not 0"),
    ],
)
def test_a_format_that_cannot_be_is_refused_before_the_start(held, problem):
    with pytest.raises(ValueError, match=problem):
        held.check(entered(7))


def block(lineup, *rows):
    return ScoredBlock(tuple(lineup), tuple(map(tuple, rows)))


def test_points_are_counted_per_table_and_a_bye_is_a_table_won():
    played = [
        PlayedRound((block("ab", (0.5, 0.75), (0.25, 0.5)),), ("c",)),
        PlayedRound((block("ac", (0.5, 0.75), (0.25, 0.5)),), ("b",)),
    ]

    placings = placings_by_points("abc", played)

    assert [(p.submission_id, p.tables, p.points) for p in placings] == [
        ("a", 2, 1.5),
        ("b", 2, 1.25),
        ("c", 2, 1.25),
    ]


def won(one, other):
    return block(one + other, (0.5, 1.0), (0.0, 0.5))


@pytest.mark.parametrize(
    ("results", "order"),
    [
        # Both a and b won once: b against one who is not the last.
        ("ax by yz", "bayxz"),
        # All of a, b and z won one and lost one against x and y: b against the better.
        ("xa ay bx yb xz zy", "xbazy"),
        ("", "abxyz"),
    ],
)
def test_ties_go_to_the_stronger_opposition_then_to_whom_was_beaten_then_to_the_seeding(
    results, order
):
    played = [PlayedRound(tuple(won(*result) for result in results.split()))]

    assert [p.submission_id for p in placings_by_points("abxyz", played)] == [*order]


def test_thirds_that_do_not_add_up_break_no_tie():
    third = 1 / 3
    thrice = [PlayedRound((block("ax", (0.5, third), (1 - third, 0.5)),))] * 3
    once = [PlayedRound((block("bx", (0.5, s), (1 - s, 0.5)),)) for s in (0.0, 0.9, 0.1)]

    placings = placings_by_points("bax", [*thrice, *once])

    assert [p.submission_id for p in placings] == ["x", "b", "a"]
