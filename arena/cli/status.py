"""`arena status`: what runs now, and what waits."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import click
import redis

from arena.cli.output import console, json_option, opened, show_fields, show_json, table
from arena.cli.tables import cell
from arena.config import Settings
from arena.relay.duty import DutyRoll, OnDuty
from arena.relay.embedded import running_server
from arena.service.workload import Workload, workload

LATE_S = 10.0
"""The schedule is due every second; one that is so late does not run."""
QUEUES = ("matches", "ledger", "hosting")
NEEDED = ("gateway", "worker", "beat")
"""Without one of each no match is played."""


@click.command()
@json_option
def status(as_json: bool) -> None:
    """Show what runs and what waits; exit with 1 if the arena does not play."""
    with opened() as arena:
        load = workload(open_unit=arena.open_unit, now=arena.now)
        seen = _look(arena.settings)
        troubles = [seen.trouble] if seen.trouble else _troubles(seen.duty, load, arena.now())
    processes = [_process(one, load) for one in seen.duty]
    fields = _fields(load, seen)
    if as_json:
        show_json({**fields, "processes": processes, "troubles": troubles})
    else:
        if processes:
            console.print(table([process_row(one) for one in processes], "Processes"))
        show_fields({k: v for k, v in fields.items() if v != ""}, as_json=False)
        for trouble in troubles:
            console.print(trouble, style="red", highlight=False, soft_wrap=True)
    if troubles:
        sys.exit(1)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What Redis tells."""

    duty: tuple[OnDuty, ...] = ()
    sessions: int = 0
    queues: Mapping[str, int] = field(default_factory=dict)
    trouble: str = ""
    """Why it tells nothing."""


def _look(settings: Settings) -> _Seen:
    url = settings.redis_url or running_server(settings.data_dir)
    if not url:
        return _Seen(trouble="nothing runs here, and ARENA_REDIS_URL names no other place")
    roll = DutyRoll(url)
    try:
        return _Seen(roll.read(), roll.sessions(), roll.queue_lengths(QUEUES))
    except redis.RedisError as error:
        return _Seen(trouble=f"Redis is away: {error}")
    finally:
        roll.close()


def _process(one: OnDuty, load: Workload) -> dict[str, Any]:
    matches = {"matches": load.running.get(one.name, 0)} if one.kind == "worker" else {}
    return {
        "kind": one.kind,
        "name": one.name,
        "host": one.host,
        "pid": one.pid,
        "version": one.version,
        **one.details,
        **matches,
    }


def process_row(process: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a process as a line of a table: what only some kinds tell comes last."""
    fixed = ("kind", "name", "host", "pid", "version")
    more = [f"{name} {cell(value)}" for name, value in process.items() if name not in fixed]
    return {**{name: process[name] for name in fixed}, "": ", ".join(more)}


def _fields(load: Workload, seen: _Seen) -> dict[str, Any]:
    pages = [str(one.details.get("address", "")) for one in seen.duty if one.kind == "web"]
    return {
        "sessions": seen.sessions,
        "running matches": sum(load.running.values()),
        "abandoned matches": load.abandoned,
        "queued matches": load.queued,
        "oldest queued s": round(load.oldest_s, 1),
        **{f"queue {name}": length for name, length in seen.queues.items()},
        "ladders": load.ladders,
        "paused ladders": load.paused,
        "last tick": load.ticked,
        "pages": " ".join(pages),
    }


def _troubles(duty: Sequence[OnDuty], load: Workload, now: datetime) -> list[str]:
    kinds = {one.kind for one in duty}
    found = [f"no {kind} runs" for kind in NEEDED if kind not in kinds]
    served = {queue for one in duty for queue in str(one.details.get("queues", "")).split()}
    found += [f"no worker serves {q}" for q in ("matches", "ledger") if served and q not in served]
    found += [f"{one.name} is deaf: work waits, and it hears none" for one in duty if _deaf(one)]
    if (late_s := _late_s(load.ticked, now)) > LATE_S:
        found.append(f"the schedule has not looked at a ladder for {late_s:.0f} s")
    versions = sorted({one.version for one in duty})
    if len(versions) > 1:
        found.append(f"processes of several versions run: {', '.join(versions)}")
    return found


def _deaf(one: OnDuty) -> bool:
    return bool(one.details.get("deaf", False))


def _late_s(ticked: datetime | None, now: datetime) -> float:
    return 0.0 if ticked is None else (now - ticked).total_seconds()
