"""The queue of the use cases, on Celery."""

import redis
from kombu.exceptions import OperationalError

from arena.relay.duty import DutyRoll
from arena.service.errors import Unavailable
from arena.service.scheduling import REDISPATCH
from workers.app import HOSTING, app, settings

URGENT, USUAL = 0, 3
"""Priorities as Celery has them on Redis: a list of its own for each, the lowest number first."""


class CeleryQueue:
    """Sends ids to the workers, and counts those that wait."""

    def __init__(self) -> None:
        self._roll = DutyRoll(settings.redis_url or "redis://")

    def play(self, match_id: str, *, urgent: bool = False) -> None:
        # A copy that waits for longer has a younger one behind it.
        expires = 2 * REDISPATCH.total_seconds()
        _send("arena.play_match", match_id, expires, URGENT if urgent else USUAL)

    def rate(self, block_id: str) -> None:
        _send("arena.rate_block", block_id)

    def host(self, submission_id: str) -> None:
        _send("arena.host", submission_id)

    def hosting_waits(self) -> bool:
        try:
            return self._roll.queue_lengths([HOSTING])[HOSTING] > 0
        except (redis.RedisError, TimeoutError) as error:
            raise Unavailable(f"the queue is down: {error}") from error


def _send(task: str, record_id: str, expires: float | None = None, priority: int = URGENT) -> None:
    try:
        app.send_task(task, (record_id,), ignore_result=True, expires=expires, priority=priority)
    except OperationalError as error:
        raise Unavailable(f"the queue is down: {error}") from error
