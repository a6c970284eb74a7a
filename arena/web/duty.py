"""Who is on duty, for the first page: processes by kind, and what waits for them in Redis."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import redis

from arena.relay.duty import DutyRoll

KINDS = ("gateway", "worker", "beat")
"""Without one of each no match is played."""
QUEUES = ("matches", "ledger", "hosting")


@dataclass(frozen=True, slots=True)
class Duty:
    """What Redis tells."""

    processes: Mapping[str, int] = field(default_factory=dict)
    """How many there are, by kind."""
    sessions: int = 0
    messages: int = 0
    """How many wait in the queues."""
    away: bool = False
    """Whether Redis tells nothing."""


def duty(roll: DutyRoll | None) -> Duty | None:
    """Asks Redis; `None` where there is none to ask."""
    if roll is None:
        return None
    try:
        found = Counter(one.kind for one in roll.read())
        processes = {kind: found[kind] for kind in KINDS}
        return Duty(processes, roll.sessions(), sum(roll.queue_lengths(QUEUES).values()))
    except redis.RedisError:
        return Duty(away=True)
