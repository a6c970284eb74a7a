"""The clock is fair: who keeps to the limit never pays for the network, and who does not pays."""

import asyncio
from collections.abc import Iterator, Sequence

from arena.match.clock import Clock
from arena.match.events import Choice
from tests.promises.bots import Crew
from tests.promises.grounds import Grounds, grounds
from tests.promises.refereed import Terms, many_choices, playing
from tests.simulation.figure import Figure

JITTER_MS = (20.0, 60.0)
"""Each way."""
LIMIT_MS = 150
LAG_MS = 100
PATIENT_LAG_MS = (700, 400)
"""In the short form, within and beyond: the machine may have more to do than this."""
TABLES = 16


def figures(quick: bool = False) -> Iterator[Figure]:
    """Yields what became of bots just within the limit, and of bots beyond it."""
    clock, other = (
        Clock(LIMIT_MS, 0, lag_ms, 60_000)
        for lag_ms in (PATIENT_LAG_MS if quick else (LAG_MS, LAG_MS))
    )
    least = 48 if quick else 1_000
    with grounds() as arena:
        within = _played(arena, clock, LIMIT_MS - 20, least)
        beyond = _played(arena, other, LIMIT_MS + 2 * other.lag_ms, least)
    yield Figure("decisions at limit - 20 ms, 20-60 ms of jitter each way", len(within), low=least)
    yield Figure("  faults among them", sum(c.fault is not None for c in within), high=0)
    longest = max(c.elapsed_ms for c in within)
    yield Figure("  longest, ms", longest, high=clock.budget_ms(0))
    yield Figure("decisions at limit + 2 x lag allowance", len(beyond), low=least)
    yield Figure("  not faulted among them", sum(c.fault is None for c in beyond), high=0)


def _played(arena: Grounds, clock: Clock, think_ms: float, least: int) -> Sequence[Choice]:
    lineups = [arena.submissions("carrera", 3) for _ in range(TABLES)]
    crew = Crew(arena.addresses[0], [s for one in lineups for s in one], think_ms, JITTER_MS)

    async def play() -> Sequence[Choice]:
        async with playing(arena, crew) as (relay, _):
            tables = [Terms("carrera", lineup, clock) for lineup in lineups]
            return await many_choices(relay, tables, least)

    return asyncio.run(play())
