"""What a worker on the queue `hosting` holds beside the rest: the bots that it runs.

Imported by such workers alone, so that operators choose the machines that run untrusted code.
"""

import sys
from contextlib import suppress

from celery.signals import worker_init

from arena.hosting import Host
from arena.service.errors import NotFound, Unavailable
from workers.app import app
from workers.process import process

_host: Host | None = None


@app.task(name="arena.host")
def host(submission_id: str) -> None:
    """Takes a submission in, if there is room for it."""
    assert _host is not None, "the worker has not started"
    with suppress(NotFound):  # an old message: the database is another one now
        process().run(_host.take(submission_id))


@worker_init.connect
def _start(**_: object) -> None:
    global _host
    worker = process()
    try:
        _host = worker.wiring.host(worker.name)
        worker.run(_host.start())
    except Unavailable as error:
        sys.exit(f"this machine cannot run uploaded bots: {error}")
    worker.endings.append(_host.stop)
