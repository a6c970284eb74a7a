"""Standings in the orders and searches of the pages; see `test_ladders` for the order by rating."""

from dataclasses import replace

import pytest

from arena.service.errors import InvalidArgument, NotFound
from arena.service.ports import OpenUnit
from arena.service.records import StandingOrder
from arena.storage.standing_rows import COMMON
from tests.storage.samples import populate, standing


@pytest.fixture
def rows(unit: OpenUnit) -> OpenUnit:
    populate(unit, 5)
    kept = {
        "s1": {"rating": 1500.0, "blocks": 1, "matches": 3, "rank_sum": 9, "score_sum": -6},
        "s2": {"rating": 1700.0, "blocks": 4, "matches": 12, "rank_sum": 12, "score_sum": 120},
        "s3": {"rating": 1500.0, "blocks": 4, "matches": 12, "rank_sum": 30, "score_sum": 10},
        "s4": {"rating": 1400.0, "blocks": 0, "matches": 0, "rank_sum": 0, "score_sum": 0},
        "s5": {"rating": 1900.0, "active": False},
    }
    with unit() as uow:
        for submission_id, values in kept.items():
            values["faults"] = int(submission_id[1]) % 4
            uow.ladders.join(replace(standing(submission_id), **values))
    return unit


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (StandingOrder.RATING, "s2 s3 s1 s4"),
        (StandingOrder.BLOCKS, "s3 s2 s1 s4"),
        (StandingOrder.MEAN_RANK, "s2 s3 s1 s4"),
        (StandingOrder.MEAN_SCORE, "s2 s3 s1 s4"),
        (StandingOrder.FAULTS, "s3 s2 s1 s4"),
        (StandingOrder.BOT, "s1 s2 s3 s4"),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 10])
def test_every_order_goes_on_from_page_to_page(
    rows: OpenUnit, order: StandingOrder, expected: str, size: int
) -> None:
    found, token = [], ""
    with rows() as uow:
        while True:
            page = uow.ladders.rows("l1", size, token, order=order)
            found += page.items
            if not (token := page.next_token):
                break

    assert [row.standing.submission_id for row in found] == expected.split()
    assert {row.standing.submission_id: row.rank for row in found} == {
        "s2": 1,
        "s1": 2,
        "s3": 2,
        "s4": 4,
    }


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("BOT B3", ["s3"]),
        ("b", ["s2", "s3", "s1", "s4"]),
        ("author a1", ["s2", "s3", "s1", "s4"]),
        ("%", []),
        ("_", []),
        ("nobody", []),
    ],
)
def test_a_search_looks_at_names_of_bots_and_authors(
    rows: OpenUnit, search: str, expected: list[str]
) -> None:
    with rows() as uow:
        page = uow.ladders.rows("l1", 10, "", search=search)

    assert [row.standing.submission_id for row in page.items] == expected


def test_what_many_names_contain_is_found_in_the_same_order(unit: OpenUnit) -> None:
    populate(unit, COMMON + 1)
    with unit() as uow:
        for n in range(1, COMMON + 2):
            uow.ladders.join(replace(standing(f"s{n}"), rating=1_000.0 + n))

    with unit() as uow:
        first = uow.ladders.rows("l1", 2, "", search="b")
        second = uow.ladders.rows("l1", 2, first.next_token, search="b")
        few = uow.ladders.rows("l1", 9, "", search=f"b{COMMON}")

    best = [row.standing.submission_id for row in (*first.items, *second.items)]
    assert best == [f"s{n}" for n in range(COMMON + 1, COMMON - 3, -1)]
    assert [row.standing.submission_id for row in few.items] == [f"s{COMMON}"]


def test_a_token_of_another_order_or_search_is_refused(rows: OpenUnit) -> None:
    with rows() as uow:
        token = uow.ladders.rows("l1", 1, "").next_token

        for other in ({"order": StandingOrder.BLOCKS}, {"search": "b"}):
            with pytest.raises(InvalidArgument, match="page_token"):
                uow.ladders.rows("l1", 1, token, **other)


@pytest.mark.parametrize(
    ("submission", "size", "expected"),
    [
        ("s2", 2, "s2 s3"),
        ("s3", 2, "s2 s3"),
        ("s1", 2, "s3 s1"),
        ("s4", 2, "s1 s4"),
        ("s4", 1, "s4"),
        ("s3", 9, "s2 s3 s1 s4"),
    ],
)
def test_a_page_is_found_around_a_standing(
    rows: OpenUnit, submission: str, size: int, expected: str
) -> None:
    with rows() as uow:
        token = uow.ladders.token_around("l1", submission, size)
        page = uow.ladders.rows("l1", size, token)

    assert [row.standing.submission_id for row in page.items] == expected.split()


def test_there_is_nothing_around_who_has_left(rows: OpenUnit) -> None:
    with rows() as uow, pytest.raises(NotFound):
        uow.ladders.token_around("l1", "s5", 3)
