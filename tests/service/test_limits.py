"""Buckets of tokens: how often one may, when again, and that one author is not another."""

import pytest

from arena.service import limits
from arena.service.errors import TooMany
from arena.service.limits import Limit, Limits, Rate, rates


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_as_many_as_allowed_come_at_once_and_then_one_by_one() -> None:
    clock = Clock()
    counted = Limits({Limit.CALLS: Rate(60, 60, "a minute")}, clock)

    for _ in range(60):
        counted.take(Limit.CALLS, "ada")
    with pytest.raises(TooMany, match=r"at most 60 calls a minute; try again in 1\.0 s") as refused:
        counted.take(Limit.CALLS, "ada")
    clock.now_s += refused.value.retry_s
    counted.take(Limit.CALLS, "ada")
    with pytest.raises(TooMany):
        counted.take(Limit.CALLS, "ada")


def test_whoever_is_refused_does_not_wait_longer_for_asking_again() -> None:
    clock = Clock()
    counted = Limits({Limit.UPLOADS: Rate(1, 10, "in ten seconds")}, clock)
    counted.take(Limit.UPLOADS, "ada")

    waits = []
    for _ in range(3):
        with pytest.raises(TooMany) as refused:
            counted.take(Limit.UPLOADS, "ada")
        waits.append(refused.value.retry_s)
        clock.now_s += 1

    assert waits == pytest.approx([10, 9, 8])


def test_authors_and_limits_are_counted_apart() -> None:
    counted = Limits({limit: Rate(1, 60, "a minute") for limit in Limit})

    for limit in Limit:
        for who in ("ada", "bob"):
            counted.take(limit, who)
            with pytest.raises(TooMany):
                counted.take(limit, who)


def test_a_rate_of_zero_limits_nothing() -> None:
    counted = Limits(rates(0, 0, 0, 0))

    for _ in range(10_000):
        counted.take(Limit.CALLS, "ada")


def test_a_crowd_takes_no_more_memory_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    counted = Limits({Limit.ADDRESS: Rate(2, 60, "a minute")})

    for number in range(100):
        counted.take(Limit.ADDRESS, str(number))

    assert len(counted._buckets) == 10
    counted.take(Limit.ADDRESS, "99")
    with pytest.raises(TooMany):
        counted.take(Limit.ADDRESS, "99")
