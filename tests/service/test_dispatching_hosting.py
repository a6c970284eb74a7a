"""Hosted submissions that nobody runs are queued for the machines that could, but not for ever."""

from datetime import timedelta

import pytest

from arena.service.hosted import REDISPATCH, dispatch_hosting
from arena.service.hosting_records import Hosted, HostedState
from arena.service.naming import new_id
from arena.service.records import Submission, SubmissionKind
from arena.service.scheduling import STARTING
from tests.service.world import World

SECOND = timedelta(seconds=1)


def upload(world: World, state: HostedState = HostedState.CHECKING) -> str:
    """Returns a hosted submission that is younger than those before it."""
    world.later(timedelta())
    with world.open_unit() as unit:
        bot_id = unit.submissions.get(world.submission()).bot_id
        submission = Submission(new_id("sub"), bot_id, 0, SubmissionKind.HOSTED, world.now())
        unit.submissions.add(submission)
        unit.hosted.add(Hosted(submission.submission_id, state, (3,), 64, "c0ffee"), b"")
    return submission.submission_id


def dispatch(world: World) -> None:
    dispatch_hosting(open_unit=world.open_unit, queue=world.queue, now=world.now)


@pytest.fixture
def world() -> World:
    return World()


def test_where_nobody_takes_them_they_are_queued_once(world: World) -> None:
    waiting = [upload(world) for _ in range(3)]

    for _ in range(60):
        dispatch(world)
        world.later(SECOND)

    assert world.queue.hosted == waiting


def test_who_found_no_room_is_queued_again_after_a_while(world: World) -> None:
    waiting = [upload(world)]

    dispatch(world)
    world.queue.hosted.clear()  # a machine took it from the queue, and had no room
    dispatch(world)
    too_early = list(world.queue.hosted)
    world.later(REDISPATCH)
    dispatch(world)

    assert too_early == []
    assert world.queue.hosted == waiting


def test_who_came_while_others_waited_is_queued_as_soon_as_they_are_taken(world: World) -> None:
    first = upload(world)
    dispatch(world)
    second = upload(world)
    world.later(REDISPATCH)

    dispatch(world)
    meanwhile = list(world.queue.hosted)
    world.queue.hosted.clear()
    dispatch(world)

    assert meanwhile == [first]
    assert world.queue.hosted == [first, second]


def test_the_matches_of_who_was_retired_wait_until_it_is_run(world: World) -> None:
    mine = upload(world, HostedState.ACTIVE)
    match = world.match([mine, *world.connected(2)])
    with world.open_unit() as unit:
        unit.submissions.retire(mine)
    world.later(STARTING)

    dispatch(world)
    nobody_runs_it = world.dispatch()
    with world.open_unit() as unit:
        assert unit.hosted.claim(mine, "worker", "hash", world.now(), world.now() + STARTING)

    assert world.queue.hosted == [mine]
    assert nobody_runs_it == []
    assert world.dispatch() == [match.match_id]
