"""A busy ladder to which submissions come: how long does each wait for its first match?

On the use cases themselves, with an arena's clock that a simulation turns: a tick every second,
workers that always have something to do, matches that take a while.
"""

from collections.abc import Iterator
from datetime import timedelta
from heapq import heappop, heappush
from random import Random

import tests.conftest  # noqa: F401  # puts the awkward plug-in on the path
from arena.service import ladders
from arena.service.records import Author, Role
from tests.service.world import World
from tests.simulation.figure import Figure

WORKERS = 8
"""Matches that the arena plays at a time: far fewer than there are to play."""
MATCH_S = (5, 25)
EVERY_S = 20
"""A newcomer comes so often."""


def waits_s(residents: int, newcomers: int, seed: int) -> list[float]:
    """Returns for how many seconds each newcomer waited until its first match began."""
    random, world = Random(seed), World()
    ladder = world.ladder(world.connected(residents, capacity=8), seats=3, backlog=12)
    operator = Author("", "operator", Role.OPERATOR, world.now())
    joined: dict[str, int] = {}
    first: dict[str, int] = {}
    playing: list[tuple[int, str]] = []
    usual, urgent = list[str](), list[str]()
    for second in range(120 + EVERY_S * newcomers + 90):
        if second >= 120 and second % EVERY_S == 0 and len(joined) < newcomers:
            (newcomer,) = world.connected(1, capacity=8)
            ladders.join_ladder(
                operator,
                ladder.ladder_id,
                newcomer,
                open_unit=world.open_unit,
                now=world.now,
            )
            joined[newcomer] = second
        while playing and playing[0][0] <= second:
            _end(world, heappop(playing)[1], random)
        world.schedule()
        sent = world.dispatch()
        fresh = set(world.queue.urgent)
        urgent += [match_id for match_id in sent if match_id in fresh]
        usual += [match_id for match_id in sent if match_id not in fresh]
        while len(playing) < WORKERS and (urgent or usual):
            match_id = (urgent or usual).pop(0)
            if match_id in {taken for _, taken in playing} or world.found(match_id).state.final:
                continue
            heappush(playing, (second + random.randint(*MATCH_S), match_id))
            for submission in world.found(match_id).lineup:
                first.setdefault(submission, second)
        world.later(timedelta(seconds=1))
    return [first.get(s, second + 1) - since for s, since in joined.items()]


def _end(world: World, match_id: str, random: Random) -> None:
    """Ends a match, and its block with the last one."""
    match = world.found(match_id)
    world.end(match_id, [random.randint(0, 20) for _ in match.lineup])
    with world.open_unit() as unit:
        over = all(m.state.final for m in unit.blocks.matches(match.block_id or ""))
    if over:
        world.rate(match.block_id or "")


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yields the longest wait; a minute is promised."""
    residents, newcomers = (12, 4) if quick else (40, 30)
    waited = waits_s(residents, newcomers, seed=1)
    yield Figure(
        f"{residents} submissions keep {WORKERS} workers busy, {newcomers} come:"
        " longest wait for a first match, seconds",
        max(waited),
        high=60,
    )
    yield Figure("the same: mean wait, seconds", sum(waited) / len(waited))
