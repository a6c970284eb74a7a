"""Ladders are kept supplied with blocks: enough, once, and only for bots that can play."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from arena.contest.blocks import rotations
from arena.service.bots import retire_submission
from arena.service.ladders import join_ladder, leave_ladder, pause_ladder
from arena.service.records import Author, Ladder, Match, Role

from .world import World

OPERATOR = Author("", "operator", Role.OPERATOR, World().now())


def blocks(world: World, ladder: Ladder) -> dict[str, list[Match]]:
    """Returns the matches of every block of a ladder."""
    found: dict[str, list[Match]] = {}
    for match in world.all_matches():
        if match.ladder_id == ladder.ladder_id and match.block_id is not None:
            found.setdefault(match.block_id, []).append(match)
    return found


def test_a_block_seats_everybody_everywhere_on_one_seed(world: World) -> None:
    ladder = world.ladder(world.connected(3))

    world.schedule()

    (matches,) = blocks(world, ladder).values()
    assert [match.place for match in matches] == [0, 1, 2]
    assert [match.lineup for match in matches] == list(rotations(matches[0].lineup))
    assert len({match.seed for match in matches}) == 1
    assert len(matches[0].seed) == 32
    assert all(match.terms == ladder.terms for match in matches)


def test_the_backlog_is_filled_and_not_more(world: World) -> None:
    ladder = world.ladder(world.connected(5, capacity=50), backlog=4)

    world.schedule()
    world.schedule()

    assert len(blocks(world, ladder)) == 4


def test_two_ticks_at_once_fill_the_backlog_once(world: World) -> None:
    ladder = world.ladder(world.connected(5, capacity=50), backlog=4)

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(world.schedule) for _ in range(4)]:
            done.result()

    assert len(blocks(world, ladder)) == 4


@pytest.mark.parametrize(
    ("capacity", "expected"), [(1, 1), (3, 1), (5, 1), (6, 2), (9, 3), (100, 7)]
)
def test_a_bot_gets_no_more_blocks_than_it_has_room_for(
    world: World, capacity: int, expected: int
) -> None:
    ladder = world.ladder(world.connected(3, capacity), backlog=7)

    world.schedule()

    assert len(blocks(world, ladder)) == expected


def test_a_bot_that_is_away_or_leaves_is_not_scheduled(world: World) -> None:
    here, away, going = world.connected(3), world.connected(1)[0], world.connected(1)[0]
    world.relay.disconnect(away)
    world.relay.connect(going, lambda *_: "", capacity=0)  # it said goodbye
    ladder = world.ladder([*here, away, going], backlog=9)

    world.schedule()

    seated = {s for matches in blocks(world, ladder).values() for s in matches[0].lineup}
    assert seated == set(here)


def test_nobody_is_scheduled_who_left_the_ladder_or_is_retired(world: World) -> None:
    here, leaver, retired = world.connected(3), *world.connected(2)
    ladder = world.ladder([*here, leaver, retired], backlog=9)
    leave_ladder(OPERATOR, ladder.ladder_id, leaver, open_unit=world.open_unit)
    retire_submission(OPERATOR, retired, open_unit=world.open_unit)

    world.schedule()

    seated = {s for matches in blocks(world, ladder).values() for s in matches[0].lineup}
    assert seated == set(here)


def test_an_author_never_sits_twice_at_a_table(world: World) -> None:
    prolific = world.author()
    many = [world.submission(prolific) for _ in range(4)]
    for submission_id in many:
        world.relay.connect(submission_id, lambda *_: "", capacity=50)
    others = world.connected(2, capacity=50)
    ladder = world.ladder([*many, *others], backlog=8)

    world.schedule()

    lineups = [matches[0].lineup for matches in blocks(world, ladder).values()]
    assert len(lineups) == 8
    assert all(sum(s in many for s in lineup) == 1 for lineup in lineups)


def test_no_table_is_opened_that_cannot_be_filled(world: World) -> None:
    ladder = world.ladder(world.connected(2))

    world.schedule()

    assert blocks(world, ladder) == {}


def test_whoever_has_not_played_yet_does_not_wait_for_the_backlog(world: World) -> None:
    ladder = world.ladder(world.connected(3, capacity=99), backlog=2)
    world.schedule()
    assert len(blocks(world, ladder)) == 2
    newcomer = world.connected(1, capacity=99)[0]
    join_ladder(OPERATOR, ladder.ladder_id, newcomer, open_unit=world.open_unit, now=world.now)

    world.schedule()
    world.schedule()

    lineups = [matches[0].lineup for matches in blocks(world, ladder).values()]
    assert sorted(newcomer in lineup for lineup in lineups) == [False, False, True]


def test_many_newcomers_find_the_backlog_twice_as_long_and_no_longer(world: World) -> None:
    ladder = world.ladder(world.connected(3, capacity=99), backlog=2)
    world.schedule()
    for newcomer in world.connected(30, capacity=99):
        join_ladder(OPERATOR, ladder.ladder_id, newcomer, open_unit=world.open_unit, now=world.now)

    world.schedule()
    world.schedule()

    assert len(blocks(world, ladder)) == 4


def test_a_paused_ladder_gets_no_blocks_until_it_goes_on(world: World) -> None:
    ladder = world.ladder(world.connected(3))
    pause_ladder(ladder.ladder_id, True, open_unit=world.open_unit)

    world.schedule()
    assert blocks(world, ladder) == {}

    pause_ladder(ladder.ladder_id, False, open_unit=world.open_unit)
    world.schedule()
    assert len(blocks(world, ladder)) == 1
