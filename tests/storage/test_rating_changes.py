from dataclasses import replace
from itertools import pairwise

import pytest

from arena.service.errors import NotFound
from arena.service.ports import OpenUnit
from tests.storage.samples import block, change, matches_of, populate, standing


@pytest.fixture(autouse=True)
def standings(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.blocks.add(block(), matches_of(block()))
        for n in (1, 2, 3):
            uow.ladders.join(standing(f"s{n}", 1500.0))


def test_rating_writes_standings_and_changes_and_counts_the_block(unit: OpenUnit) -> None:
    moved = replace(
        standing("s1", 1 / 3), blocks=4, matches=12, rank_sum=30, score_sum=-(2**40), faults=2
    )
    with unit() as uow:
        uow.ladders.rate("l1", [moved], [change(1), change(1, "s2")])

    with unit() as uow:
        kept = uow.ladders.standings("l1", ["s1", "s2"])
        assert kept == {"s1": moved, "s2": standing("s2", 1500.0)}
        assert uow.ladders.get("l1").rated_blocks == 1
        assert set(uow.ladders.all_changes("l1")) == {change(1), change(1, "s2")}


def test_rating_does_not_bring_back_who_left_meanwhile(unit: OpenUnit) -> None:
    with unit() as uow:
        seen = uow.ladders.active("l1")[0]
    with unit() as uow:
        uow.ladders.leave("l1", seen.submission_id)
    with unit() as uow:
        uow.ladders.rate("l1", [replace(seen, rating=1600.0)], [])

    with unit() as uow:
        kept = uow.ladders.standings("l1", [seen.submission_id])[seen.submission_id]
    assert kept == replace(seen, rating=1600.0, active=False)


def test_rating_who_is_not_there_changes_nothing(unit: OpenUnit) -> None:
    with pytest.raises(NotFound), unit() as uow:
        uow.ladders.rate("l1", [standing("s1", 1.0), standing("nobody", 1.0)], [])

    with unit() as uow:
        assert uow.ladders.standings("l1", ["s1"])["s1"].rating == 1500.0
        assert uow.ladders.get("l1").rated_blocks == 0


def test_changes_are_listed_newest_first_and_walked_oldest_first(unit: OpenUnit) -> None:
    with unit() as uow:
        for sequence in range(1, 8):
            uow.ladders.rate("l1", [], [change(sequence), change(sequence, "s2")])

    listed, token = [], ""
    with unit() as uow:
        while True:
            page = uow.ladders.changes("l1", 3, token)
            listed += page.items
            if not (token := page.next_token):
                break
        walked = list(uow.ladders.all_changes("l1"))
        mine = uow.ladders.changes("l1", 50, "", submission_id="s2").items

    assert [c.sequence for c in listed] == [7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]
    assert listed == walked[::-1]
    assert mine == tuple(change(sequence, "s2") for sequence in range(7, 0, -1))


def test_every_change_is_walked_once_however_many_there_are(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.ladders.rate("l1", [], [change(s, f"s{n}") for s in range(1, 401) for n in (1, 2, 3)])

    with unit() as uow:
        keys = [(c.sequence, c.submission_id) for c in uow.ladders.all_changes("l1")]
    assert len(keys) == 1_200
    assert all(a < b for a, b in pairwise(keys))


def test_how_far_ratings_moved_is_summed_up_behind_a_block(unit: OpenUnit) -> None:
    with unit() as uow:
        for sequence in range(1, 6):
            uow.ladders.rate("l1", [], [change(sequence), change(sequence, "s2")])
        uow.ladders.rate("l1", [], [replace(change(6), before=10.0, after=4.0)])

    with unit() as uow:
        assert uow.ladders.moved("l1", 3, ["s1", "s2", "s3"]) == {
            "s1": pytest.approx(0.2 + 0.2 - 6.0),
            "s2": pytest.approx(0.2 + 0.2),
        }
        assert uow.ladders.moved("l1", -4, ["s2"]) == {"s2": pytest.approx(5 * 0.2)}
        assert uow.ladders.moved("l1", 6, ["s1"]) == {}
        assert uow.ladders.moved("l1", 0, []) == {}
