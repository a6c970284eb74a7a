from dataclasses import replace

import pytest

from arena.service.errors import NotFound
from arena.service.ports import OpenUnit
from arena.service.records import Attempt, AttemptEnd, MatchState
from tests.storage.samples import FAULTS, LOG, OUTCOME, at, match, populate

DEADLINE = 3_600


@pytest.fixture(autouse=True)
def queued(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.matches.add(match("m1"))
        uow.matches.add(match("m2"))


def test_a_claim_starts_a_match_and_opens_an_attempt(unit: OpenUnit) -> None:
    with unit() as uow:
        claimed = uow.matches.claim("m1", "w1", at(20), at(50))

    running = replace(
        match("m1"),
        state=MatchState.RUNNING,
        attempt=1,
        worker="w1",
        lease_until=at(50),
        started=at(20),
    )
    assert claimed == running
    with unit() as uow:
        assert uow.matches.get("m1") == running
        assert uow.matches.get("m2") == match("m2")
        assert uow.matches.attempts("m1") == (Attempt("m1", 1, "w1", at(20)),)
        assert uow.matches.attempts("m2") == ()


@pytest.mark.parametrize(("now", "free"), [(49.9, False), (50, False), (50.000001, True)])
def test_a_lease_protects_to_its_end(unit: OpenUnit, now: float, free: bool) -> None:
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))

    with unit() as uow:
        claimed = uow.matches.claim("m1", "w2", at(now), at(now + 30))
        expired = uow.matches.expired(at(now), 10)

    assert (claimed is not None) == free
    assert expired == ()


def test_whoever_takes_over_closes_the_attempt_before(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))
    with unit() as uow:
        claimed = uow.matches.claim("m1", "w2", at(60), at(90))

    assert claimed is not None
    assert (claimed.attempt, claimed.worker, claimed.started) == (2, "w2", at(20))
    with unit() as uow:
        assert uow.matches.attempts("m1") == (
            Attempt("m1", 1, "w1", at(20), at(60), AttemptEnd.WORKER_LOST),
            Attempt("m1", 2, "w2", at(60)),
        )


@pytest.mark.parametrize(("now", "claimed"), [(DEADLINE - 0.000001, True), (DEADLINE, False)])
def test_nobody_claims_past_the_deadline(unit: OpenUnit, now: float, claimed: bool) -> None:
    with unit() as uow:
        assert (uow.matches.claim("m1", "w1", at(now), at(now + 30)) is not None) == claimed
        assert {m.match_id for m in uow.matches.overdue(at(now), 10)} == (
            set() if claimed else {"m1", "m2"}
        )


def test_a_final_match_stays_as_it_is(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))
        uow.matches.finish("m1", 1, OUTCOME, LOG, at(30))
        uow.matches.void("m2", AttemptEnd.OPERATOR, "storm", at(30))
        before = [(uow.matches.get(m), uow.matches.attempts(m)) for m in ("m1", "m2")]

    with unit() as uow:
        for match_id, attempt in [("m1", 1), ("m2", 0)]:
            assert uow.matches.claim(match_id, "w2", at(500), at(530)) is None
            assert uow.matches.renew({match_id: attempt}, at(500), at(530)) == frozenset()
            assert not uow.matches.finish(match_id, attempt, OUTCOME, LOG, at(500))
            assert not uow.matches.release(match_id, attempt, AttemptEnd.STORAGE, "", at(500))
            assert not uow.matches.void(match_id, AttemptEnd.DEADLINE, "", at(500))
        after = [(uow.matches.get(m), uow.matches.attempts(m)) for m in ("m1", "m2")]

    assert after == before
    assert [m.state for m, _ in after] == [MatchState.FINISHED, MatchState.VOID]


def test_only_the_newest_attempt_may_write(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))
    with unit() as uow:
        uow.matches.claim("m1", "w2", at(60), at(90))
    with unit() as uow:
        before = uow.matches.get("m1"), uow.matches.attempts("m1")

    with unit() as uow:
        assert uow.matches.renew({"m1": 1}, at(70), at(100)) == frozenset()
        assert not uow.matches.finish("m1", 1, OUTCOME, LOG, at(70))
        assert not uow.matches.release("m1", 1, AttemptEnd.RELAY_LOST, "late", at(70))
        assert not uow.matches.release("m1", 3, AttemptEnd.RELAY_LOST, "early", at(70))

    with unit() as uow:
        assert (uow.matches.get("m1"), uow.matches.attempts("m1")) == before
        with pytest.raises(NotFound):
            uow.matches.log("m1")
        assert uow.matches.finish("m1", 2, OUTCOME, LOG, at(80))


def test_an_old_attempt_is_locked_out_before_the_next_claim(unit: OpenUnit) -> None:
    """After a release nobody runs, so not even the newest attempt may write."""
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))
        uow.matches.release("m1", 1, AttemptEnd.RELAY_LOST, "", at(30))

    with unit() as uow:
        assert not uow.matches.finish("m1", 1, OUTCOME, LOG, at(31))
        assert not uow.matches.release("m1", 1, AttemptEnd.STORAGE, "", at(31))
        assert uow.matches.renew({"m1": 1}, at(31), at(61)) == frozenset()


