from dataclasses import replace
from itertools import product

import pytest
from sqlalchemy import text

from arena.service.errors import AlreadyExists, NotFound
from arena.service.ports import OpenUnit
from arena.service.records import AttemptEnd, MatchFilter, MatchState
from arena.storage import Database
from tests.storage.samples import LOG, OUTCOME, SEED, at, block, match, matches_of, populate


@pytest.fixture(autouse=True)
def submissions(unit: OpenUnit) -> None:
    populate(unit, 4)


def test_a_match_comes_back_as_it_was(unit: OpenUnit) -> None:
    kept = match("m1", worker="", dispatched=at(11), place=2)
    with unit() as uow:
        assert uow.matches.add(kept) == kept

    with unit() as uow:
        assert uow.matches.get("m1") == kept
        assert uow.matches.get("m1").seed == SEED
        with pytest.raises(NotFound):
            uow.matches.get("nobody")


def test_an_id_is_given_once(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.add(match("m1"), request_id="r1", author_id="a1")

    for request_id in ("", "r2"):
        with pytest.raises(AlreadyExists), unit() as uow:
            uow.matches.add(match("m1"), request_id=request_id, author_id="a1")


def test_a_repeated_request_returns_the_first_match(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.add(match("m1"), request_id="r1", author_id="a1")
    with unit() as uow:
        again = uow.matches.add(match("m2"), request_id="r1", author_id="a1")
        other_author = uow.matches.add(match("m3"), request_id="r1", author_id="a2")
        other_request = uow.matches.add(match("m4"), request_id="r2", author_id="a1")
        no_request = [uow.matches.add(match(f"m{n}"), author_id="a1").match_id for n in (5, 6)]

    assert again == match("m1")
    assert (other_author.match_id, other_request.match_id) == ("m3", "m4")
    assert no_request == ["m5", "m6"]
    with unit() as uow, pytest.raises(NotFound):
        uow.matches.get("m2")


def test_a_submission_may_sit_twice(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.add(match("m1", lineup=("s1", "s1", "s2")))
        uow.matches.add(match("m2", at(11), lineup=("s1", "s2", "s1")))
        uow.matches.claim("m1", "w", at(20), at(50))

        page = uow.matches.page(1, "", MatchFilter(submission_id="s1"))
        rest = uow.matches.page(1, page.next_token, MatchFilter(submission_id="s1"))
        load = uow.matches.load(at(21))

    assert [m.match_id for m in page.items + rest.items] == ["m2", "m1"]
    assert rest.next_token == ""
    assert load == {"s1": 1, "s2": 1}


def test_lists_of_matches_are_restricted_in_every_combination(unit: OpenUnit) -> None:
    """Every filter must list what a plain comparison of all matches finds."""
    with unit() as uow:
        for n in range(6):
            one = replace(block(f"k{n}", at(n // 2)), lineup=(f"s{n % 4 + 1}", "s2", "s3"))
            uow.blocks.add(one, matches_of(one))
        uow.matches.add(match("alone", at(1), lineup=("s1", "s2", "s4")))
    with unit() as uow:
        for n in range(6):
            uow.matches.claim(f"k{n}.0", "w", at(20), at(50))
            uow.matches.finish(f"k{n}.0", 1, OUTCOME, LOG, at(30))
        uow.matches.claim("k1.1", "w", at(20), at(50))
        uow.matches.void("k2.1", AttemptEnd.OPERATOR, "", at(30))
    with unit() as uow:
        everything = uow.matches.page(50, "", MatchFilter()).items
    assert len(everything) == 19
    order = [(m.created, m.match_id) for m in everything]
    assert order == sorted(order, reverse=True)

    for ladder_id, submission_id, state in product(
        ("", "l1", "nobody"), ("", "s1", "s2", "s4", "nobody\0"), (None, *MatchState)
    ):
        where = MatchFilter(ladder_id, submission_id, state)
        walked, token = [], ""
        with unit() as uow:
            while True:
                page = uow.matches.page(2, token, where)
                walked += page.items
                if not (token := page.next_token):
                    break
        assert walked == [
            m
            for m in everything
            if (not ladder_id or m.ladder_id == ladder_id)
            and (not submission_id or submission_id in m.lineup)
            and (state is None or m.state is state)
        ], where


def test_only_a_finished_match_has_a_log(unit: OpenUnit) -> None:
    with unit() as uow:
        for match_id in ("m1", "m2", "m3"):
            uow.matches.add(match(match_id))
            uow.matches.claim(match_id, "w", at(20), at(50))
        uow.matches.finish("m1", 1, OUTCOME, LOG, at(30))
        uow.matches.void("m2", AttemptEnd.INTERNAL, "", at(30))

    with unit() as uow:
        assert uow.matches.log("m1") == tuple(LOG)
        for match_id in ("m2", "m3", "nobody"):
            with pytest.raises(NotFound):
                uow.matches.log(match_id)


def test_logs_are_forgotten_by_the_end_of_their_match(database: Database) -> None:
    """Also those of processes of the version before, which wrote no date beside them."""
    with database.unit() as uow:
        for n in range(1, 5):
            uow.matches.add(match(f"m{n}"))
            uow.matches.claim(f"m{n}", "w", at(20), at(50))
            uow.matches.finish(f"m{n}", 1, OUTCOME, LOG, at(30 + n))
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE match_logs SET ended = NULL WHERE match_id <> 'm1'"))

    with database.unit() as uow:
        assert uow.matches.forget_logs(at(33), 10) == 1
        assert [uow.matches.date_logs(2) for _ in range(3)] == [2, 1, 0]
        assert [uow.matches.forget_logs(at(33), 10) for _ in range(2)] == [1, 0]

    with database.unit() as uow:
        assert [len(uow.matches.log(f"m{n}")) for n in range(1, 5)] == [0, 0, len(LOG), len(LOG)]


def test_matches_wait_until_their_ids_are_dispatched(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in range(1, 6):
            uow.matches.add(match(f"m{n}", at(10 - n)))
        uow.matches.claim("m5", "w", at(20), at(50))

    with unit() as uow:
        assert [m.match_id for m in uow.matches.waiting(at(0), 10)] == ["m4", "m3", "m2", "m1"]
        assert [m.match_id for m in uow.matches.waiting(at(0), 2)] == ["m4", "m3"]
        uow.matches.dispatch(["m4", "m2"], at(100))
        uow.matches.dispatch([], at(999))
    with unit() as uow:
        assert uow.matches.get("m4").dispatched == at(100)
        assert uow.matches.get("m1").dispatched is None
        assert [m.match_id for m in uow.matches.waiting(at(100), 10)] == ["m3", "m1"]
        assert len(uow.matches.waiting(at(100.000001), 10)) == 4


def test_those_that_stand_alone_wait_apart(unit: OpenUnit) -> None:
    opened = block("k1")
    with unit() as uow:
        uow.blocks.add(opened, matches_of(opened))
        uow.matches.add(match("asked"), author_id="a1")
        uow.matches.add(match("repeated"), author_id="a1", request_id="r1")
        uow.matches.add(match("an operator's"), author_id="")
        uow.matches.add(match("to qualify"), author_id="", request_id="r2")

    with unit() as uow:
        alone = {m.match_id for m in uow.matches.waiting(at(0), 10, alone=True)}
        others = {m.match_id for m in uow.matches.waiting(at(0), 10, alone=False)}

    assert alone == {"asked", "repeated", "an operator's"}
    assert others == {"to qualify", *(m.match_id for m in matches_of(opened))}


def test_matches_in_which_somebody_sits_are_left_out(unit: OpenUnit) -> None:
    with unit() as uow:
        for n, lineup in enumerate([("s1", "s2"), ("s2", "s3"), ("s3", "s4"), ("s4", "s3")]):
            uow.matches.add(match(f"m{n}", lineup=lineup))

    with unit() as uow:
        found = uow.matches.waiting(at(0), 1, without=["s2", "s1", "nobody"])
        assert [m.match_id for m in found] == ["m2"]
        assert uow.matches.waiting(at(0), 10, without=["s1", "s3"]) == ()


def test_matches_of_an_author_are_counted_until_they_are_final(unit: OpenUnit) -> None:
    opened = block("k1")
    with unit() as uow:
        uow.blocks.add(opened, matches_of(opened))
        for n in range(4):
            uow.matches.add(match(f"m{n}"), author_id="a1", request_id="r1" * (n == 0))
        uow.matches.add(match("other"), author_id="a2")
        for n in range(3):
            uow.matches.claim(f"m{n}", "w", at(20), at(50))
        uow.matches.finish("m1", 1, OUTCOME, LOG, at(30))
        uow.matches.void("m2", AttemptEnd.OPERATOR, "", at(30))

    with unit() as uow:
        assert [uow.matches.unfinished(a) for a in ("a1", "a2", "a3")] == [2, 1, 0]


def test_load_counts_matches_that_run_or_are_about_to(unit: OpenUnit) -> None:
    with unit() as uow:
        for n, lineup in enumerate(
            [("s1", "s2"), ("s1", "s3"), ("s1", "s4"), ("s1", "s4"), ("s1", "s4"), ("s1", "s4")]
        ):
            uow.matches.add(match(f"m{n}", lineup=lineup))
        uow.matches.claim("m0", "w", at(20), at(50))
        uow.matches.dispatch(["m1"], at(70))
        uow.matches.dispatch(["m2"], at(69.9))
        for match_id in ("m3", "m4"):
            uow.matches.claim(match_id, "w", at(20), at(50))
        uow.matches.finish("m3", 1, OUTCOME, LOG, at(30))
        uow.matches.void("m4", AttemptEnd.OPERATOR, "", at(30))

        assert uow.matches.load(at(100)) == {"s1": 2, "s2": 1, "s3": 1}
