"""A bad bot costs itself its match, and nobody else anything."""

import asyncio
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from arena.games.registry import Registry
from arena.match.replay import verify
from arena.service.audit import audit
from arena.service.records import MatchState
from tests.zoo.animals import ANIMALS
from tests.zoo.enclosure import GAMES, Enclosure, Seen, enclosure
from tests.zoo.figures import FIGURES

pytestmark = pytest.mark.e2e

SEATS = range(2, 6) if os.environ.get("ZOO_SEATS") == "all" else range(3, 4)
"""`ZOO_SEATS=all` shows every animal at tables of every size."""
CASES = [
    (name, game, seats)
    for name in ANIMALS
    for game in GAMES
    for seats in SEATS
    if seats in Registry.installed().find(game).seat_counts
]
AT_ONCE = 60
RSS_GROWTH = 16 << 20
"""How much more memory the gateway may hold afterwards: what Python and gRPC do not give back."""


@dataclass(frozen=True, slots=True)
class Zoo:
    """What was seen, and the arena when all was over."""

    seen: Mapping[tuple[str, str, int], Seen]
    after: Mapping[str, Seen]
    """Matches of good bots that were played afterwards, by game."""
    rss_before: int
    rss_after: int
    deaths: list[str]
    enclosure: Enclosure


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Zoo]:
    with enclosure(tmp_path_factory.mktemp("zoo")) as opened:
        yield asyncio.run(_visit(opened))


async def _visit(opened: Enclosure) -> Zoo:
    for game in GAMES:
        await opened.play(game)
    before = opened.gateway_rss()
    room = asyncio.Semaphore(AT_ONCE)

    async def show(case: tuple[str, str, int]) -> Seen:
        name, game, seats = case
        async with room:
            return await opened.show(ANIMALS[name], name, game, seats)

    seen = dict(zip(CASES, await asyncio.gather(*map(show, CASES)), strict=True))
    after = {game: await opened.play(game) for game in GAMES}
    zoo = Zoo(seen, after, before, opened.gateway_rss(), opened.deaths(), opened)
    FIGURES.extend(_figures(zoo))
    return zoo


def _figures(zoo: Zoo) -> Iterator[str]:
    tables = {(game, seats) for _, game, seats in CASES}
    others = [
        faults
        for one in zoo.seen.values()
        for seat, faults in enumerate(one.faults)
        if seat != one.seat
    ]
    finished = sum(one.match.state is MatchState.FINISHED for one in zoo.seen.values())
    yield f"bad bots: {len(ANIMALS)}, tables: {', '.join(f'{g} {s}' for g, s in sorted(tables))}"
    yield f"matches with a bad bot: {len(zoo.seen)}, finished: {finished}"
    yield f"faults of the {len(others)} good bots beside them: {sum(map(len, others))}"
    before_mb, after_mb = zoo.rss_before / 1e6, zoo.rss_after / 1e6
    yield f"memory of the gateway: {before_mb:.0f} MB before, {after_mb:.0f} MB after"
    yield f"processes of the arena that died: {len(zoo.deaths)}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}, {case[1]} of {case[2]}")
def test_a_bad_bot_harms_nobody_but_itself(zoo: Zoo, case: tuple[str, str, int]) -> None:
    animal, seen = ANIMALS[case[0]], zoo.seen[case]

    assert seen.match.state is MatchState.FINISHED
    assert seen.match.attempt == 1
    assert seen.error is None
    assert bool(seen.faults[seen.seat]) == bool(animal.faults)
    assert set(seen.faults[seen.seat]) <= animal.faults
    others = [faults for seat, faults in enumerate(seen.faults) if seat != seen.seat]
    assert others == [[]] * len(others)
    assert seen.match.outcome is not None
    if animal.forfeits is not None:
        assert seen.match.outcome.forfeits == ((seen.seat,) if animal.forfeits else ())
    if seen.match.outcome.forfeits:
        assert seen.match.outcome.ranks[seen.seat] == len(seen.faults)


def test_the_gateway_serves_on_as_if_nothing_had_happened(zoo: Zoo) -> None:
    assert zoo.deaths == []
    for seen in zoo.after.values():
        assert seen.match.state is MatchState.FINISHED
        assert seen.faults == [[]] * 3


def test_the_memory_of_the_gateway_returns(zoo: Zoo) -> None:
    assert zoo.rss_after - zoo.rss_before < RSS_GROWTH


def test_every_log_is_true(zoo: Zoo) -> None:
    wiring = zoo.enclosure.wiring

    found = audit(open_unit=wiring.open_unit, games=wiring.games, now=wiring.now)

    assert found.complaints == ()
    assert found.finished == len(CASES) + 2 * len(GAMES)
    with wiring.open_unit() as unit:
        for seen in zoo.seen.values():
            verify(wiring.games, unit.matches.log(seen.match.match_id))