def test_finishing_writes_outcome_faults_log_and_attempt(unit: OpenUnit) -> None:
    with unit() as uow:
        claimed = uow.matches.claim("m1", "w1", at(20), at(50))
    with unit() as uow:
        assert uow.matches.finish("m1", 1, OUTCOME, LOG, at(30))

    assert claimed is not None
    with unit() as uow:
        assert uow.matches.get("m1") == replace(
            claimed,
            state=MatchState.FINISHED,
            lease_until=None,
            ended=at(30),
            outcome=OUTCOME,
            faults=FAULTS,
        )
        assert uow.matches.log("m1") == tuple(LOG)
        assert uow.matches.attempts("m1") == (
            Attempt("m1", 1, "w1", at(20), at(30), AttemptEnd.FINISHED),
        )


def test_a_released_match_is_queued_again(unit: OpenUnit) -> None:
    detail = "redis\0 went away \ud800"
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))
    with unit() as uow:
        assert uow.matches.release("m1", 1, AttemptEnd.RELAY_LOST, detail, at(30))

    with unit() as uow:
        released = uow.matches.get("m1")
        assert released == replace(match("m1"), attempt=1, started=at(20))
        assert {m.match_id for m in uow.matches.waiting(at(0), 10)} == {"m1", "m2"}
        second = uow.matches.claim("m1", "w2", at(31), at(61))
        first_attempt, second_attempt = uow.matches.attempts("m1")
    assert second is not None
    assert second.attempt == 2
    assert (first_attempt.end, first_attempt.ended) == (AttemptEnd.RELAY_LOST, at(30))
    assert first_attempt.detail == "redis\ufffd went away ?"
    assert second_attempt == Attempt("m1", 2, "w2", at(31))


def test_leases_are_prolonged_for_those_who_hold_them(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in (3, 4, 5, 6):
            uow.matches.add(match(f"m{n}"))
        for n in (1, 2, 3, 4, 5):
            uow.matches.claim(f"m{n}", "w1", at(20), at(50))
    with unit() as uow:
        uow.matches.claim("m2", "w2", at(60), at(90))
        uow.matches.claim("m3", "w1", at(60), at(90))
        uow.matches.void("m4", AttemptEnd.OPERATOR, "", at(60))

    with unit() as uow:
        claims = {"m1": 1, "m2": 1, "m3": 2, "m4": 1, "m6": 0, "nobody": 1}
        assert uow.matches.renew(claims, at(61), at(91)) == {"m1", "m3"}
        assert uow.matches.renew({}, at(61), at(91)) == frozenset()

    with unit() as uow:
        leases = [uow.matches.get(f"m{n}").lease_until for n in range(1, 7)]
    assert leases == [at(91), at(90), at(91), None, at(50), None]


def test_void_closes_the_newest_attempt(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))
    with unit() as uow:
        assert uow.matches.void("m1", AttemptEnd.DEADLINE, "too late", at(70))
        assert uow.matches.void("m2", AttemptEnd.OPERATOR, "", at(70))

    with unit() as uow:
        voided = uow.matches.get("m1")
        assert (voided.state, voided.ended, voided.lease_until) == (MatchState.VOID, at(70), None)
        assert uow.matches.attempts("m1") == (
            Attempt("m1", 1, "w1", at(20), at(70), AttemptEnd.DEADLINE, "too late"),
        )
        assert uow.matches.attempts("m2") == ()


def test_void_leaves_an_attempt_that_ended_before(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.claim("m1", "w1", at(20), at(50))
        uow.matches.release("m1", 1, AttemptEnd.RELAY_LOST, "gone", at(30))
        uow.matches.void("m1", AttemptEnd.DEADLINE, "", at(70))

        (attempt,) = uow.matches.attempts("m1")
    assert (attempt.end, attempt.ended, attempt.detail) == (AttemptEnd.RELAY_LOST, at(30), "gone")


def test_sweeps_find_what_is_over_in_its_order(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.matches.add(match("m3", deadline=at(100)))
        uow.matches.add(match("m4", deadline=at(99)))
        uow.matches.claim("m1", "w", at(20), at(55))
        uow.matches.claim("m2", "w", at(20), at(50))
        uow.matches.claim("m3", "w", at(20), at(60))

        assert [m.match_id for m in uow.matches.expired(at(58), 10)] == ["m2", "m1"]
        assert [m.match_id for m in uow.matches.expired(at(58), 1)] == ["m2"]
        assert [m.match_id for m in uow.matches.overdue(at(100), 10)] == ["m4", "m3"]
        assert [m.match_id for m in uow.matches.overdue(at(100), 1)] == ["m4"]
        assert uow.matches.overdue(at(98), 10) == ()


def test_a_match_that_is_not_there_is_not_found(unit: OpenUnit) -> None:
    with unit() as uow:
        matches = uow.matches
        for ask in (
            lambda: matches.claim("nobody", "w", at(1), at(2)),
            lambda: matches.finish("nobody", 1, OUTCOME, LOG, at(1)),
            lambda: matches.release("nobody", 1, AttemptEnd.STORAGE, "", at(1)),
            lambda: matches.void("nobody", AttemptEnd.STORAGE, "", at(1)),
            lambda: matches.attempts("nobody"),
        ):
            with pytest.raises(NotFound):
                ask()
