"""When gateways are killed, all their bots come back at once, and running matches lose nothing.

The bots are real clients of the SDK with its own back-off, hundreds of them to a process.
"""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager

from arena.cli.processes import await_port
from arena.cli.supervisor import Supervisor
from arena.match.clock import Clock
from arena.match.events import Choice
from arena.relay import RedisRelay
from arena.service.relay_ports import Presence
from tests.promises.bots import Crew
from tests.promises.grounds import PATIENCE_S, Grounds, grounds, send
from tests.promises.measuring import as_they_come
from tests.promises.refereed import Terms, choices, online, refereed
from tests.simulation.figure import Figure

CLOCK = Clock()
"""The default one: what most bots are given."""
PATIENT = Clock(bank_ms=120_000)
"""In the short form: the machine may have more to do than this."""
OPTIONS = {"max_rounds": 1}
THINK_MS = 200
TABLES = 20
CREWS = 4
MOST_S, SHORT_MOST_S = 5.0, 60.0
LONGEST_PAUSE_S = 10.0
"""Before its next try a bot of the SDK waits no longer, if it has failed for long."""


def figures(quick: bool = False) -> Iterator[Figure]:
    """Yields how fast bots are back, and what it cost those that were playing."""
    return as_they_come(_measured(quick))


async def _measured(quick: bool) -> AsyncIterator[Figure]:
    count, tables, clock = (200, 4, PATIENT) if quick else (2_000, TABLES, CLOCK)
    with grounds(gateways=2) as arena:
        bots = arena.submissions("carrera", count)
        for number in range(CREWS):
            hosts = arena.addresses if number % 2 else arena.addresses[::-1]
            crew = Crew(f"ipv4:{','.join(hosts)}", bots[number::CREWS], THINK_MS)
            arena.crew(f"crew-{number}", crew)
        async with tended(arena.supervisor), arena.relay() as relay:
            began = time.time()
            await _present(relay, bots, 0.0)
            yield Figure(f"{count} bots and their first sessions, s", time.time() - began)
            over = asyncio.Event()
            lineups = [bots[3 * table : 3 * table + 3] for table in range(tables)]
            terms = [Terms("carrera", lineup, clock, OPTIONS) for lineup in lineups]
            playing = [asyncio.create_task(_matches(relay, one, over)) for one in terms]
            for killed in ((0,),) if quick else ((0,), (1,), (0, 1)):
                most_s = SHORT_MOST_S if quick else MOST_S
                for figure in await _storm(arena, relay, bots, killed, most_s):
                    yield figure
            over.set()
            made = [choice for one in await asyncio.gather(*playing) for choice in one]
        faults = sum(choice.fault is not None for choice in made)
        yield Figure("faults in the matches that went on meanwhile", faults, high=0)
        yield Figure("  decisions", len(made), low=1)


@asynccontextmanager
async def tended(supervisor: Supervisor) -> AsyncIterator[None]:
    """Starts again what dies meanwhile."""

    async def tend() -> None:
        while True:
            supervisor.tend()
            await asyncio.sleep(0.05)

    tending = asyncio.create_task(tend())
    try:
        yield
    finally:
        tending.cancel()


async def _storm(
    arena: Grounds, relay: RedisRelay, bots: Sequence[str], killed: Sequence[int], most_s: float
) -> Sequence[Figure]:
    """Kills gateways and returns how long it took their bots to have a session again."""
    children = [arena.supervisor.children[number] for number in killed]
    pids = [f"-{child.process.pid}-" for child in children if child.process is not None]
    here = await _present(relay, bots, 0.0)
    moved = [b for b in bots if any(pid in here[b].gateway_id for pid in pids)]
    died = time.time()
    for child in children:
        process = child.process
        send(child, signal.SIGKILL)
        while child.process is process or child.process is None:
            await asyncio.sleep(0.02)
    for number in killed:
        host, _, port = arena.addresses[number].partition(":")
        await asyncio.to_thread(await_port, host, int(port))
    served = time.time() if len(killed) == len(arena.addresses) else died
    back = await _present(relay, moved, died)
    waits = sorted(_began(presence) - served for presence in back.values())
    name = f"{len(moved)} bots of {len(killed)} of 2 killed gateways"
    if served != died:
        most_s += LONGEST_PAUSE_S
    figures = [
        Figure(f"{name}: connected again, p50, s", waits[len(waits) // 2]),
        Figure("  p99, s", waits[len(waits) * 99 // 100], high=most_s),
        Figure("  max, s", waits[-1]),
    ]
    if served != died:
        figures.append(Figure("  after a time without any gateway of, s", served - died))
    return figures


async def _matches(relay: RedisRelay, terms: Terms, over: asyncio.Event) -> list[Choice]:
    made: list[Choice] = []
    while not over.is_set():
        made += choices(await refereed(relay, terms))
    return made


async def _present(relay: RedisRelay, bots: Sequence[str], after: float) -> Mapping[str, Presence]:
    """Returns the sessions of the bots, once each has one that began after an instant."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            here = await online(relay, bots)
            if len(here) == len(bots) and all(_began(p) >= after for p in here.values()):
                return here
            await asyncio.sleep(0.2)


def _began(presence: Presence) -> float:
    return presence.epoch / 1000
