"""A whole ladder enters a tournament: the best of it, and nobody who may not."""

from typing import Any

import pytest

from arena.service import bots, ladders, tournaments
from arena.service.errors import InvalidArgument, NotAllowed
from arena.service.hosting_records import Hosted, HostedState
from arena.service.records import Bot, Ladder, Standing, Submission, SubmissionKind
from arena.service.tournament_records import FormatName, Tournament
from arena.service.tournaments import MOST_ENTRIES
from arena.storage import memory_database

from .contests import operator, tournament
from .statements import watched
from .world import GAME, World


def entered(world: World, cup: Tournament) -> list[str]:
    with world.open_unit() as unit:
        return [entry.submission_id for entry in unit.tournaments.entries(cup.tournament_id)]


def of_five_seats(world: World) -> str:
    """Returns a hosted submission that plays with five seats only."""
    author = world.author()
    bot = bots.create_bot(
        author, "Five", GAME, open_unit=world.open_unit, games=world.games, now=world.now
    )
    made = Submission("sub-five", bot.bot_id, 0, SubmissionKind.HOSTED, world.now())
    with world.open_unit() as unit:
        unit.submissions.add(made)
        unit.hosted.add(Hosted("sub-five", HostedState.ACTIVE, (5,), 64, "sha"), b"archive")
    return made.submission_id


def enter_all(world: World, cup: Tournament, ladder: Ladder) -> None:
    tournaments.enter_ladder(
        operator(world), cup.name, ladder.name, open_unit=world.open_unit, now=world.now
    )


def test_one_who_may_not_take_part_keeps_nobody_else_of_the_ladder_out(world: World) -> None:
    others = world.connected(3)
    ladder = world.ladder(others)
    with world.open_unit() as unit:
        unit.ladders.join(Standing(ladder.ladder_id, of_five_seats(world), 2000.0, world.now()))
    cup = tournament(world, FormatName.SWISS, rounds=1)

    enter_all(world, cup, ladder)

    assert set(entered(world, cup)) == set(others)


def test_a_ladder_is_entered_by_operators_and_for_its_own_game(world: World) -> None:
    scouts = ladders.create_ladder(
        "scouts", "scout", {}, 4, open_unit=world.open_unit, games=world.games, now=world.now
    )
    ladder = world.ladder(world.connected(3))
    cup = tournament(world, FormatName.SWISS, rounds=1)
    ports: Any = {"open_unit": world.open_unit, "now": world.now}

    with pytest.raises(InvalidArgument, match="ladder 'scouts' is for scout"):
        enter_all(world, cup, scouts)
    with pytest.raises(NotAllowed):
        tournaments.enter_ladder(world.author(), cup.name, ladder.name, **ports)

    assert entered(world, cup) == []


@pytest.mark.parametrize("authors", [MOST_ENTRIES + 1, 1])
def test_a_long_ladder_costs_no_more_than_one_that_is_long_enough(authors: int) -> None:
    costs = []
    for more in (0, 300):
        database = memory_database()
        world = World(database)
        ladder = crowded(world, MOST_ENTRIES + 1 + more, authors)
        cup = tournament(world, FormatName.SWISS, rounds=1)
        statements = watched(database)
        enter_all(world, cup, ladder)
        costs.append(len(statements))

        assert len(entered(world, cup)) == min(authors, MOST_ENTRIES)

    assert costs[1] <= costs[0] + 1


def crowded(world: World, count: int, authors: int) -> Ladder:
    """Returns a ladder of so many submissions of so many authors, or a few more."""
    ladder = world.ladder([])
    owners = [world.author() for _ in range(authors)]
    with world.open_unit() as unit:
        for number in range(count):
            name, owner = f"crowd {number}", owners[number % authors]
            unit.bots.add(Bot(name, name, GAME, owner.author_id, world.now()))
            unit.submissions.add(Submission(name, name, 0, SubmissionKind.REMOTE, world.now()))
            unit.ladders.join(Standing(ladder.ladder_id, name, 1500.0, world.now()))
    return ladder
