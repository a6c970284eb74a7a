"""Whoever fails again and again is quarantined, probed, and comes back by itself."""

from collections.abc import Collection
from datetime import timedelta

import pytest

from arena.contest.conduct import FIRST_PAUSE, Conduct
from arena.service import conduct
from arena.service.errors import InvalidArgument, NotFound, WrongState
from arena.service.ratings import recompute
from arena.service.records import Block, BlockState, Ladder

from .world import World


def play(world: World, failing: Collection[str] = ()) -> Block | None:
    """Opens blocks, plays all matches, rates; returns a block if there was one."""
    world.schedule()
    matches = [match for match in world.all_matches() if not match.state.final]
    for match in matches:
        forfeits = [seat for seat, s in enumerate(match.lineup) if s in failing]
        world.end(match.match_id, [-sorted(match.lineup).index(s) for s in match.lineup], forfeits)
    for block_id in {match.block_id for match in matches if match.block_id}:
        world.rate(block_id)
    if not matches:
        return None
    with world.open_unit() as unit:
        return unit.blocks.get(matches[0].block_id or "")


def found(world: World, ladder: Ladder, submission_id: str) -> Conduct:
    with world.open_unit() as unit:
        fresh = Conduct(ladder.ladder_id, submission_id)
        known = unit.conducts.among(ladder.ladder_id, [submission_id])
        return known.get(submission_id, fresh)


def quarantined(world: World) -> tuple[list[str], Ladder]:
    """Returns three submissions, the first of them in quarantine, and their ladder."""
    trio = world.connected(3, capacity=99)
    ladder = world.ladder(trio, quarantine_after=2)
    for _ in range(2):
        play(world, failing=trio[:1])
    return trio, ladder


def test_failures_in_a_row_end_in_quarantine_with_the_first_fault_as_reason(world: World) -> None:
    trio, ladder = quarantined(world)

    conduct = found(world, ladder, trio[0])
    match_id = conduct.reason.rpartition("of ")[2].partition(",")[0]
    assert conduct.quarantined == world.now()
    assert conduct.reason.startswith("2 failures in a row; the last: timeout at ply 7 of match-")
    assert world.found(match_id).block_id is not None
    assert found(world, ladder, trio[1]) == Conduct(ladder.ladder_id, trio[1])
    assert play(world) is None, "two are left, a table takes three"


def test_a_block_without_failure_in_between_starts_the_count_again(world: World) -> None:
    trio = world.connected(3, capacity=99)
    ladder = world.ladder(trio, quarantine_after=2)

    for failing in (trio[:1], (), trio[:1]):
        play(world, failing)

    assert found(world, ladder, trio[0]).failures == 1
    assert found(world, ladder, trio[0]).quarantined is None


def test_a_failure_counts_once_though_its_block_is_rated_twice(world: World) -> None:
    trio = world.connected(3, capacity=99)
    ladder = world.ladder(trio, quarantine_after=2)
    block = play(world, failing=trio[:1])
    assert block is not None

    world.rate(block.block_id)

    assert found(world, ladder, trio[0]).failures == 1


def test_a_void_block_is_nobodys_failure(world: World) -> None:
    trio = world.connected(3, capacity=99)
    ladder = world.ladder(trio, quarantine_after=1)
    world.schedule()
    first, *rest = world.all_matches()
    world.void(first.match_id)
    for match in rest:
        world.end(match.match_id, [0, 0, 0], range(3))

    world.rate(first.block_id or "")

    assert all(found(world, ladder, s).failures == 0 for s in trio)


def test_a_probe_moves_no_rating_and_ends_the_quarantine(world: World) -> None:
    trio, ladder = quarantined(world)
    before = world.standings(ladder)
    world.later(FIRST_PAUSE)

    probe = play(world)

    assert probe is not None
    assert (probe.unrated, probe.state, probe.sequence) == (True, BlockState.COUNTED, None)
    assert world.standings(ladder) == before
    assert found(world, ladder, trio[0]) == Conduct(ladder.ladder_id, trio[0])
    after = play(world)
    assert after is not None
    assert after.state is BlockState.RATED
    assert recompute(ladder.ladder_id, open_unit=world.open_unit).complaints == ()


def test_a_probe_that_fails_waits_twice_as_long_for_the_next(world: World) -> None:
    trio, ladder = quarantined(world)

    for factor in (1, 2, 4):
        world.later(factor * FIRST_PAUSE - timedelta(seconds=1))
        assert play(world) is None
        world.later(timedelta(seconds=1))
        assert play(world, failing=trio[:1]) is not None

    assert found(world, ladder, trio[0]).failed_probes == 3


def test_one_probe_at_a_time(world: World) -> None:
    trio = world.connected(3, capacity=99)
    ladder = world.ladder(trio, backlog=9, quarantine_after=1)
    play(world, failing=trio[:1])
    world.later(FIRST_PAUSE)

    world.schedule()
    world.schedule()

    with world.open_unit() as unit:
        assert len(unit.blocks.open_lineups(ladder.ladder_id)) == 1


def test_an_operator_sets_and_lifts_a_quarantine(world: World) -> None:
    trio = world.connected(3, capacity=99)
    ladder = world.ladder(trio)
    where = (ladder.name, trio[0])

    conduct.quarantine(*where, "it floods", open_unit=world.open_unit, now=world.now)
    world.later(timedelta(days=1))
    assert play(world) is None, "there is no probe"
    assert [c.reason for c in conduct.quarantines_of(trio, open_unit=world.open_unit)] == [
        "it floods"
    ]

    conduct.lift_quarantine(*where, open_unit=world.open_unit)
    assert play(world) is not None
    assert conduct.quarantines_of(trio, open_unit=world.open_unit) == ()
    with pytest.raises(WrongState):
        conduct.lift_quarantine(*where, open_unit=world.open_unit)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "two\nlines"])
def test_a_quarantine_has_a_reason(world: World, reason: str) -> None:
    trio = world.connected(3)
    ladder = world.ladder(trio)

    with pytest.raises(InvalidArgument, match="reason"):
        conduct.quarantine(ladder.name, trio[0], reason, open_unit=world.open_unit, now=world.now)


def test_nobody_is_quarantined_who_is_not_on_the_ladder(world: World) -> None:
    ladder = world.ladder([])

    with pytest.raises(NotFound):
        conduct.quarantine(
            ladder.name, world.submission(), "why", open_unit=world.open_unit, now=world.now
        )
