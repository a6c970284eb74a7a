"""What holds when many threads do the same at once, on databases that let them."""

from collections import Counter
from dataclasses import replace

import pytest

from arena.service.errors import AlreadyExists, WrongState
from arena.service.records import AttemptEnd, BlockState, MatchFilter
from arena.storage import Database
from tests.storage.samples import (
    LOG,
    OUTCOME,
    at,
    author,
    block,
    bot,
    match,
    matches_of,
    populate,
    standing,
    submission,
)
from tests.storage.together import together

THREADS = 20


@pytest.fixture(autouse=True)
def populated(database: Database) -> None:
    populate(database.unit)


def test_of_many_claims_one_wins(database: Database) -> None:
    with database.unit() as uow:
        for n in range(5):
            uow.matches.add(match(f"m{n}"))

    def claim(n: int) -> int:
        won = 0
        for m in range(5):
            with database.unit() as uow:
                won += uow.matches.claim(f"m{m}", f"w{n}", at(20), at(50)) is not None
        return won

    assert sum(together(THREADS, claim)) == 5
    with database.unit() as uow:
        for n in range(5):
            (attempt,) = uow.matches.attempts(f"m{n}")
            assert attempt.worker == uow.matches.get(f"m{n}").worker


def test_of_many_takeovers_one_wins(database: Database) -> None:
    with database.unit() as uow:
        uow.matches.add(match("m1"))
        uow.matches.claim("m1", "lost", at(20), at(50))

    def take_over(n: int) -> bool:
        with database.unit() as uow:
            return uow.matches.claim("m1", f"w{n}", at(60), at(90)) is not None

    assert sum(together(THREADS, take_over)) == 1
    with database.unit() as uow:
        assert uow.matches.get("m1").attempt == 2
        assert len(uow.matches.attempts("m1")) == 2


def test_a_match_ends_once_however_many_end_it(database: Database) -> None:
    with database.unit() as uow:
        uow.matches.add(match("m1"))
        uow.matches.claim("m1", "w", at(20), at(50))

    def end(n: int) -> bool:
        with database.unit() as uow:
            if n % 2:
                return uow.matches.finish("m1", 1, OUTCOME, LOG, at(30))
            return uow.matches.release("m1", 1, AttemptEnd.HANDED_BACK, "", at(30))

    assert sum(together(THREADS, end)) == 1
    with database.unit() as uow:
        (attempt,) = uow.matches.attempts("m1")
        assert attempt.ended == at(30)


def test_a_name_is_given_once_however_many_ask(database: Database) -> None:
    def add(n: int) -> bool:
        name = "".join(c.upper() if n >> i & 1 else c for i, c in enumerate("arena"))
        try:
            with database.unit() as uow:
                uow.authors.add(author(f"x{n}", name))
                uow.bots.add(bot(f"x{n}", name))
        except AlreadyExists:
            return False
        return True

    assert sum(together(THREADS, add)) == 1
    with database.unit() as uow:
        assert uow.bots.get("ARENA").author_id == "a1"


def test_a_request_makes_one_record_however_often_it_is_sent(database: Database) -> None:
    def ask(n: int) -> tuple[str, str, int]:
        with database.unit() as uow:
            made = uow.matches.add(match(f"m{n}"), request_id="r", author_id="a1")
        with database.unit() as uow:
            kept = uow.submissions.add(submission(f"x{n}"), request_id="r")
        return made.match_id, kept.submission_id, kept.number

    answers = Counter(together(THREADS, ask))

    assert len(answers) == 1
    (_, _, number) = next(iter(answers))
    assert number == 2


def test_submissions_are_numbered_without_gaps(database: Database) -> None:
    def add(n: int) -> int:
        with database.unit() as uow:
            return uow.submissions.add(submission(f"x{n}")).number

    assert sorted(together(THREADS, add)) == list(range(2, THREADS + 2))


def test_no_count_is_lost_under_the_lock_of_a_ladder(database: Database) -> None:
    with database.unit() as uow:
        uow.ladders.join(standing("s1", 0.0))

    def rate(n: int) -> int:
        with database.unit() as uow:
            sequence = uow.ladders.lock("l1").rated_blocks + 1
            (mine,) = uow.ladders.standings("l1", ["s1"]).values()
            one = block(f"x{n}")
            uow.blocks.add(one, matches_of(one))
            uow.blocks.close(one.block_id, BlockState.RATED, at(30), sequence)
            moved = replace(mine, rating=mine.rating + 1, blocks=mine.blocks + 1)
            uow.ladders.rate("l1", [moved], [])
            return sequence

    assert sorted(together(THREADS, rate)) == list(range(1, THREADS + 1))
    with database.unit() as uow:
        assert uow.ladders.standings("l1", ["s1"])["s1"].rating == THREADS


def test_nobody_who_retires_stays_on_a_ladder(database: Database) -> None:
    def join_or_retire(n: int) -> None:
        try:
            with database.unit() as uow:
                if n == THREADS // 2:
                    uow.submissions.retire("s1")
                else:
                    uow.ladders.join(standing("s1"))
        except WrongState:
            pass

    together(THREADS, join_or_retire)

    with database.unit() as uow:
        assert uow.ladders.rows("l1", 10, "").items == ()


def test_a_walk_meets_everything_once_while_more_is_added(database: Database) -> None:
    with database.unit() as uow:
        for n in range(60):
            uow.matches.add(match(f"m{n:02}", at(n // 4)))

    def walk_or_add(n: int) -> list[str]:
        if n:
            for extra in range(15):
                with database.unit() as uow:
                    uow.matches.add(match(f"x{n}.{extra}", at(100 + extra)))
            return []
        walked, token = [], ""
        while True:
            with database.unit() as uow:
                page = uow.matches.page(3, token, MatchFilter())
            walked += [m.match_id for m in page.items]
            if not (token := page.next_token):
                return walked

    walked = together(4, walk_or_add)[0]

    old = [match_id for match_id in walked if match_id.startswith("m")]
    assert sorted(old) == [f"m{n:02}" for n in range(60)]
    assert len(set(walked)) == len(walked)


def test_far_more_threads_than_connections_all_get_their_turn(database: Database) -> None:
    with database.unit() as uow:
        for n in range(100):
            uow.matches.add(match(f"m{n}"))

    def play(n: int) -> bool:
        with database.unit() as uow:
            claimed = uow.matches.claim(f"m{n}", "w", at(20), at(50))
        assert claimed is not None
        with database.unit() as uow:
            uow.matches.renew({f"m{n}": 1}, at(21), at(51))
        with database.unit() as uow:
            return uow.matches.finish(f"m{n}", 1, OUTCOME, LOG, at(30))

    assert all(together(100, play))
    with database.unit() as uow:
        assert uow.matches.load(at(30)) == {}
