"""A worker that lives but takes nothing from its queue is noticed, ends and is started again."""

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
from arena.service import ladders
from workers.hearing import DEAF_S, Hearing

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


@pytest.mark.e2e
def test_a_deaf_worker_is_replaced(tmp_path: Path) -> None:
    settings = replace(Settings(), data_dir=tmp_path, gateway_port=0, drain_s=0.5)
    with running(settings) as (supervisor, settings), closing(wire(settings)) as wiring:
        ladder_id = ladders.create_ladder(
            "open", "scout", {}, 3, open_unit=wiring.open_unit, games=wiring.games, now=wiring.now
        ).ladder_id

        def ticked() -> datetime | None:
            return ladders.ladder_of(ladder_id, open_unit=wiring.open_unit).ticked

        until(lambda: ticked() is not None)
        with Celery(broker=settings.redis_url) as app:
            answers = app.control.cancel_consumer("ledger", reply=True, timeout=2.0)
        assert "no longer consuming from ledger" in str(answers)

        dead: list[str] = []
        until(lambda: dead.extend(supervisor.tend()) or "ledger" in dead)
        replaced = wiring.now()

        until(lambda: supervisor.tend() or (ticked() or replaced) > replaced)
        assert dead == ["ledger"]
        assert "hears nothing" in (tmp_path / "logs" / "ledger.log").read_text()


def until(claim: Callable[[], object]) -> None:
    """Returns once the claim holds."""
    patience = time.monotonic() + PATIENCE_S
    while not claim():
        assert time.monotonic() < patience, "it did not come to that"
        time.sleep(0.1)
