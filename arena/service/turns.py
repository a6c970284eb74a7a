"""Whose turn it is to be run where more uploaded bots are wanted than fit."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from arena.service.hosting_records import Hosted


def in_turn(waiting: Iterable[Hosted]) -> list[Hosted]:
    """Returns them in the order of their turns: who never ran, then who last ran longest ago."""
    return sorted(waiting, key=_last_run)


def _last_run(hosted: Hosted) -> tuple[bool, datetime]:
    until = hosted.lease_until
    return (False, datetime.min) if until is None else (True, until)


def gives_way(running_since: Mapping[str, float], now: float, turn_s: float) -> str | None:
    """Returns who makes room for one that waits: who ran longest, once that was a whole turn."""
    first = min(running_since, key=lambda one: running_since[one], default=None)
    if first is None or now - running_since[first] < turn_s:
        return None
    return first
