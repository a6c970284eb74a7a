"""Tournaments that start by themselves, once, and are held again."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from arena.service import bots, ladders, starting, tournaments
from arena.service.editions import next_time
from arena.service.errors import InvalidArgument
from arena.service.records import Ladder
from arena.service.tournament_records import FormatName, Tournament, TournamentState
from arena.storage import Database, open_database
from tests.postgres import fresh_database

from .contests import enter, found, operator, rounds_of
from .world import GAME, QUICK, World

HOUR = timedelta(hours=1)
DAILY = "0 18 * * *"
LAST_HOUR = datetime(9999, 12, 31, 23, tzinfo=timezone(-5 * HOUR))
"""Is behind the last time there is in UTC."""


def scheduled(world: World, name: str = "Cup", **schedule: Any) -> Tournament:
    return tournaments.create_tournament(
        name,
        GAME,
        {},
        3,
        FormatName.ROUND_ROBIN,
        clock=QUICK,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
        **schedule,
    )


def start_due(world: World) -> None:
    starting.start_due_tournaments(open_unit=world.open_unit, now=world.now)


def all_of(world: World) -> dict[str, Tournament]:
    page = tournaments.list_tournaments(99, "", open_unit=world.open_unit)
    return {one.name: one for one in page.items}


def rated_ladder(world: World, submission_ids: list[str]) -> Ladder:
    """Returns a ladder on which whoever comes first is best."""
    ladder = world.ladder(submission_ids)
    for place, submission_id in enumerate(submission_ids):
        with world.open_unit() as unit:
            unit.ladders.leave(ladder.ladder_id, submission_id)
            key = ladder.ladder_id, {submission_id: 2000.0 - place}
            unit.ladders.anchor(*key)
            unit.ladders.join(
                unit.ladders.standings(ladder.ladder_id, [submission_id])[submission_id]
            )
    return ladder


def test_it_starts_at_its_time_and_not_before(world: World) -> None:
    cup = scheduled(world, starts=world.now() + HOUR)
    for submission_id in world.connected(3):
        enter(world, cup, submission_id)

    world.later(HOUR - timedelta(seconds=1))
    start_due(world)
    assert found(world, cup).state is TournamentState.ENTERING

    world.later(timedelta(seconds=1))
    start_due(world)
    assert found(world, cup).state is TournamentState.RUNNING
    assert found(world, cup).started == world.now()
    assert len(rounds_of(world, cup)) == 1


def test_many_who_start_at_once_start_it_once(world: World) -> None:
    _start_at_once(world)


def test_many_who_start_at_once_start_it_once_on_postgresql(postgres_url: str) -> None:
    with fresh_database(postgres_url) as url:
        _start_at_once(World(_opened(url)))


def _opened(url: str) -> Database:
    database = open_database(url)
    database.migrate()
    return database


def _start_at_once(world: World) -> None:
    cup = scheduled(world, repeat=DAILY)
    for submission_id in world.connected(3):
        enter(world, cup, submission_id)
    world.later(24 * HOUR)

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(start_due, world) for _ in range(8)]:
            done.result()

    assert len(rounds_of(world, cup)) == 1
    assert {name: one.state.value for name, one in all_of(world).items()} == {
        "Cup": "running",
        "Cup 2": "entering",
    }


def test_who_is_on_the_ladder_then_enters_and_is_seeded_by_it(world: World) -> None:
    submission_ids = world.connected(4)
    ladder = rated_ladder(world, submission_ids)
    cup = scheduled(world, starts=world.now() + HOUR, entry_ladder_id=ladder.name)
    enter(world, cup, submission_ids[2])
    bots.retire_submission(operator(world), submission_ids[3], open_unit=world.open_unit)
    world.later(HOUR)

    start_due(world)

    with world.open_unit() as unit:
        entries = unit.tournaments.entries(cup.tournament_id)
    assert [entry.submission_id for entry in entries] == submission_ids[:3]
    assert found(world, cup).state is TournamentState.RUNNING


def test_who_entered_and_was_retired_does_not_hold_it_up(world: World) -> None:
    *others, retired = world.connected(4)
    cup = scheduled(world, starts=world.now() + HOUR)
    for submission_id in (*others, retired):
        enter(world, cup, submission_id)
    bots.retire_submission(operator(world), retired, open_unit=world.open_unit)
    world.later(HOUR)

    start_due(world)

    assert found(world, cup).state is TournamentState.RUNNING


def test_with_too_few_it_is_cancelled_and_says_why_and_the_next_one_opens(world: World) -> None:
    cup = scheduled(world, repeat=DAILY)
    enter(world, cup, world.connected(1)[0])
    world.later(24 * HOUR)

    start_due(world)

    over, following = found(world, cup), all_of(world)["Cup 2"]
    assert over.state is TournamentState.CANCELLED
    assert "3" in over.note
    assert (following.state, following.note) == (TournamentState.ENTERING, "")


def test_it_is_held_again_by_the_same_rule_and_another_seed(world: World) -> None:
    ladder = rated_ladder(world, world.connected(3))
    cup = scheduled(world, repeat=DAILY, entry_ladder_id=ladder.ladder_id)
    for _ in range(3):
        world.later(24 * HOUR)
        start_due(world)

    held = all_of(world)
    assert [held[name].edition for name in ("Cup", "Cup 2", "Cup 3", "Cup 4")] == [1, 2, 3, 4]
    assert {one.starts for one in held.values()} == {
        datetime(2026, 1, day, 18, tzinfo=UTC) for day in (1, 2, 3, 4)
    }
    assert len({one.seed for one in held.values()}) == 4
    assert {one.entry_ladder_id for one in held.values()} == {ladder.ladder_id}
    assert {held[name].state for name in ("Cup", "Cup 2", "Cup 3")} == {TournamentState.RUNNING}
    assert all(one.terms == cup.terms for one in held.values())


def test_what_was_missed_while_the_arena_stood_still_is_held_once(world: World) -> None:
    scheduled(world, repeat=DAILY)
    world.later(30 * 24 * HOUR)

    start_due(world)
    start_due(world)

    assert all_of(world).keys() == {"Cup", "Cup 2"}
    assert all_of(world)["Cup 2"].starts == datetime(2026, 1, 31, 18, tzinfo=UTC)


def test_a_name_that_is_taken_is_passed_over(world: World) -> None:
    scheduled(world, "Cup 2", starts=world.now() + 99 * HOUR)
    scheduled(world, repeat=DAILY)
    world.later(24 * HOUR)

    start_due(world)

    assert all_of(world)["Cup 3"].edition == 3


def test_cancelled_before_it_starts_it_is_not_held_again(world: World) -> None:
    cup = scheduled(world, repeat=DAILY)
    tournaments.cancel_tournament(cup.name, open_unit=world.open_unit, now=world.now)
    world.later(24 * HOUR)

    start_due(world)

    assert all_of(world).keys() == {"Cup"}


def test_started_by_hand_it_is_held_again_all_the_same(world: World) -> None:
    cup = scheduled(world, starts=world.now() + 2 * HOUR, repeat=DAILY)
    for submission_id in world.connected(3):
        enter(world, cup, submission_id)

    tournaments.start_tournament(cup.name, open_unit=world.open_unit, now=world.now)

    assert all_of(world)["Cup 2"].starts == datetime(2026, 1, 1, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("schedule", "field"),
    [
        ({"starts": datetime(2025, 12, 31, tzinfo=UTC)}, "scheduled_start_time"),
        ({"starts": datetime(2127, 1, 1, tzinfo=UTC)}, "scheduled_start_time"),
        ({"starts": LAST_HOUR}, "scheduled_start_time"),
        ({"starts": LAST_HOUR, "repeat": DAILY}, "scheduled_start_time"),
        ({"repeat": "every Friday"}, "repeat"),
        ({"repeat": "0 18 * *"}, "repeat"),
        ({"repeat": "0 18 * * 5 6"}, "repeat"),
        ({"repeat": "99 18 * * 5"}, "repeat"),
        ({"repeat": "0 0 30 2 *"}, "repeat"),
        ({"repeat": DAILY, "name": "x" * 35}, "name"),
        ({"entry_ladder_id": "nothing", "repeat": DAILY}, "entry_ladder_id"),
        ({"entry_ladder_id": "nothing"}, "entry_ladder_id"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused(
    world: World, schedule: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidArgument) as error:
        scheduled(world, **schedule)

    assert error.value.field == field


def test_a_ladder_of_another_game_enters_nobody(world: World) -> None:
    ladders.create_ladder(
        "scouts", "scout", {}, 4, open_unit=world.open_unit, games=world.games, now=world.now
    )

    with pytest.raises(InvalidArgument, match="entry_ladder_id"):
        scheduled(world, repeat=DAILY, entry_ladder_id="scouts")


@pytest.mark.parametrize(
    ("repeat", "expected"),
    [
        ("0 18 * * 5", datetime(2026, 1, 2, 18, tzinfo=UTC)),
        ("30 */6 * * *", datetime(2026, 1, 1, 0, 30, tzinfo=UTC)),
        ("0 0 1 * *", datetime(2026, 2, 1, tzinfo=UTC)),
    ],
)
def test_times_are_as_in_cron(repeat: str, expected: datetime) -> None:
    assert next_time(repeat, datetime(2026, 1, 1, tzinfo=UTC)) == expected
