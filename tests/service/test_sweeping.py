"""What got lost is found: workers, queue entries, deadlines."""

from datetime import timedelta

from arena.match.outcome import outcome
from arena.service.leases import LEASE
from arena.service.matches import DEADLINE
from arena.service.playing import ATTEMPTS, dismiss
from arena.service.records import AttemptEnd, BlockState, MatchState
from arena.service.sweeping import Swept
from tests.asynchronous import asynchronous

from .world import World, told


def test_a_quiet_arena_has_nothing_to_sweep(world: World) -> None:
    running = world.match(world.connected(3))
    world.match(world.connected(3))
    world.claim(running.match_id)

    assert world.sweep() == Swept(0, 0, 0)


def test_a_match_whose_worker_is_lost_waits_for_another_one(world: World) -> None:
    match = world.match(world.connected(3))
    world.dispatch()
    world.claim(match.match_id)
    world.later(LEASE)

    assert world.sweep() == Swept(0, 1, 0)
    assert world.sweep() == Swept(0, 0, 0)

    assert world.found(match.match_id).state is MatchState.QUEUED
    (attempt,) = world.attempts(match.match_id)
    assert attempt.end is AttemptEnd.WORKER_LOST
    assert world.dispatch() == [match.match_id]


def test_a_match_that_loses_worker_after_worker_is_void(world: World) -> None:
    match = world.match(world.connected(3))
    for number in range(1, ATTEMPTS + 1):
        assert world.found(match.match_id).state is MatchState.QUEUED
        world.claim(match.match_id, f"worker-{number}")
        world.later(LEASE)
        swept = world.sweep()

    found = world.found(match.match_id)
    assert found.state is MatchState.VOID
    assert [one.match_id for one in swept.given_up] == [match.match_id]
    assert [a.end for a in world.attempts(match.match_id)] == [AttemptEnd.WORKER_LOST] * ATTEMPTS
    assert world.claim(match.match_id) is None


def test_a_match_past_its_deadline_is_void_whether_anybody_plays_it_or_not(world: World) -> None:
    waiting, running = (world.match(world.connected(3)) for _ in range(2))
    world.later(DEADLINE - timedelta(seconds=5))
    world.claim(running.match_id)
    world.later(timedelta(seconds=5))

    swept = world.sweep()

    assert (swept.overdue, swept.abandoned) == (2, 0)
    assert [one.match_id for one in swept.given_up] == [running.match_id], "the other had no bots"
    for match in (waiting, running):
        assert world.found(match.match_id).state is MatchState.VOID
        assert world.claim(match.match_id) is None
    (attempt,) = world.attempts(running.match_id)
    assert attempt.end is AttemptEnd.DEADLINE


def test_a_straggler_cannot_bring_back_what_was_swept(world: World) -> None:
    match = world.match(world.connected(3))
    late = world.claim(match.match_id)
    assert late is not None
    world.later(DEADLINE)
    world.sweep()

    with world.open_unit() as unit:
        assert not unit.matches.finish(
            match.match_id, late.attempt, outcome([1, 2, 3]), [], world.now()
        )
        assert not unit.matches.renew({match.match_id: late.attempt}, world.now(), world.now())
        end = AttemptEnd.HANDED_BACK
        assert not unit.matches.release(match.match_id, late.attempt, end, "", world.now())
    assert world.found(match.match_id).state is MatchState.VOID


def test_a_block_that_nobody_rated_is_found(world: World) -> None:
    world.ladder(world.connected(3))
    world.schedule()
    matches = world.all_matches()
    for match in matches[:-1]:
        world.end(match.match_id, [3, 2, 1])
    assert world.sweep().ripe == 0

    world.end(matches[-1].match_id, [3, 2, 1])

    assert world.sweep().ripe == 1
    assert world.queue.blocks == [matches[0].block_id]
    world.rate(world.queue.blocks[0])
    assert world.sweep().ripe == 0


def test_a_block_with_a_match_past_its_deadline_is_void_after_two_sweeps(world: World) -> None:
    world.ladder(world.connected(3))
    world.schedule()
    block_id = world.all_matches()[0].block_id
    assert block_id is not None
    world.later(DEADLINE)

    world.sweep()
    world.sweep()
    world.rate(block_id)

    with world.open_unit() as unit:
        assert unit.blocks.get(block_id).state is BlockState.VOID


@asynchronous
async def test_bots_of_a_match_that_nobody_plays_any_more_are_told() -> None:
    world = World()
    lineup = world.connected(3)
    world.relay.disconnect(lineup[2])
    match = world.match(lineup)

    await dismiss(match, relay=world.relay)

    assert [told(world, submission) for submission in lineup] == [[None], [None], []]
