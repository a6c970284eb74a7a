"""What is asked of the database does not grow with the tournaments that are under way."""

from collections.abc import Callable

import pytest

from arena.service import tournament_views, tournaments
from arena.service.rounds import advance_tournaments
from arena.service.tournament_records import FormatName
from arena.storage import memory_database

from . import contests
from .statements import watched
from .world import World


def listed(world: World) -> None:
    ids = [
        t.tournament_id
        for t in tournaments.list_tournaments(9, "", open_unit=world.open_unit).items
    ]
    tournament_views.summaries_of(ids, open_unit=world.open_unit)


def advanced(world: World) -> None:
    advance_tournaments(open_unit=world.open_unit, now=world.now)


@pytest.mark.parametrize("look", [listed, advanced])
def test_many_tournaments_are_looked_at_with_as_few_statements_as_one(
    look: Callable[[World], None],
) -> None:
    database = memory_database()
    world = World(database)
    entrants, asked = world.connected(6), []
    for number in range(4):
        cup = contests.tournament(world, FormatName.SWISS, entrants, rounds=2, name=f"Cup {number}")
        contests.start(world, cup)
        statements = watched(database)
        look(world)
        asked.append(len(statements))

    assert len(set(asked)) == 1
