"""A host that has twice as much to do as it can costs no compliant bot anything."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from arena.match.clock import Clock
from arena.match.events import Choice
from tests.promises.bots import Crew
from tests.promises.grounds import Grounds, grounds
from tests.promises.refereed import Terms, many_choices, playing
from tests.simulation.figure import Figure

CLOCK = Clock(limit_ms=500, bank_ms=0, lag_ms=100, join_ms=60_000)
PATIENT = Clock(limit_ms=500, bank_ms=0, lag_ms=1_500, join_ms=60_000)
"""In the short form: the machine may have even more to do."""
THINK_MS = 250
TABLES = 16
BUSY_PER_CORE = 2
MOST_FAULTS_PERCENT = 0.1


def figures(quick: bool = False) -> Iterator[Figure]:
    """Yields how often bots faulted that think for half their limit."""
    least = 150 if quick else 3_000
    busy = BUSY_PER_CORE * (os.cpu_count() or 1)
    with grounds() as arena:
        made = asyncio.run(_played(arena, PATIENT if quick else CLOCK, busy, least))
    faults = sum(choice.fault is not None for choice in made)
    percent = 100 * faults / len(made)
    yield Figure(f"decisions beside {busy} busy processes", len(made), low=least)
    yield Figure("  faults among them, %", percent, high=MOST_FAULTS_PERCENT)
    slowest = sorted(choice.elapsed_ms for choice in made)
    yield Figure(f"  elapsed of {THINK_MS} ms of thought, p99, ms", slowest[len(made) * 99 // 100])


async def _played(arena: Grounds, clock: Clock, busy: int, least: int) -> Sequence[Choice]:
    lineups = [arena.submissions("carrera", 3) for _ in range(TABLES)]
    crew = Crew(arena.addresses[0], [s for one in lineups for s in one], THINK_MS)
    async with playing(arena, crew) as (relay, _):
        with busy_processes(busy):
            tables = [Terms("carrera", lineup, clock) for lineup in lineups]
            return await many_choices(relay, tables, least)


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Runs so many processes that never rest."""
    command = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
