"""Hosted submissions that nobody runs are queued for the machines that could, but not for ever."""

from datetime import timedelta

import pytest

from arena.service.hosted import REDISPATCH, dispatch_hosting
from arena.service.hosting_records import Hosted, HostedState
from arena.service.naming import new_id
from arena.service.records import Submission, SubmissionKind
from tests.service.world import World

SECOND = timedelta(seconds=1)


def upload(world: World) -> str:
    """Returns a hosted submission that has yet to be checked, younger than those before it."""
    world.later(timedelta())
    with world.open_unit() as unit:
        bot_id = unit.submissions.get(world.submission()).bot_id
        submission = Submission(new_id("sub"), bot_id, 0, SubmissionKind.HOSTED, world.now())
        unit.submissions.add(submission)
        unit.hosted.add(
            Hosted(submission.submission_id, HostedState.CHECKING, (3,), 64, "c0ffee"), b""
        )
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
