from dataclasses import replace

import pytest

from arena.service.contenders import Contender
from arena.service.errors import AlreadyExists, NotFound, WrongState
from arena.service.filling import Unfilled
from arena.service.ports import OpenUnit
from arena.service.records import Name
from tests.storage.samples import at, ladder, populate, standing


@pytest.mark.parametrize("asked", ["l9", "High Stakes", "high stakes"])
def test_a_ladder_is_found_by_id_or_name(unit: OpenUnit, asked: str) -> None:
    kept = replace(
        ladder("l9", "High Stakes"),
        paused=True,
        rated_blocks=3,
        ticked=at(8),
        seat_counts=(2, 3, 5),
        unfilled=Unfilled.HOUSE,
        quarantine_after=7,
        refused=at(9),
    )
    with unit() as uow:
        uow.ladders.add(kept)

    with unit() as uow:
        assert uow.ladders.get(asked) == kept
        assert uow.ladders.lock("l9") == kept


def test_the_name_of_a_ladder_is_taken_whatever_its_case(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.ladders.add(ladder("l1", "High Stakes"))

    with pytest.raises(AlreadyExists), unit() as uow:
        uow.ladders.add(ladder("l2", "HIGH STAKES"))


def test_a_ladder_that_is_not_there_is_not_found(unit: OpenUnit) -> None:
    with unit() as uow:
        for ask in (
            lambda: uow.ladders.get("nobody"),
            lambda: uow.ladders.lock("nobody"),
            lambda: uow.ladders.pause("nobody", True),
            lambda: uow.ladders.tick("nobody", at(0)),
            lambda: uow.ladders.rate("nobody", [], []),
        ):
            with pytest.raises(NotFound):
                ask()


def test_ladders_are_listed_by_name(unit: OpenUnit) -> None:
    with unit() as uow:
        for n, name in enumerate(["zinc", "Gold", "brass", "Alum"]):
            uow.ladders.add(ladder(f"l{n}", name))

        first = uow.ladders.page(3, "")
        rest = uow.ladders.page(3, first.next_token)

    assert [x.name for x in first.items + rest.items] == ["Alum", "brass", "Gold", "zinc"]


def test_a_ladder_is_paused_resumed_and_ticked(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.ladders.add(ladder("l1"))
        uow.ladders.add(ladder("l2"))

    with unit() as uow:
        uow.ladders.pause("l1", True)
        uow.ladders.tick("l1", at(77))
    with unit() as uow:
        paused = uow.ladders.get("l1")
        uow.ladders.pause("l1", False)

    assert paused == replace(ladder("l1"), paused=True, ticked=at(77))
    with unit() as uow:
        assert not uow.ladders.get("l1").paused
        assert uow.ladders.get("l2") == ladder("l2")


def test_who_leaves_and_joins_again_keeps_the_rating(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        assert uow.ladders.join(standing("s1", 1700.25)) == standing("s1", 1700.25)

    with unit() as uow:
        left = uow.ladders.leave("l1", "s1")
        again = uow.ladders.leave("l1", "s1")
        nobody_left = uow.ladders.active("l1")
        back = uow.ladders.join(standing("s1", 1500.0))

    assert left == again == replace(standing("s1", 1700.25), active=False)
    assert nobody_left == ()
    assert back == standing("s1", 1700.25)
    with unit() as uow:
        assert uow.ladders.active("l1") == (back,)


def test_who_was_never_there_cannot_leave(unit: OpenUnit) -> None:
    populate(unit)

    with pytest.raises(NotFound), unit() as uow:
        uow.ladders.leave("l1", "s1")


def test_a_retired_submission_cannot_join(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.submissions.retire("s1")

        with pytest.raises(WrongState, match="retired"):
            uow.ladders.join(standing("s1"))
        with pytest.raises(NotFound):
            uow.ladders.join(standing("nobody"))

    with unit() as uow:
        assert uow.ladders.standings("l1", ["s1", "nobody"]) == {}


def test_contenders_are_who_is_active_and_not_retired(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        for n in (1, 2, 3):
            uow.ladders.join(replace(standing(f"s{n}", 1500.0 + n), blocks=n))
        uow.ladders.leave("l1", "s2")
        uow.submissions.retire("s3")

        assert uow.ladders.contenders("l1") == {"s1": Contender("a1", 1501.0, 1)}


def test_standings_are_found_whether_active_or_not(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        for n in (1, 2, 3):
            uow.ladders.join(standing(f"s{n}", 1500.0 + n))
        uow.ladders.leave("l1", "s2")

        found = uow.ladders.standings("l1", ["s3", "s2"])

    assert found == {
        "s2": replace(standing("s2", 1502.0), active=False),
        "s3": standing("s3", 1503.0),
    }


RATINGS = {"s1": 1500.0, "s2": 1700.5, "s3": 1500.0, "s4": 1200.0, "s5": 1500.0, "s6": 1900.0}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 10])
def test_equal_ratings_share_a_rank_on_pages_of_any_size(unit: OpenUnit, size: int) -> None:
    populate(unit, 6)
    with unit() as uow:
        uow.ladders.add(ladder("l2"))
        uow.ladders.join(standing("s1", 9000.0, "l2"))
        for submission_id, rating in RATINGS.items():
            uow.ladders.join(standing(submission_id, rating))
        uow.ladders.leave("l1", "s6")

    rows, token = [], ""
    with unit() as uow:
        while True:
            page = uow.ladders.rows("l1", size, token)
            rows += page.items
            if not (token := page.next_token):
                break

    assert [row.rank for row in rows] == [1, 2, 2, 2, 5]
    assert [row.standing.rating for row in rows] == [1700.5, 1500.0, 1500.0, 1500.0, 1200.0]
    assert {row.standing.submission_id for row in rows} == {"s1", "s2", "s3", "s4", "s5"}
    assert rows[0].name == Name("Bot b2", 1, "Author a1", "a1")
    assert rows[0].standing == standing("s2", 1700.5)


def test_an_empty_ladder_has_no_rows(unit: OpenUnit) -> None:
    with unit() as uow:
        page = uow.ladders.rows("l1", 10, "")

    assert (page.items, page.next_token) == ((), "")
