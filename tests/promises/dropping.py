"""Wherever a connection breaks, the match goes the same way.

Every bot of a table is cut off at one step of the protocol, again and again, and comes back to the
other gateway; the log is to be that of a match that nobody disturbed.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence

from arena.match.clock import Clock
from arena.match.events import without_times
from tests.promises.bots import Crew
from tests.promises.cutter import Cut, Cutter
from tests.promises.grounds import PATIENCE_S, Grounds, grounds
from tests.promises.measuring import as_they_come
from tests.promises.refereed import Terms, all_online, refereed
from tests.simulation.figure import Figure

PATIENT = Clock(limit_ms=120_000, bank_ms=0, lag_ms=1_000, join_ms=120_000)
"""No time is to run out."""
STEPS = ("hello", "welcome", "seated", "acknowledge", "prompt", "choice", "finished")
CUTS = tuple(Cut(step, delivered) for step in STEPS for delivered in (False, True))
OPTIONS: dict[str, dict[str, str | int | bool]] = {
    "carrera": {"max_rounds": 1},
    "scout": {"max_turns_per_round": 8},
}
"""Short matches, so that there can be many."""
SHORT, LONG = (3,), (3, 4, 5)
"""Seats. In the short form each game has every other cut."""
CREWS = 3


def figures(quick: bool = False) -> Iterator[Figure]:
    """Yields how many logs differ from that of the match that nobody disturbed."""
    return as_they_come(_measured(quick))


async def _measured(quick: bool) -> AsyncIterator[Figure]:
    with grounds(gateways=2) as arena:
        for seats in SHORT if quick else LONG:
            for number, game in enumerate(OPTIONS):
                cuts = CUTS[number::2] if quick else CUTS
                for figure in await _compared(arena, game, seats, cuts):
                    yield figure


async def _compared(
    arena: Grounds, game: str, seats: int, chosen: Sequence[Cut]
) -> Sequence[Figure]:
    tables = {
        cut: Terms(game, arena.submissions(game, seats), PATIENT, OPTIONS[game])
        for cut in (None, *chosen)
    }
    cuts = {bot: cut for cut, terms in tables.items() if cut for bot in terms.lineup}
    bots = [bot for terms in tables.values() for bot in terms.lineup]
    cutter = Cutter(arena.addresses, cuts)
    async with cutter.listening() as address, arena.relay() as relay, asyncio.timeout(PATIENCE_S):
        for number in range(CREWS):
            crew = Crew(address, bots[number::CREWS], hasty=True)
            arena.crew(f"{game}-{seats}-{number}", crew)
        await all_online(relay, bots)
        logs = await asyncio.gather(*(refereed(relay, terms) for terms in tables.values()))
    expected, *disturbed = [[without_times(event) for event in log] for log in logs]
    different = sum(log != expected for log in disturbed)
    untouched = sum(not any(cutter.made[bot] for bot in t.lineup) for c, t in tables.items() if c)
    return [
        Figure(f"{game}, {seats} seats: logs unlike the undisturbed one", different, high=0),
        Figure("  tables", len(disturbed), low=len(chosen)),
        Figure("  events of each", len(expected), low=10),
        Figure("  cuts", cutter.made.total(), low=len(chosen) * seats),
        Figure("  tables without any", untouched, high=0),
    ]
