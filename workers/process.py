"""What one worker process holds: an event loop in a thread of its own, the relay, the leases.

Celery's threads come in with an id each; their matches all wait in the one event loop, so that a
process plays as many matches at a time as it has threads.
"""

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Collection, Coroutine, Mapping
from types import FrameType
from typing import Any, TypeVar

from celery.signals import worker_init, worker_ready, worker_shutdown, worker_shutting_down

from arena.bootstrap import Wiring, wire
from arena.metrics import measured, watch_loop
from arena.metrics.catalogue import LEASES
from arena.service.leases import Leases
from arena.service.relay_ports import Presence
from arena.tracing import stop_tracing, traced
from workers.app import settings
from workers.queue import CeleryQueue

T = TypeVar("T")


class WorkerProcess:
    """Everything that the tasks of this process share."""

    def __init__(self, wiring: Wiring, name: str) -> None:
        self.name = name
        self.wiring = wiring
        self.queue = CeleryQueue()
        self.relay = wiring.relay(name)
        self.measured = measured(traced(self.relay))
        self.logs = self.relay.logs
        self.leases = Leases(open_unit=wiring.open_unit, now=wiring.now)
        self.endings: list[Callable[[], Coroutine[Any, Any, None]]] = []
        """What else is to be stopped first."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="arena", daemon=True)
        self._keeping: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        LEASES.set_function(lambda: len(self.leases))

    def start(self) -> None:
        """Starts the event loop, the relay and the renewal of leases."""
        self._thread.start()
        self.run(self._start())

    async def _start(self) -> None:
        await self.relay.start()
        self._keeping = asyncio.create_task(self.leases.keep())
        self._watching = asyncio.create_task(watch_loop())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs `work` in the event loop and waits for its result; called from Celery's threads."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs `work` in the event loop without waiting for it."""
        asyncio.run_coroutine_threadsafe(work, self._loop)

    def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        return self.run(self.relay.online(submission_ids))

    def hand_back_soon(self) -> None:
        """Gives running matches `drain_s` to end, then leaves the rest to other workers."""
        delay_s = self.wiring.settings.drain_s
        self._loop.call_soon_threadsafe(self._loop.call_later, delay_s, self.leases.hand_back)

    def hand_back_now(self, patience_s: float) -> None:
        """Leaves running matches to other workers; returns when that is done, or too slow."""
        deadline = time.monotonic() + patience_s
        self._loop.call_soon_threadsafe(self.leases.hand_back)
        while len(self.leases) and time.monotonic() < deadline:
            time.sleep(0.05)

    def stop(self) -> None:
        """Closes everything; running matches are over by now."""
        self.run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self.wiring.close()
        stop_tracing()

    async def _stop(self) -> None:
        for ending in self.endings:
            await ending()
        for task in (self._keeping, self._watching):
            if task is not None:
                task.cancel()
        await self.relay.stop()


_process: WorkerProcess | None = None


def process() -> WorkerProcess:
    """Returns what this worker process holds."""
    assert _process is not None, "the worker has not started"
    return _process


@worker_init.connect
def _start(**_: object) -> None:
    global _process
    name = f"worker-{socket.gethostname()}-{os.getpid()}"
    _process = WorkerProcess(wire(settings), name)
    _process.start()


@worker_ready.connect
def _hear_once(**_: object) -> None:
    """Takes the first SIGTERM only: Celery does not bear a second one while it handles one."""
    theirs = signal.getsignal(signal.SIGTERM)

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)
        if callable(theirs):
            theirs(number, frame)

    signal.signal(signal.SIGTERM, end)


@worker_shutting_down.connect
def _drain(**_: object) -> None:
    process().hand_back_soon()


@worker_shutdown.connect
def _stop(**_: object) -> None:
    process().stop()
