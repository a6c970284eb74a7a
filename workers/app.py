"""The Celery application: ids in small messages, acknowledged early, no results.

A lost message is found again by the sweep, a message delivered twice does nothing the second time,
so Celery needs neither late acknowledgement nor a result backend. Importing this module opens no
connection and touches no gRPC.
"""

import structlog
from celery import Celery, Task

from arena.config import Settings
from arena.relay.sentinels import broker
from arena.service.errors import Unavailable
from arena.service.relay_ports import RelayLost

MATCHES, LEDGER, HOSTING = "matches", "ledger", "hosting"
TICK_S, SWEEP_S, TIDY_S, ESTIMATE_S, STARTS_S = 1.0, 2.0, 3_600.0, 5.0, 2.0

settings = Settings.from_environment()

_log = structlog.get_logger(__name__)


class ArenaTask(Task):  # type: ignore[type-arg]  # it is generic in its stubs alone
    """A task that may find a part of the arena away: the next tick or sweep tries again."""

    throws = (RelayLost, Unavailable)

    def on_failure(self, exc: Exception, *_: object) -> None:
        """Says in one line what is away; Celery itself shows what is unexpected."""
        if isinstance(exc, self.throws):
            _log.warning("put off", task=self.name, why=str(exc))


_broker, _failing_over = broker(settings.redis_url or "redis://")
app = Celery(
    "botarena",
    broker=_broker,
    include=["workers.tasks"],
    task_cls=ArenaTask,
)
app.conf.update(
    task_ignore_result=True,
    task_acks_late=False,
    task_serializer="json",
    accept_content=["json"],
    task_publish_retry=False,
    task_default_queue=LEDGER,
    task_routes={"arena.play_match": {"queue": MATCHES}, "arena.host": {"queue": HOSTING}},
    worker_prefetch_multiplier=1,
    worker_disable_prefetch=True,  # what a busy worker holds, an idle one could be doing
    worker_hijack_root_logger=False,
    worker_enable_remote_control=True,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # Whoever sends hears at once that the broker is down; consumers come back by other rules.
    broker_transport_options={
        "socket_connect_timeout": 1.0,
        "socket_timeout": 1.5,
        "max_retries": 0,
        **_failing_over,
    },
    beat_schedule={
        "tick": {"task": "arena.tick", "schedule": TICK_S, "options": {"expires": 5 * TICK_S}},
        "sweep": {"task": "arena.sweep", "schedule": SWEEP_S, "options": {"expires": 2 * SWEEP_S}},
        "estimate": {
            "task": "arena.estimate",
            "schedule": ESTIMATE_S,
            "options": {"expires": ESTIMATE_S},
        },
        "starts": {
            "task": "arena.start_tournaments",
            "schedule": STARTS_S,
            "options": {"expires": 2 * STARTS_S},
        },
        "tidy": {"task": "arena.tidy", "schedule": TIDY_S, "options": {"expires": TIDY_S}},
    },
)
