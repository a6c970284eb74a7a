"""Matches go into the queue when their bots have room, again if they get lost, never in vain."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from arena.service.errors import Unavailable
from arena.service.ladders import join_ladder
from arena.service.records import AttemptEnd, Author, Ladder, MatchState, Role
from arena.service.scheduling import DISPATCHED_AT_ONCE, REDISPATCH, YIELDS

from .world import World, first_action


def of_veterans(world: World, submission_ids: Sequence[str]) -> Ladder:
    """Returns a ladder on which these have played."""
    ladder = world.ladder(submission_ids)
    with world.open_unit() as unit:
        known = unit.ladders.standings(ladder.ladder_id, submission_ids).values()
        unit.ladders.rate(ladder.ladder_id, [replace(one, blocks=5) for one in known], [])
    return ladder


def many(world: World, lineup: Sequence[str], count: int) -> list[str]:
    """Returns so many matches of this lineup that stand alone, younger than all others."""
    first = world.match(lineup)
    rest = [f"{first.match_id}-{number:04}" for number in range(1, count)]
    with world.open_unit() as unit:
        for match_id in rest:
            unit.matches.add(replace(first, match_id=match_id))
    return [first.match_id, *rest]


def test_a_match_is_put_into_the_queue_once(world: World) -> None:
    match = world.match(world.connected(3))

    assert world.dispatch() == [match.match_id]
    assert world.dispatch() == []


def test_a_match_that_nobody_took_is_put_there_again(world: World) -> None:
    match = world.match(world.connected(3))
    world.dispatch()

    world.later(REDISPATCH - timedelta(seconds=1))
    assert world.dispatch() == []

    world.later(timedelta(seconds=1))
    assert world.dispatch() == [match.match_id]


def test_the_first_block_of_a_newcomer_goes_first(world: World) -> None:
    veterans = world.connected(3, capacity=99)
    ladder = of_veterans(world, veterans)
    world.schedule()
    usual = [match.match_id for match in world.all_matches()]
    world.later(timedelta(seconds=1))
    newcomer = world.connected(1, capacity=99)[0]
    operator = Author("", "operator", Role.OPERATOR, world.now())
    join_ladder(operator, ladder.ladder_id, newcomer, open_unit=world.open_unit, now=world.now)
    world.schedule()
    urgent = [match.match_id for match in world.all_matches() if newcomer in match.lineup]
    sent = world.dispatch()

    assert (set(sent[:3]), set(sent[3:])) == (set(urgent), set(usual))
    assert set(world.queue.urgent) == set(urgent)


def test_a_match_that_runs_is_not(world: World) -> None:
    match = world.match(world.connected(3))
    world.dispatch()
    world.claim(match.match_id)

    world.later(REDISPATCH)

    assert world.dispatch() == []


@pytest.mark.parametrize(("capacity", "expected"), [(1, 1), (2, 2), (4, 4), (99, 5)])
def test_a_bot_gets_no_more_matches_than_it_has_room_for(
    world: World, capacity: int, expected: int
) -> None:
    busy = world.connected(1, capacity)[0]
    oldest = [world.match([busy, *world.connected(2)]).match_id for _ in range(5)]

    assert world.dispatch() == oldest[:expected]


def test_the_next_one_follows_when_one_has_ended(world: World) -> None:
    busy = world.connected(1, capacity=1)[0]
    first, second = (world.match([busy, *world.connected(2)]).match_id for _ in range(2))

    assert world.dispatch() == [first]
    world.end(first, [3, 2, 1])
    assert world.dispatch() == [second]


def test_two_at_once_do_not_give_away_the_last_place_twice(world: World) -> None:
    busy = world.connected(1, capacity=1)[0]
    for _ in range(6):
        world.match([busy, *world.connected(2)])

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(world.dispatch) for _ in range(4)]:
            done.result()

    assert len(world.queue.matches) == 1


def test_a_bot_that_is_away_gets_its_matches_one_by_one(world: World) -> None:
    away = world.submission()
    first, second = (world.match([away, *world.connected(2)]).match_id for _ in range(2))

    assert world.dispatch() == [first]
    assert world.dispatch() == []
    world.end(first, [3, 2, 1])
    assert world.dispatch() == [second]


def test_a_match_that_waits_does_not_hold_up_those_behind_it(world: World) -> None:
    busy = world.connected(1, capacity=1)[0]
    first = world.match([busy, *world.connected(2)]).match_id
    world.match([busy, *world.connected(2)])
    behind = world.match(world.connected(3)).match_id

    assert world.dispatch() == [first, behind]


def test_what_has_no_room_keeps_nobody_behind_it_out(world: World) -> None:
    away = [world.submission() for _ in range(3)]
    first = many(world, away, DISPATCHED_AT_ONCE + 1)[0]
    behind = world.match(world.connected(3)).match_id

    assert world.dispatch() == [first, behind]


def test_what_stands_alone_keeps_nothing_of_a_ladder_out(world: World) -> None:
    busy = world.connected(3)
    alone = [world.match(world.connected(3)).match_id for _ in range(2)]
    many(world, [world.submission() for _ in range(3)], DISPATCHED_AT_ONCE)
    world.later(timedelta(0))
    ladder = of_veterans(world, busy)
    world.schedule()

    sent = world.dispatch()

    assert [world.found(match_id).ladder_id for match_id in sent[:3]] == [ladder.ladder_id] * 3
    assert sent[3:5] == alone


def test_a_match_of_a_ladder_takes_the_last_place_before_one_that_stands_alone(
    world: World,
) -> None:
    busy = world.connected(3, capacity=1)
    alone = world.match(busy).match_id
    world.later(YIELDS - timedelta(seconds=1))
    ladder = of_veterans(world, busy)
    world.schedule()

    (sent,) = world.dispatch()

    assert world.found(sent).ladder_id == ladder.ladder_id
    world.end(sent, [3, 2, 1])
    assert alone not in world.dispatch()


def test_a_match_that_stands_alone_is_played_though_its_bots_are_always_on_a_ladder(
    world: World,
) -> None:
    busy = world.connected(3, capacity=1)
    of_veterans(world, busy)
    alone = world.match(busy).match_id
    world.later(YIELDS)
    world.schedule()

    assert world.dispatch() == [alone]


def test_a_match_that_was_given_back_goes_into_the_queue_at_once(world: World) -> None:
    match = world.match(world.connected(3))
    world.dispatch()
    claimed = world.claim(match.match_id)
    assert claimed is not None
    with world.open_unit() as unit:
        end = AttemptEnd.HANDED_BACK
        assert unit.matches.release(match.match_id, claimed.attempt, end, "", world.now())

    assert world.dispatch() == [match.match_id]


def test_a_queue_that_is_down_loses_nothing(world: World) -> None:
    ids = [world.match(world.connected(3)).match_id for _ in range(3)]
    world.queue.breaks_after = 1

    with pytest.raises(Unavailable):
        world.dispatch()

    world.queue.breaks_after = None
    assert world.queue.matches == ids[:1]
    assert world.dispatch() == ids[1:]
    assert all(world.found(match_id).state is MatchState.QUEUED for match_id in ids)


def test_who_comes_back_with_more_room_gets_more(world: World) -> None:
    away = world.submission()
    first, second, third = (world.match([away, *world.connected(2)]).match_id for _ in range(3))
    assert world.dispatch() == [first]

    world.relay.connect(away, first_action, capacity=3)

    assert world.dispatch() == [second, third]
