"""Logs of old matches are forgotten when operators say so; what they led to stays, and is sound."""

import asyncio
from datetime import timedelta

import pytest

from arena.service.audit import audit
from arena.service.errors import WrongState
from arena.service.matches import forget_replays, replay_of
from arena.service.ratings import recompute
from arena.service.viewing import view_of

from .world import World


@pytest.fixture
def played(world: World) -> World:
    """A rated block, ten days ago."""
    world.ladder(world.connected(3))
    world.schedule()
    for match in world.all_matches():
        asyncio.run(world.play(match.match_id))
    block_id = world.all_matches()[0].block_id
    assert block_id is not None
    world.rate(block_id)
    world.later(timedelta(days=10))
    return world


def forget(world: World, days: float) -> int:
    return forget_replays(days, open_unit=world.open_unit, now=world.now)


def test_only_logs_that_are_old_enough_are_forgotten_and_only_once(played: World) -> None:
    kept = forget(played, 11)
    forgotten = forget(played, 9)

    assert (kept, forgotten) == (0, len(played.all_matches()))
    assert forget(played, 9) == 0


def test_without_a_number_of_days_nothing_is_ever_forgotten(played: World) -> None:
    played.later(timedelta(days=10_000))

    assert forget(played, 0) == 0


def test_results_stay_and_ratings_are_proved_without_the_logs(played: World) -> None:
    (ladder,) = {m.ladder_id for m in played.all_matches()}
    assert ladder is not None

    forget(played, 9)

    found = audit(open_unit=played.open_unit, games=played.games, now=played.now)
    assert found.complaints == ()
    assert found.unverified == found.finished == len(played.all_matches())
    assert recompute(ladder, open_unit=played.open_unit).complaints == ()
    assert all(match.outcome is not None for match in played.all_matches())


def test_who_asks_for_a_forgotten_log_is_told_so(played: World) -> None:
    match_id = played.all_matches()[0].match_id
    forget(played, 9)

    with pytest.raises(WrongState, match="is forgotten"):
        replay_of(match_id, open_unit=played.open_unit)
    assert view_of(match_id, open_unit=played.open_unit, games=played.games) == ()
