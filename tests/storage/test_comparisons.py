from dataclasses import replace

import pytest

from arena.contest.sprt import Verdict
from arena.service.errors import InvalidArgument
from arena.service.ports import OpenUnit
from tests.storage.samples import at, comparison, populate, tournament


@pytest.fixture(autouse=True)
def three(unit: OpenUnit) -> None:
    """Three comparisons, the last one the newest, and a tournament that is none."""
    populate(unit)
    with unit() as uow:
        for number in (1, 2, 3, 4):
            uow.tournaments.add(tournament(f"t{number}", created=number))
        for number, pair in enumerate((("s1", "s2"), ("s2", "s3"), ("s3", "s1")), 1):
            uow.comparisons.add(comparison(f"t{number}", *pair))


def test_what_moves_comes_back(unit: OpenUnit) -> None:
    moved = replace(
        comparison("t1"), llr=-0.5, ratios=(0.25, -0.5), verdict=Verdict.ELO0, over=at(9)
    )
    with unit() as uow:
        uow.comparisons.move(moved)

    with unit() as uow:
        assert uow.comparisons.get("t1") == moved
        assert uow.comparisons.running() == ("t2", "t3")


def test_comparisons_are_listed_newest_first(unit: OpenUnit) -> None:
    with unit() as uow:
        first = uow.comparisons.page(2, "")
        second = uow.comparisons.page(2, first.next_token)
        with pytest.raises(InvalidArgument):
            uow.tournaments.page(2, first.next_token)

    assert [one.tournament_id for one in (*first.items, *second.items)] == ["t3", "t2", "t1"]
    assert second.next_token == ""


def test_comparisons_are_found_by_either_side(unit: OpenUnit) -> None:
    with unit() as uow:
        found = uow.comparisons.of_submissions(["s1"], 9)
        newest = uow.comparisons.of_submissions(["s1", "s2"], 2)
        none = uow.comparisons.of_submissions([], 9)

    assert [one.tournament_id for one in found] == ["t3", "t1"]
    assert [one.tournament_id for one in newest] == ["t3", "t2"]
    assert none == ()


def test_tournaments_are_listed_without_comparisons(unit: OpenUnit) -> None:
    with unit() as uow:
        alone = uow.tournaments.page(9, "", comparisons=False).items
        every = uow.tournaments.page(9, "").items

    assert [one.tournament_id for one in alone] == ["t4"]
    assert len(every) == 4
