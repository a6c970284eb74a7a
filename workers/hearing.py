"""Notices a worker that has gone deaf: work waits, it has room, and nothing reaches it.

Celery workers were seen to live on after their broker came back, and to take nothing from it any
more: https://github.com/celery/celery/issues/10205 is one of many reports. A look at the connection
does not show it, so we look at the work. Where other workers take it all, a deaf one does no harm.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import redis
import structlog
from celery.signals import task_postrun, task_prerun, task_received, worker_ready

from arena.metrics.catalogue import DEAF, QUEUE_LENGTH
from arena.relay.duty import Details, DutyRoll, on_duty
from workers.app import settings
from workers.process import process

DEAF_S = 10.0
"""Work waits no longer than this for a worker that has room, if it hears."""
LOOK_S = 1.0
FAREWELL_S = 5.0
"""How long the matches of a deaf worker may take to be handed back."""

_log = structlog.get_logger(__name__)


class Hearing:
    """What one worker heard, and whether it should have heard more. Safe in any thread."""

    def __init__(self, room: int, clock_s: Callable[[], float] = time.monotonic) -> None:
        """`room` is how many tasks the worker does at a time."""
        self._room = room
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._running = 0
        self._silent_since: float | None = None

    def received(self) -> None:
        """A task has reached the worker."""
        with self._lock:
            self._silent_since = None

    def began(self) -> None:
        with self._lock:
            self._running += 1

    def ended(self) -> None:
        with self._lock:
            self._running -= 1

    def details(self) -> Details:
        """Returns what others may know of it; it seems deaf well before it leaves."""
        with self._lock:
            since = self._silent_since
            silent_s = 0.0 if since is None else self._clock_s() - since
            return {"room": self._room, "tasks": self._running, "deaf": silent_s > DEAF_S / 2}

    def is_deaf(self, waiting: int) -> bool:
        """Takes how much work waits now; to be asked again and again."""
        with self._lock:
            if not waiting or self._running >= self._room:
                self._silent_since = None
                return False
            now_s = self._clock_s()
            if self._silent_since is None:
                self._silent_since = now_s
            return now_s - self._silent_since > DEAF_S


@worker_ready.connect
def _listen(sender: Any, **_: object) -> None:
    """Starts to watch this worker; the signal's sender is its consumer."""
    hearing = Hearing(sender.pool.num_processes)
    signals: tuple[tuple[Any, Callable[[], None]], ...] = (
        (task_received, hearing.received),
        (task_prerun, hearing.began),
        (task_postrun, hearing.ended),
    )
    for signal, note in signals:
        signal.connect(lambda note=note, **_: note(), weak=False)
    queues = tuple(sender.app.amqp.queues.consume_from)
    threading.Thread(target=_watch, args=(hearing, queues), name="hearing", daemon=True).start()


def _watch(hearing: Hearing, queues: Sequence[str]) -> None:
    def details() -> Details:
        return {"queues": " ".join(queues), **hearing.details()}

    with (
        closing(DutyRoll(settings.redis_url)) as roll,
        on_duty(settings.redis_url, "worker", process().name, details),
    ):
        while True:
            time.sleep(LOOK_S)
            waiting = count_waiting(roll, queues)
            DEAF.set(bool(hearing.details()["deaf"]))
            if hearing.is_deaf(waiting):
                _leave(waiting)


def count_waiting(roll: DutyRoll, queues: Sequence[str]) -> int:
    """Returns how many messages wait in these queues, and tells it as a metric."""
    try:
        lengths = roll.queue_lengths(queues)
    except (redis.RedisError, TimeoutError):
        lengths = dict.fromkeys(queues, 0)  # there is nobody to hear
    for queue, length in lengths.items():
        QUEUE_LENGTH.labels(queue).set(length)
    return sum(lengths.values())


def _leave(waiting: int) -> None:
    """Hands the matches back and ends the process; whoever supervises it starts it again."""
    _log.error("this worker hears nothing and leaves", waiting=waiting)
    process().hand_back_now(FAREWELL_S)
    os._exit(1)
