"""A worker that lives but takes nothing from its queue is noticed, ends and is started again."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from celery import Celery

from arena.bootstrap import wire
from arena.cli.processes import running
from arena.config import Settings
from arena.relay.duty import DutyRoll
from arena.service import ladders
from tests.redis_server import MortalRedis
from workers.hearing import DEAF_S, Hearing, count_waiting
from workers.queue import USUAL

PATIENCE_S = 60.0


class Watch:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_only_work_that_waits_for_a_worker_with_room_shows_that_it_is_deaf() -> None:
    watch = Watch()
    hearing = Hearing(2, watch)

    def looked(waiting: int, after_s: float) -> bool:
        watch.now_s += after_s
        return hearing.is_deaf(waiting)

    assert not looked(5, 100.0), "the first look is never enough"
    assert not looked(5, DEAF_S)
    assert looked(5, 1.0)
    assert not looked(0, 1.0), "nothing waits"
    assert not looked(1, 1.0)
    hearing.received()
    assert not looked(1, DEAF_S + 1), "it heard something since"
    hearing.began()
    hearing.began()
    assert not looked(1, DEAF_S + 1), "it has no room"
    hearing.ended()
    assert not looked(1, 1.0)
    assert looked(1, DEAF_S + 1)


SEND = """
from arena.cli.status import QUEUES
from arena.metrics.catalogue import REGISTRY
from arena.relay.duty import DutyRoll
from workers.app import settings
from workers.hearing import count_waiting
from workers.queue import CeleryQueue

queue, roll = CeleryQueue(), DutyRoll(settings.redis_url)
for match_id in ("match-1", "match-2", "match-3"):
    queue.play(match_id)
queue.play("match-4", urgent=True)
queue.rate("block-1")
watched = count_waiting(roll, ["matches"])
told = REGISTRY.get_sample_value("arena_queue_length", {"queue": "matches"})
print(watched, int(told), *roll.queue_lengths(QUEUES).values())
"""


def test_messages_of_every_priority_count(mortal_redis: MortalRedis) -> None:
    sent = subprocess.run(
        [sys.executable, "-c", SEND],
        env={**os.environ, "ARENA_REDIS_URL": mortal_redis.url},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert sent.stdout.split() == ["4", "4", "4", "1", "0"], sent.stderr


def test_where_redis_is_away_nothing_waits(mortal_redis: MortalRedis) -> None:
    with closing(DutyRoll(mortal_redis.url)) as roll:
        mortal_redis.kill()

        assert count_waiting(roll, ["away-test-queue"]) == 0


@pytest.mark.e2e
def test_a_worker_that_is_deaf_to_usual_matches_is_replaced(tmp_path: Path) -> None:
    settings = replace(Settings(), data_dir=tmp_path, gateway_port=0, web_port=0, drain_s=0.5)
    with running(settings) as (supervisor, settings), Celery(broker=settings.redis_url) as app:
        until(lambda: "no longer consuming from matches" in str(cancelled(app, "matches")))
        app.send_task("arena.play_match", ("match-none",), queue="matches", priority=USUAL)

        dead: list[str] = []
        until(lambda: dead.extend(supervisor.tend()) or dead)

        assert dead == ["worker"]
        assert "hears nothing" in (tmp_path / "logs" / "worker.log").read_text()


@pytest.mark.e2e
def test_a_deaf_worker_is_replaced(tmp_path: Path) -> None:
    settings = replace(Settings(), data_dir=tmp_path, gateway_port=0, web_port=0, drain_s=0.5)
    with running(settings) as (supervisor, settings), closing(wire(settings)) as wiring:
        ladder_id = ladders.create_ladder(
            "open", "scout", {}, 3, open_unit=wiring.open_unit, games=wiring.games, now=wiring.now
        ).ladder_id

        def ticked() -> datetime | None:
            return ladders.ladder_of(ladder_id, open_unit=wiring.open_unit).ticked

        until(lambda: ticked() is not None)
        with Celery(broker=settings.redis_url) as app:
            assert "no longer consuming from ledger" in str(cancelled(app, "ledger"))

        dead: list[str] = []
        until(lambda: dead.extend(supervisor.tend()) or "ledger" in dead)
        replaced = wiring.now()

        until(lambda: supervisor.tend() or (ticked() or replaced) > replaced)
        assert dead == ["ledger"]
        assert "hears nothing" in (tmp_path / "logs" / "ledger.log").read_text()


def cancelled(app: Celery, queue: str) -> object:
    """Makes the workers on a queue deaf to it; returns what they say to that."""
    return app.control.cancel_consumer(queue, reply=True, timeout=2.0)


def until(claim: Callable[[], object]) -> None:
    """Returns once the claim holds."""
    patience = time.monotonic() + PATIENCE_S
    while not claim():
        assert time.monotonic() < patience, "it did not come to that"
        time.sleep(0.1)
