"""A comparison is settled by the blocks of two submissions, and then looks no further."""

from collections.abc import Sequence

import pytest

from arena.contest.sprt import Verdict
from arena.service.comparing import Comparison, checked_test, comparison_of, start_comparison
from arena.service.errors import InvalidArgument
from arena.service.tournament_records import Tournament, TournamentState

from . import contests
from .world import QUICK, World

TEST = checked_test(0, 100)


def begin(world: World, lineup: Sequence[str], blocks: int = 40) -> Tournament:
    new, old, *others = lineup
    return start_comparison(
        contests.operator(world),
        new,
        old,
        others,
        blocks,
        {},
        QUICK,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )


def compared(world: World, one: Tournament) -> Comparison:
    return comparison_of(one.tournament_id, TEST, open_unit=world.open_unit)


def play_block(world: World, one: Tournament, order: Sequence[str]) -> None:
    """Plays a block in which everybody comes in as in this order."""
    contests.play_round(world, one, lambda lineup: [-order.index(s) for s in lineup])
    contests.tick(world)


@pytest.mark.parametrize(("turned", "verdict"), [(1, Verdict.ELO1), (-1, Verdict.ELO0)])
def test_a_clear_difference_is_settled_and_stays_so(
    world: World, turned: int, verdict: Verdict
) -> None:
    lineup = world.connected(3)
    one = begin(world, lineup)
    assert compared(world, one) == Comparison(0, 0.0, Verdict.UNDECIDED, None, False)

    while not (found := compared(world, one)).over:
        play_block(world, one, lineup[::turned])
    play_block(world, one, lineup[::-turned])

    assert (found.verdict, compared(world, one)) == (verdict, found)
    assert found.blocks < 40
    assert found.difference is not None
    assert (found.difference.elo > 0) == (verdict is Verdict.ELO1)
    assert contests.found(world, one).state is TournamentState.RUNNING


def test_without_a_difference_it_ends_with_its_last_block(world: World) -> None:
    lineup = world.connected(3)
    one = begin(world, lineup, blocks=3)

    for number in range(3):
        assert not compared(world, one).over
        play_block(world, one, lineup if number % 2 else lineup[::-1])

    found = compared(world, one)
    assert (found.blocks, found.verdict, found.over) == (3, Verdict.UNDECIDED, True)
    assert all(len(view.tables) == 1 for view in contests.rounds_of(world, one))


def test_bounds_the_wrong_way_round_are_refused() -> None:
    for elo0, elo1 in ((10, 10), (10, 0), (0, float("nan"))):
        with pytest.raises(InvalidArgument, match="elo1"):
            checked_test(elo0, elo1)


def test_a_table_that_the_game_does_not_have_is_refused(world: World) -> None:
    with pytest.raises(InvalidArgument, match="seat_count"):
        begin(world, world.connected(2))
