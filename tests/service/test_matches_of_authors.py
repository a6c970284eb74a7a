"""An author has so many matches outside contests, and keeps nobody else's bots busy for long."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

import pytest

from arena.match.clock import Clock
from arena.service.errors import InvalidArgument, WrongState
from arena.service.house import house_submissions
from arena.service.matches import create_match
from arena.service.quotas import Quota
from arena.service.records import Author, Match, Role
from arena.service.terms import DEFAULT_CLOCK
from arena.storage import Database
from tests.storage.together import together

from .world import GAME, World

MOST = 3
SLOW = Clock(limit_ms=3_600_000, bank_ms=86_400_000, lag_ms=60_000, join_ms=3_600_000)


def asked(
    world: World,
    author: Author,
    lineup: Sequence[str],
    clock: Clock = DEFAULT_CLOCK,
    request_id: str = "",
) -> Match:
    return create_match(
        author,
        GAME,
        {},
        lineup,
        clock,
        request_id,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
        quota=Quota(matches=MOST),
    )


def trio(world: World, author: Author) -> list[str]:
    return [world.submission(author) for _ in range(3)]


def test_an_author_has_so_many_matches_until_one_is_over(world: World) -> None:
    ann, bob = world.author(), world.author()
    hers, his = trio(world, ann), trio(world, bob)
    made = [asked(world, ann, hers) for _ in range(MOST)]
    world.claim(made[0].match_id)

    with pytest.raises(
        WrongState, match=r"3 matches .*ARENA_AUTHOR_MATCHES\), and you have 3: wai"
    ):
        asked(world, ann, hers)
    assert len(world.all_matches()) == MOST
    asked(world, bob, his)

    world.void(made[0].match_id)
    asked(world, ann, hers)
    world.end(made[1].match_id, [3, 2, 1])
    asked(world, ann, hers)


def test_a_repeated_request_is_answered_at_the_limit(world: World) -> None:
    ann = world.author()
    hers, request_id = trio(world, ann), str(uuid4())
    first = asked(world, ann, hers, request_id=request_id)
    for _ in range(MOST - 1):
        asked(world, ann, hers)

    assert asked(world, ann, hers, request_id=request_id) == first


def test_matches_of_contests_and_of_operators_are_not_counted(world: World) -> None:
    ann, operator = world.author(), world.author(role=Role.OPERATOR)
    hers = trio(world, ann)
    world.ladder(hers)
    for submission_id in hers:
        world.relay.connect(submission_id, lambda *_: "", 8)
    world.schedule()

    for _ in range(MOST + 1):
        asked(world, operator, hers)
    for _ in range(MOST):
        asked(world, ann, hers)


def test_of_many_requests_at_once_as_many_are_taken_as_there_is_room_for(
    shared_database: Database,
) -> None:
    world = World(shared_database)
    ann = world.author()
    hers = trio(world, ann)

    def ask(_: int) -> bool:
        try:
            asked(world, ann, hers)
        except WrongState:
            return False
        return True

    assert sum(together(8, ask)) == MOST
    assert len(world.all_matches()) == MOST


@pytest.mark.parametrize(
    ("slower", "field"),
    [
        ({"limit_ms": 2_001}, "clock.limit"),
        ({"bank_ms": 10_001}, "clock.bank"),
        ({"lag_ms": 101}, "clock.lag_allowance"),
        ({"join_ms": 10_001}, "clock.join_limit"),
    ],
)
def test_a_slow_clock_is_refused_where_a_bot_of_somebody_else_sits(
    world: World, slower: dict[str, int], field: str
) -> None:
    ann = world.author()
    lineup = [*trio(world, ann)[:2], world.submission()]
    clock = replace(DEFAULT_CLOCK, **slower)

    with pytest.raises(InvalidArgument, match=r"at most .* ms where a bot of another") as refused:
        asked(world, ann, lineup, clock)

    assert refused.value.field == field
    asked(world, ann, lineup)
    asked(world, world.author(role=Role.OPERATOR), lineup, clock)


def test_a_slow_clock_is_for_ones_own_bots_and_house_bots(world: World) -> None:
    ann = world.author()
    house = house_submissions(GAME, 1, open_unit=world.open_unit, now=world.now)

    asked(world, ann, trio(world, ann), SLOW)
    asked(world, ann, [*trio(world, ann)[:2], *house], SLOW)
