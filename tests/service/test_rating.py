"""A block moves ratings once, by known amounts, and they can be proved from the results."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from arena.service.ratings import recompute
from arena.service.records import BlockState, Ladder, Standing
from arena.storage import Database

from .world import World

STRONG, MIDDLE, WEAK = range(3)


@pytest.fixture
def trio(world: World) -> list[str]:
    """The submissions of a ladder, the strongest first."""
    return world.connected(3, capacity=99)


@pytest.fixture
def ladder(world: World, trio: list[str]) -> Ladder:
    return world.ladder(trio)


def block(world: World, trio: list[str], scores: tuple[int, int, int] = (30, 20, 10)) -> str:
    """Plays a block in which everybody scores the same in all matches; returns its id."""
    world.schedule()
    matches = [match for match in world.all_matches() if not match.state.final]
    for match in matches:
        world.end(match.match_id, [scores[trio.index(s)] for s in match.lineup])
    block_id = matches[0].block_id
    assert block_id is not None
    return block_id


def ratings(world: World, ladder: Ladder, trio: list[str]) -> list[float]:
    found = world.standings(ladder)
    return [found[submission_id] for submission_id in trio]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((30, 20, 10), [1516.0, 1500.0, 1484.0]),  # two duels of K/2 = 16 each, half of it to win
        ((30, 30, 10), [1508.0, 1508.0, 1484.0]),
        ((30, 10, 10), [1516.0, 1492.0, 1492.0]),
        ((7, 7, 7), [1500.0, 1500.0, 1500.0]),
        ((-3, -2, -1), [1484.0, 1500.0, 1516.0]),
    ],
)
def test_equals_win_and_lose_known_amounts(
    world: World,
    ladder: Ladder,
    trio: list[str],
    scores: tuple[int, int, int],
    expected: list[float],
) -> None:
    world.rate(block(world, trio, scores))

    assert ratings(world, ladder, trio) == pytest.approx(expected, abs=1e-9)


def test_the_next_block_starts_from_what_the_one_before_gave(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    for _ in range(2):
        world.rate(block(world, trio))

    near, far = 1 / (1 + 10 ** (-16 / 400)), 1 / (1 + 10 ** (-32 / 400))
    won = 16 * ((1 - near) + (1 - far))
    assert ratings(world, ladder, trio) == pytest.approx([1516 + won, 1500.0, 1484 - won], abs=1e-9)


def test_a_block_is_rated_once_though_many_ask_at_once(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    block_id = block(world, trio)

    with ThreadPoolExecutor(5) as threads:
        ladder_ids = list(threads.map(world.rate, [block_id] * 5))
    world.rate(block_id)

    assert ladder_ids == [ladder.ladder_id] * 5
    assert ratings(world, ladder, trio) == pytest.approx([1516.0, 1500.0, 1484.0])
    with world.open_unit() as unit:
        changes = list(unit.ladders.all_changes(ladder.ladder_id))
        rated = unit.blocks.get(block_id)
        assert unit.ladders.get(ladder.ladder_id).rated_blocks == 1
    assert {c.submission_id: c.after - c.before for c in changes} == pytest.approx(
        dict(zip(trio, (16.0, 0.0, -16.0), strict=True))
    )
    assert (rated.state, rated.sequence) == (BlockState.RATED, 1)


def test_a_block_whose_matches_are_not_all_over_is_not_rated(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    world.schedule()
    first, *_ = world.all_matches()
    world.end(first.match_id, [3, 2, 1])

    assert first.block_id is not None
    assert world.rate(first.block_id) == ladder.ladder_id

    assert ratings(world, ladder, trio) == [1500.0] * 3
    with world.open_unit() as unit:
        assert unit.blocks.get(first.block_id).state is BlockState.OPEN


def test_a_block_with_a_void_match_moves_nothing(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    world.schedule()
    first, *others = world.all_matches()
    world.void(first.match_id)
    for match in others:
        world.end(match.match_id, [3, 2, 1])
    assert first.block_id is not None

    world.rate(first.block_id)
    world.rate(first.block_id)

    assert ratings(world, ladder, trio) == [1500.0] * 3
    with world.open_unit() as unit:
        assert unit.blocks.get(first.block_id).state is BlockState.VOID
        assert unit.ladders.get(ladder.ladder_id).rated_blocks == 0
        assert list(unit.ladders.all_changes(ladder.ladder_id)) == []


def test_a_standing_counts_what_was_played(world: World, ladder: Ladder, trio: list[str]) -> None:
    for _ in range(2):
        world.rate(block(world, trio))

    with world.open_unit() as unit:
        strong = unit.ladders.standings(ladder.ladder_id, trio)[trio[STRONG]]
    assert strong == Standing(
        ladder.ladder_id,
        trio[STRONG],
        strong.rating,
        strong.joined,
        blocks=2,
        matches=6,
        rank_sum=6,
        score_sum=180,
    )


def test_recomputing_gives_the_ratings_on_record(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    for scores in ((30, 20, 10), (1, 2, 3), (5, 5, 5), (9, 9, 1)):
        world.rate(block(world, trio, scores))

    found = recompute(ladder.ladder_id, open_unit=world.open_unit)

    assert found.complaints == ()
    assert found.blocks == 4
    assert found.ratings == pytest.approx(world.standings(ladder), abs=1e-9)
    assert found.largest_difference <= 1e-9
    assert abs(found.drift) <= 1e-9


def test_what_is_rated_while_it_is_recomputed_is_no_complaint(shared_database: Database) -> None:
    world = World(shared_database)
    trio = world.connected(3, capacity=99)
    ladder = world.ladder(trio)
    world.rate(block(world, trio))

    @contextmanager
    def slow_unit() -> Iterator[Any]:
        with world.open_unit() as opened:
            unit: Any = opened
            found = unit.blocks.rated

            def rated_late(ladder_id: str) -> Any:
                world.rate(block(world, trio))
                return found(ladder_id)

            unit.blocks.rated = rated_late
            yield unit

    open_unit: Any = slow_unit
    meanwhile = recompute(ladder.ladder_id, open_unit=open_unit)
    now = recompute(ladder.ladder_id, open_unit=world.open_unit)

    assert (meanwhile.complaints, now.complaints) == ((), ())
    assert (meanwhile.blocks, now.blocks) == (1, 2)
