"""A record that is broken does not stop the others; a part of the arena that is away does."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from structlog.testing import capture_logs

from arena.service.comparing import settle_comparisons
from arena.service.errors import Unavailable
from arena.service.estimating import keep_every_estimate
from arena.service.ladders import pause_ladder
from arena.service.ports import OpenUnit
from arena.service.records import Ladder
from arena.service.relay_ports import RelayLost
from arena.service.rounds import advance_tournaments
from arena.service.scheduling import schedule_ladders
from arena.service.starting import start_due_tournaments
from arena.service.tournament_records import FormatName, TournamentState

from . import contests
from .ailing import ailing
from .test_comparing import begin, play_block, seen
from .test_estimating import play
from .test_starting import HOUR, scheduled
from .world import World


class Loop(NamedTuple):
    """Something that happens by itself to two records, the first of which is to be broken."""

    kind: str
    record_ids: Sequence[str]
    run: Callable[[OpenUnit], None]
    seen_to: Callable[[str], bool]
    """Whether it happened to this record."""


def comparisons(world: World) -> Loop:
    lineup = world.connected(3)
    both = sorted(
        (begin(world, lineup, most_blocks=1) for _ in range(2)), key=lambda c: c.tournament_id
    )
    for one in both:
        play_block(world, one, lineup)
    by_id = {one.tournament_id: one for one in both}
    return Loop(
        "comparison",
        list(by_id),
        lambda open_unit: settle_comparisons(open_unit=open_unit, now=world.now),
        lambda one_id: seen(world, by_id[one_id]).comparison.over is not None,
    )


def running(world: World) -> Loop:
    entrants = world.connected(3)
    cups = {}
    for name in ("Cup", "Bowl"):
        world.later(HOUR)
        cup = contests.tournament(world, FormatName.GAUNTLET, entrants, rounds=2, name=name)
        cups[cup.tournament_id] = contests.start(world, cup)
        contests.play_round(world, cup)
    return Loop(
        "tournament",
        list(cups),
        lambda open_unit: advance_tournaments(open_unit=open_unit, now=world.now),
        lambda one_id: len(contests.rounds_of(world, cups[one_id])) == 2,
    )


def due(world: World) -> Loop:
    cups = {}
    for number, name in enumerate(("Cup", "Bowl"), 1):
        cup = scheduled(world, name, starts=world.now() + number * HOUR)
        cups[cup.tournament_id] = cup
    world.later(3 * HOUR)
    return Loop(
        "tournament",
        list(cups),
        lambda open_unit: start_due_tournaments(open_unit=open_unit, now=world.now),
        lambda one_id: contests.found(world, cups[one_id]).state is not TournamentState.ENTERING,
    )


def backlogs(world: World) -> Loop:
    ladders = [world.ladder(world.connected(3)) for _ in range(2)]
    return Loop(
        "ladder",
        by_name(ladders),
        lambda open_unit: schedule_ladders(open_unit=open_unit, online=world.online, now=world.now),
        lambda one_id: any(match.ladder_id == one_id for match in world.all_matches()),
    )


def by_name(ladders: Sequence[Ladder]) -> list[str]:
    """Returns their ids in the order in which loops come to them."""
    return [ladder.ladder_id for ladder in sorted(ladders, key=lambda ladder: ladder.name)]


def estimates(world: World) -> Loop:
    ladders = []
    for _ in range(2):
        ladders.append(world.ladder(world.connected(3)))
        play(world, ladders[-1], upsets=1, blocks=4)
        pause_ladder(ladders[-1].ladder_id, True, open_unit=world.open_unit)

    def covered(ladder_id: str) -> bool:
        with world.open_unit() as unit:
            return unit.estimates.covered(ladder_id) == 4

    return Loop(
        "ladder",
        by_name(ladders),
        lambda open_unit: keep_every_estimate(open_unit=open_unit),
        covered,
    )


every_loop = pytest.mark.parametrize("loop", [comparisons, running, due, backlogs, estimates])


@every_loop
def test_a_broken_record_is_logged_and_the_next_one_has_its_turn(
    world: World, loop: Callable[[World], Loop]
) -> None:
    kind, (broken, other), run, seen_to = loop(world)

    with capture_logs() as logs:
        run(ailing(world.open_unit, broken, ZeroDivisionError()))

    assert (seen_to(broken), seen_to(other)) == (False, True)
    (log,) = (log for log in logs if log["log_level"] == "error")
    assert (log["event"], log[kind], log["exc_info"]) == ("record passed over", broken, True)


@every_loop
@pytest.mark.parametrize("away", [Unavailable("the database is down"), RelayLost("Redis is away")])
def test_a_part_of_the_arena_that_is_away_ends_it_for_the_next_tick(
    world: World, loop: Callable[[World], Loop], away: Exception
) -> None:
    _, (first, other), run, seen_to = loop(world)

    with pytest.raises(type(away)):
        run(ailing(world.open_unit, first, away))

    assert not seen_to(other)
    run(world.open_unit)
    assert seen_to(first)
    assert seen_to(other)
