"""A ladder is estimated from its rated blocks, whoever is active now."""

import math

import pytest

from arena.service.estimating import LadderEstimates, estimate_ladder
from arena.service.records import Ladder

from .world import World


def play(world: World, ladder: Ladder, upsets: int, blocks: int) -> None:
    """Plays so many blocks; the first id of the alphabet wins, but in the first few the last."""
    for number in range(blocks):
        world.schedule()
        current = [match for match in world.all_matches() if not match.state.final]
        for match in current:
            ranked = sorted(match.lineup, reverse=number < upsets)
            world.end(match.match_id, [-ranked.index(s) for s in match.lineup])
        (block_id,) = {match.block_id for match in current}
        assert block_id is not None
        world.rate(block_id)
        world.later()


def estimates(world: World, ladder: Ladder) -> LadderEstimates:
    return estimate_ladder(ladder.name, open_unit=world.open_unit)


def test_whoever_wins_more_is_estimated_higher_and_so_again(world: World) -> None:
    trio = sorted(world.connected(3))
    ladder = world.ladder(trio)
    play(world, ladder, upsets=3, blocks=12)
    with world.open_unit() as unit:
        unit.ladders.leave(ladder.ladder_id, trio[0])

    found = estimates(world, ladder)

    assert found.blocks == 12
    assert [row.submission_id for row in found.estimates.rows] == trio
    assert found.names.keys() == set(trio)
    best, always_second, worst = found.estimates.rows
    assert best.low < best.rating < best.high
    assert always_second.rating == pytest.approx(1500)
    assert worst.low < worst.rating < worst.high
    assert all(row.blocks == 12 for row in found.estimates.rows)
    assert sum(row.rating for row in found.estimates.rows) == pytest.approx(3 * 1500)
    assert estimates(world, ladder) == found


def test_few_blocks_bound_nothing_and_clean_sweeps_are_apart(world: World) -> None:
    trio = world.connected(3)
    ladder = world.ladder(trio)
    assert estimates(world, ladder).estimates.rows == ()
    play(world, ladder, upsets=0, blocks=1)

    swept = estimates(world, ladder)
    play(world, ladder, upsets=1, blocks=1)
    even = estimates(world, ladder)

    assert (swept.estimates.rows, len(swept.estimates.apart)) == ((), 3)
    assert even.estimates.apart == ()
    assert {row.low for row in even.estimates.rows} == {-math.inf}


def test_an_open_or_void_block_says_nothing(world: World) -> None:
    ladder = world.ladder(world.connected(3))
    world.schedule()
    first, *_ = world.all_matches()
    assert estimates(world, ladder).blocks == 0

    for match in world.all_matches():
        world.void(match.match_id)
    assert first.block_id is not None
    world.rate(first.block_id)

    assert estimates(world, ladder).blocks == 0
