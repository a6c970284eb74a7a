"""A ladder may rate by openskill beside Elo, and hold some ratings fixed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from arena.contest.skill import Skill, rate_skills
from arena.service import ladders
from arena.service.errors import InvalidArgument, WrongState
from arena.service.ports import OpenUnit
from arena.service.ratings import Recomputation, recompute
from arena.service.records import Author, Ladder, Role, Standing
from arena.service.second_rating import SecondRating
from arena.storage import Database

from .world import GAME, QUICK, World

SCORES = ((30, 20, 10), (1, 2, 3), (5, 5, 5), (9, 9, 1))


@pytest.fixture
def trio(world: World) -> list[str]:
    return world.connected(3, capacity=99)


def opened(world: World, second_rating: SecondRating = SecondRating.OPENSKILL) -> Ladder:
    return ladders.create_ladder(
        "skilled",
        GAME,
        {},
        3,
        clock=QUICK,
        backlog=1,
        second_rating=second_rating,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )


def join(world: World, ladder: Ladder, trio: list[str], open_unit: OpenUnit | None = None) -> None:
    operator = Author("", "operator", Role.OPERATOR, world.now())
    for submission_id in trio:
        ladders.join_ladder(
            operator,
            ladder.ladder_id,
            submission_id,
            open_unit=open_unit or world.open_unit,
            now=world.now,
        )


def anchor(world: World, ladder: Ladder, submission_id: str, rating: float) -> Ladder:
    return ladders.set_anchor(ladder.ladder_id, submission_id, rating, open_unit=world.open_unit)


def play(world: World, trio: list[str], scores: tuple[int, int, int]) -> None:
    """Plays and rates a block in which everybody scores the same in all matches."""
    world.schedule()
    current = [match for match in world.all_matches() if not match.state.final]
    for match in current:
        world.end(match.match_id, [scores[trio.index(s)] for s in match.lineup])
    (block_id,) = {match.block_id for match in current}
    assert block_id is not None
    world.rate(block_id)
    world.later()


def standings(world: World, ladder: Ladder, trio: list[str]) -> list[Standing]:
    with world.open_unit() as unit:
        found = unit.ladders.standings(ladder.ladder_id, trio)
    return [found[submission_id] for submission_id in trio]


def skills(world: World, ladder: Ladder, trio: list[str]) -> list[Skill]:
    found = []
    for standing in standings(world, ladder, trio):
        assert standing.mu is not None
        assert standing.sigma is not None
        found.append(Skill(standing.mu, standing.sigma))
    return found


def proof(world: World, ladder: Ladder) -> Recomputation:
    return recompute(ladder.ladder_id, open_unit=world.open_unit)


def test_skills_move_with_the_ratings_block_by_block(world: World, trio: list[str]) -> None:
    ladder = opened(world)
    join(world, ladder, trio)
    expected = skills(world, ladder, trio)
    assert expected == [Skill()] * 3

    for scores in SCORES:
        play(world, trio, scores)
        expected = list(rate_skills(expected, scores))

    assert skills(world, ladder, trio) == expected
    assert [standing.blocks for standing in standings(world, ladder, trio)] == [4] * 3
    found = proof(world, ladder)
    assert (found.complaints, found.blocks) == ((), 4)


def test_a_skill_that_the_results_do_not_give_is_found_out(world: World, trio: list[str]) -> None:
    ladder = opened(world)
    join(world, ladder, trio)
    play(world, trio, SCORES[0])
    first, *_ = standings(world, ladder, trio)
    assert first.mu is not None

    with world.open_unit() as unit:
        unit.ladders.rate(ladder.ladder_id, [replace(first, mu=first.mu + 1e-6)], [])

    (skill, count) = proof(world, ladder).complaints
    assert trio[0] in skill
    assert "openskill" in skill
    assert "has counted 2 blocks" in count


def test_a_ladder_that_does_not_ask_has_no_skills(world: World, trio: list[str]) -> None:
    ladder = opened(world, SecondRating.NONE)
    join(world, ladder, trio)
    play(world, trio, SCORES[0])

    assert {(s.mu, s.sigma) for s in standings(world, ladder, trio)} == {(None, None)}


def test_an_anchor_never_moves_and_moves_the_others(world: World, trio: list[str]) -> None:
    ladder = opened(world)
    anchor(world, ladder, trio[1], 2000.0)  # before it is on the ladder
    join(world, ladder, trio)
    ladder = anchor(world, ladder, trio[2], 1000.0)  # and when it is

    for scores in SCORES:
        play(world, trio, scores)

    first, *anchors = standings(world, ladder, trio)
    assert [standing.rating for standing in anchors] == [2000.0, 1000.0]
    assert [standing.blocks for standing in anchors] == [4, 4]
    assert first.rating != 1500.0
    assert ladder.anchors == {trio[1]: 2000.0, trio[2]: 1000.0}
    found = proof(world, ladder)
    assert found.complaints == ()
    assert abs(found.drift) < 1e-9


def test_an_anchor_comes_too_late_once_it_has_been_rated(world: World, trio: list[str]) -> None:
    ladder = opened(world)
    join(world, ladder, trio)
    play(world, trio, SCORES[0])

    with pytest.raises(WrongState, match="rated"):
        anchor(world, ladder, trio[0], 1500.0)


@pytest.mark.parametrize("rating", [float("nan"), 1e9])
def test_an_anchor_is_a_rating(world: World, trio: list[str], rating: float) -> None:
    with pytest.raises(InvalidArgument, match="rating"):
        anchor(world, opened(world), trio[0], rating)


def test_an_anchor_plays_the_game_of_the_ladder(world: World) -> None:
    stranger = world.submission(game="scout")

    with pytest.raises(InvalidArgument, match="plays scout"):
        anchor(world, opened(world), stranger, 1500.0)


def test_an_anchor_that_comes_while_somebody_joins_holds(shared_database: Database) -> None:
    world = World(shared_database)
    ladder, submission_id = opened(world), world.submission()
    with ThreadPoolExecutor(1) as aside:

        @contextmanager
        def slow_unit() -> Iterator[Any]:
            with world.open_unit() as opened_unit:
                unit: Any = opened_unit
                added = unit.ladders.join

                def join_late(standing: Standing) -> Any:
                    anchored = aside.submit(anchor, world, ladder, submission_id, 2000.0)
                    wait([anchored], 0.3)  # It waits for us, or it has come.
                    return added(standing)

                unit.ladders.join = join_late
                yield unit

        open_unit: Any = slow_unit
        join(world, ladder, [submission_id], open_unit)

    assert world.standings(ladder) == {submission_id: 2000.0}
