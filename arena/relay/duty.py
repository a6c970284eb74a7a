"""Who is on duty: each process of the arena says so, every second, for as long as it lives."""

import json
import os
import socket
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from typing import Any, TypeAlias

import redis

from arena.relay.directory import entry_key
from arena.relay.sentinels import client

ANNOUNCE_S = 1.0
ENTRY_TTL_MS = 5_000
"""A process that said nothing for so long is no longer on duty."""
WAIT_S = 1.5
_SESSIONS = "arena:online:*"
_ENTRIES = "arena:duty:*"
_AT_ONCE = 500
_PRIORITIES = ("", "\x06\x163", "\x06\x166", "\x06\x169")
"""What Celery appends to the name of a queue for each priority."""

Details: TypeAlias = Mapping[str, str | int | float | bool]
"""What a process tells of itself, by name."""


@dataclass(frozen=True, slots=True)
class OnDuty:
    """One process, as it announces itself."""

    kind: str
    """gateway, worker, beat or web."""
    name: str
    host: str = field(default_factory=socket.gethostname)
    pid: int = field(default_factory=os.getpid)
    version: str = field(default_factory=lambda: version("botarena"))
    details: Details = field(default_factory=dict)


class DutyRoll:
    """The processes on duty, and what waits for them, as Redis has it. Safe in any thread."""

    def __init__(self, redis_url: str) -> None:
        self._redis = client(
            redis_url, socket_timeout=WAIT_S, socket_connect_timeout=WAIT_S, decode_responses=True
        )

    def announce(self, one: OnDuty) -> None:
        """Keeps a process on duty for the next seconds; raises `redis.RedisError`."""
        self._redis.set(_key(one), json.dumps(asdict(one)), px=ENTRY_TTL_MS)

    def withdraw(self, one: OnDuty) -> None:
        """Takes a process off duty."""
        self._redis.delete(_key(one))

    def read(self) -> tuple[OnDuty, ...]:
        """Returns the processes on duty by kind and name; raises `redis.RedisError`."""
        entries = [OnDuty(**json.loads(value)) for value in self._values(_ENTRIES)]
        return tuple(sorted(entries, key=lambda one: (one.kind, one.name)))

    def sessions(self) -> int:
        """Returns how many sessions the directory knows; raises `redis.RedisError`."""
        return sum(1 for _ in self._redis.scan_iter(_SESSIONS, count=_AT_ONCE))

    def offline(self, submission_ids: Collection[str]) -> frozenset[str]:
        """Returns those of the submissions that have no session; raises `redis.RedisError`."""
        ids = list(submission_ids)
        found: Any = self._redis.mget(map(entry_key, ids)) if ids else []
        return frozenset(i for i, entry in zip(ids, found, strict=True) if entry is None)

    def queue_lengths(self, queues: Sequence[str]) -> Mapping[str, int]:
        """Returns how many messages wait in each queue, of all priorities together.

        This is the one way to count them. Raises `redis.RedisError`.
        """
        with self._redis.pipeline(transaction=False) as asked:
            for queue in queues:
                for suffix in _PRIORITIES:
                    asked.llen(f"{queue}{suffix}")
            found = [int(length) for length in asked.execute()]
        many = len(_PRIORITIES)
        return {queue: sum(found[n * many : (n + 1) * many]) for n, queue in enumerate(queues)}

    def close(self) -> None:
        """Closes the connections."""
        self._redis.close()

    def _values(self, pattern: str) -> Iterator[str]:
        keys = sorted(set(self._redis.scan_iter(pattern, count=_AT_ONCE)))
        for start in range(0, len(keys), _AT_ONCE):
            found: Any = self._redis.mget(keys[start : start + _AT_ONCE])
            yield from (value for value in found if value is not None)


@contextmanager
def on_duty(
    redis_url: str, kind: str, name: str, details: Callable[[], Details] = dict
) -> Iterator[None]:
    """Announces this process while inside, where there is a Redis to do it at."""
    if not redis_url:
        yield
        return
    over, roll = threading.Event(), DutyRoll(redis_url)
    one = OnDuty(kind, name)

    def announce() -> None:
        while True:
            with suppress(redis.RedisError, TimeoutError):
                roll.announce(OnDuty(kind, name, details=details()))
            if over.wait(ANNOUNCE_S):
                return

    thread = threading.Thread(target=announce, name="duty", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(2 * WAIT_S)
        with suppress(redis.RedisError):
            roll.withdraw(one)
        roll.close()


def _key(one: OnDuty) -> str:
    return f"arena:duty:{one.kind}:{one.name}"
