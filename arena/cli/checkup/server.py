"""Redis or Valkey: there, new enough, of our time, and not forgetting what it should keep."""

import time
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import redis

from arena.cli.checkup.findings import Finding, clocks, doubtful, good, wrong
from arena.config import Settings
from arena.relay.duty import WAIT_S, DutyRoll
from arena.relay.embedded import running_server
from arena.relay.sentinels import client as client_of

OLDEST = (6, 2)


def server(settings: Settings) -> Iterator[Finding]:
    """Looks at the server that the processes meet in."""
    url = settings.redis_url or running_server(settings.data_dir)
    if not url:
        yield good("Redis", "none is set: `arena up` brings its own")
        return
    try:
        with client_of(
            url, socket_timeout=WAIT_S, socket_connect_timeout=WAIT_S, decode_responses=True
        ) as client:
            yield from _of(client, embedded=not settings.redis_url)
        yield _processes(url)
    except redis.RedisError as error:
        yield wrong("Redis", str(error), "start it, or correct ARENA_REDIS_URL")


def _of(client: "redis.Redis", *, embedded: bool) -> Iterator[Finding]:
    about: Any = client.info()
    number = str(about.get("valkey_version") or about["redis_version"])
    if tuple(map(int, number.split(".")[:2])) >= OLDEST:
        yield good("Redis", f"version {number}")
    else:
        yield wrong("Redis", f"version {number}", "run Redis 6.2 or Valkey 7.2, or newer")
    asked_s = time.time()
    seconds, micros = client.time()
    now_s = (asked_s + time.time()) / 2
    yield clocks("clock of Redis", int(seconds) + int(micros) / 1e6 - now_s)
    if about.get("aof_enabled") or embedded:
        yield good("persistence", "on" if about.get("aof_enabled") else "off; it lives with us")
    else:
        yield doubtful(
            "persistence",
            "appendonly is off: after a restart running matches begin again from their start",
            "set `appendonly yes` and `appendfsync everysec`",
        )
    yield _memory(about)


def _memory(about: Any) -> Finding:
    most, policy = int(about.get("maxmemory", 0)), str(about.get("maxmemory_policy", "noeviction"))
    if policy == "noeviction":
        return good("memory of Redis", "nothing is evicted")
    found = f"maxmemory-policy is {policy}" + (f", maxmemory {most:,}" if most else "")
    advice = "set `maxmemory-policy noeviction`: prompts and live logs must not vanish"
    return (wrong if most else doubtful)("memory of Redis", found, advice)


def _processes(url: str) -> Finding:
    roll = DutyRoll(url)
    try:
        others = sorted({one.version for one in roll.read()} - {version("botarena")})
    finally:
        roll.close()
    if not others:
        return good("processes", "all of this version")
    advice = f"bring all of them to {version('botarena')}, or finish the upgrade"
    return doubtful("processes", f"some run version {', '.join(others)}", advice)
