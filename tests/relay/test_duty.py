"""Who is on duty: seen while it runs, gone when it is, whatever the way it went."""

import time
from dataclasses import replace

import redis

from arena.relay import duty
from arena.relay.directory import entry_key
from arena.relay.duty import DutyRoll, OnDuty, on_duty


def test_a_process_is_on_duty_for_as_long_as_it_says_so(redis_url: str) -> None:
    roll = DutyRoll(redis_url)

    with on_duty(redis_url, "gateway", "gateway-duty-test", lambda: {"sessions": 3}):
        seen = _await(roll, "gateway-duty-test")
    left = [one.name for one in roll.read()]

    assert (seen.kind, seen.details) == ("gateway", {"sessions": 3})
    assert seen.host
    assert seen.pid
    assert "gateway-duty-test" not in left


def test_a_process_that_fell_silent_is_off_duty_in_time(redis_url: str) -> None:
    roll = DutyRoll(redis_url)

    roll.announce(OnDuty("worker", "worker-silent-test"))

    with redis.Redis.from_url(redis_url) as client:
        left_ms = client.pttl("arena:duty:worker:worker-silent-test")
    assert 0 < left_ms <= duty.ENTRY_TTL_MS


def test_the_roll_is_in_order_and_counts_what_waits(redis_url: str) -> None:
    roll, one = DutyRoll(redis_url), OnDuty("beat", "b-order-test")
    for entry in (replace(one, name="c-order-test"), one, replace(one, kind="web")):
        roll.announce(entry)
    with redis.Redis.from_url(redis_url) as client:
        client.rpush("duty-test-queue", "1", "2")

    found = [(o.kind, o.name) for o in roll.read() if o.name.endswith("order-test")]

    assert found == [("beat", "b-order-test"), ("beat", "c-order-test"), ("web", "b-order-test")]
    assert roll.queue_lengths(["duty-test-queue", "nothing"]) == {
        "duty-test-queue": 2,
        "nothing": 0,
    }


def test_who_has_no_session_is_offline(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set(entry_key("sub-duty-here"), "1 1 1 gateway", px=5_000)

    found = DutyRoll(redis_url).offline(["sub-duty-here", "sub-duty-away"])

    assert found == {"sub-duty-away"}
    assert DutyRoll(redis_url).offline([]) == set()


def test_without_a_redis_nothing_is_announced() -> None:
    with on_duty("", "web", "nobody"):
        pass


def _await(roll: DutyRoll, name: str) -> OnDuty:
    while True:
        for one in roll.read():
            if one.name == name:
                return one
        time.sleep(0.02)
