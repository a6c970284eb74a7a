"""An audit finds a tournament that went another way than its seed and its results give."""

from dataclasses import replace

import pytest

from arena.service import rounds
from arena.service.blocks import open_block
from arena.service.records import BlockState
from arena.service.tournament_audit import every_tournament, tournament_complaints
from arena.service.tournament_records import (
    FormatName,
    OpenedRound,
    Tournament,
    TournamentState,
)

from . import contests
from .world import World


@pytest.fixture
def second_round(world: World) -> Tournament:
    """A tournament in its second round, with a table of the first that was played again."""
    one = contests.tournament(world, FormatName.SWISS, world.connected(6), rounds=2)
    contests.start(world, one)
    world.void(contests.open_matches(world, one)[0].match_id)
    contests.play_round(world, one)
    rounds.play_void_again(one.tournament_id, open_unit=world.open_unit, now=world.now)
    contests.play_round(world, one)
    contests.tick(world)
    return contests.found(world, one)


def complaints(world: World, one: Tournament) -> list[str]:
    return tournament_complaints(one, open_unit=world.open_unit)


def test_a_tournament_in_order_gives_no_complaint(world: World, second_round: Tournament) -> None:
    waiting = contests.tournament(world, FormatName.KNOCKOUT, name="Waiting")

    assert [t.name for t in every_tournament(world.open_unit)].count("Cup") == 1
    assert complaints(world, waiting) == complaints(world, second_round) == []
    contests.play_out(world, second_round)
    assert complaints(world, contests.found(world, second_round)) == []


def test_another_seed_gives_other_rounds_and_deals(world: World, second_round: Tournament) -> None:
    found = complaints(world, replace(second_round, seed=bytes(32)))

    assert any("another round" in complaint for complaint in found)
    assert sum("another seed" in complaint for complaint in found) == 4


def test_another_seeding_gives_other_rounds(world: World, second_round: Tournament) -> None:
    with world.open_unit() as unit:
        entries = unit.tournaments.entries(second_round.tournament_id)
        unit.tournaments.seed(
            second_round.tournament_id, [entry.submission_id for entry in reversed(entries)]
        )

    assert any("another round 1" in complaint for complaint in complaints(world, second_round))


def test_a_table_that_counts_twice_is_found(world: World, second_round: Tournament) -> None:
    with world.open_unit() as unit:
        first, *_ = unit.blocks.in_tournament(second_round.tournament_id)
        twice = replace(first, block_id="twice", state=BlockState.OPEN, closed=None)
        open_block(twice, second_round.terms, rounds.deal_seed(second_round, first, 3), unit)
        other = replace(twice, block_id="other", lineup=twice.lineup[::-1])
        open_block(other, second_round.terms, rounds.deal_seed(second_round, first, 4), unit)

    found = complaints(world, second_round)
    assert any("counts twice at table 1 of round 1" in complaint for complaint in found)
    assert any("plays again with others" in complaint for complaint in found)


def test_a_round_too_early_is_found(world: World, second_round: Tournament) -> None:
    skipped = OpenedRound(second_round.tournament_id, 4, (), world.now())
    third = replace(skipped, number=3)
    early = replace(second_round, state=TournamentState.FINISHED)

    assert any("before its last round" in c for c in complaints(world, early))
    with world.open_unit() as unit:
        *_, last = unit.blocks.in_tournament(second_round.tournament_id)
        unit.tournaments.open_round(skipped)
        block = replace(last, block_id="early", round_number=4)
        open_block(block, second_round.terms, bytes(32), unit)
    assert any("other rounds" in complaint for complaint in complaints(world, second_round))
    with world.open_unit() as unit:
        unit.tournaments.open_round(third)
        open_block(replace(block, block_id="third", round_number=3), second_round.terms, b"", unit)
    assert any("went on before" in complaint for complaint in complaints(world, second_round))
