"""Whether the house bots are as strong as their order says: at one table, over many blocks."""

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from os import cpu_count
from statistics import fmean, stdev

from arena.contest.blocks import duel_scores, rotations
from arena.contest.scored_block import ScoredBlock
from arena_sdk import Bot, play_local
from arena_sdk.command.differences import difference
from arena_sdk.house import house_bot
from arena_sdk.house.search import SearchBot
from tests.simulation.figure import Figure

ORDER = ("planner", "greedy", "random")


def block(game: str, lineup: Sequence[str], number: int) -> ScoredBlock:
    """Plays one deal with the seats rotated."""
    bots = {name: _unhurried(house_bot(game, name)) for name in lineup}
    matches = [
        (seated, play_local(game, [bots[name] for name in seated], seed=number)[0].ranks)
        for seated in rotations(tuple(lineup))
    ]
    return ScoredBlock(tuple(lineup), duel_scores(tuple(lineup), matches))


def _unhurried(bot: type[Bot]) -> type[Bot]:
    """Returns the bot without an eye on the time, so that it chooses the same on any machine."""
    if not issubclass(bot, SearchBot):
        return bot
    return type(bot.__name__, (bot,), {"share": math.inf})


def played(game: str, lineup: Sequence[str], blocks: int, processes: int) -> list[ScoredBlock]:
    """Plays so many deals, the same ones whenever it is asked."""
    play = partial(block, game, lineup)
    if processes == 1:
        return [play(number) for number in range(blocks)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return list(pool.map(play, range(blocks), chunksize=5))


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yields what each bot scores, and for each two neighbours how far they are apart."""
    processes = 1 if quick else cpu_count() or 1
    for game in ("carrera", "scout"):
        yield from _order(game, 20 if quick else 500, processes)
        if not quick:  # it takes its time; the tests of the house bots look at it
            yield from _search(game, 100, processes)


def _order(game: str, blocks: int, processes: int) -> Iterator[Figure]:
    found = played(game, ORDER, blocks, processes)
    table = f"{game}, {len(ORDER)} seats, {blocks} blocks"
    intervals = []
    for place, name in enumerate(ORDER):
        points = [one.points[place] for one in found]
        mean, reach = fmean(points), 1.96 * stdev(points) / math.sqrt(blocks)
        intervals.append((mean - reach, mean + reach))
        yield Figure(f"{table}: house:{name} scores, +- {reach:.3f}", mean)
    for place, (better, worse) in enumerate(pairwise(ORDER)):
        yield _ahead(f"{table}: {better} above {worse}", found, place, place + 1)
        gap = intervals[place][0] - intervals[place + 1][1]
        yield Figure(f"{table}: between the intervals of {better} and {worse}", gap, low=0)


def _search(game: str, blocks: int, processes: int) -> Iterator[Figure]:
    found = played(game, ("search", "planner", "greedy"), blocks, processes)
    yield _ahead(f"{game}, 3 seats, {blocks} blocks: search above planner", found, 0, 1)


def _ahead(name: str, found: Sequence[ScoredBlock], mine: int, other: int) -> Figure:
    ahead = difference([one.duel_scores[mine][other] for one in found])
    return Figure(f"{name} in Elo, {ahead.low:+.0f} to {ahead.high:+.0f}", ahead.elo, low=0)
