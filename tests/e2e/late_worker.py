"""A worker on whose broker every task is handed out again after a second, while it plays.

That is what an expired visibility time-out does, here with tasks that are acknowledged late.
"""

import os
import sys
from collections.abc import Sequence

from celery import Task
from celery.signals import task_prerun

from arena.bootstrap import configure_logging
from workers import process  # noqa: F401  it connects what starts with the worker
from workers.app import app, settings

VISIBLE_S = 1


@task_prerun.connect
def _note(task: Task, args: Sequence[str], **_: object) -> None:  # type: ignore[type-arg]
    """Says in the log that a task was delivered; Celery would make several messages of it."""
    print("delivered", task.name, *args, file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    configure_logging(settings)
    app.conf.task_acks_late = True
    app.conf.broker_transport_options |= {
        "visibility_timeout": VISIBLE_S,
        "unacked_restore_interval": VISIBLE_S,
        "unacked_restore_throttle": 1,
    }
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=threads",
            "--concurrency=16",
            f"--queues={sys.argv[1]}",
            f"--hostname=late-{os.getpid()}@%h",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
        ]
    )
