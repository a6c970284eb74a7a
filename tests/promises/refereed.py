"""Matches that the test referees itself, through the real relay, with the real live log."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from arena.cli.supervisor import Child
from arena.games.dice import commitment
from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.match.events import Choice, Decided, MatchEvent
from arena.match.players import Table
from arena.match.referee import Referee
from arena.relay import RedisRelay
from arena.service.naming import new_id
from arena.service.relay_ports import Presence, RelayLost
from tests.promises.bots import Crew
from tests.promises.grounds import PATIENCE_S, Grounds, send

FAULTS_ALLOWED = 1_000_000
"""Whoever faults is asked again all the same."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played."""

    game: str
    lineup: Sequence[str]
    clock: Clock
    options: dict[str, str | int | bool] = field(default_factory=dict)
    seed: bytes = b"promised" * 4

    def table(self, match_id: str, seat: int) -> Table:
        version = Registry.installed().find(self.game).version
        return Table(
            match_id,
            1,
            1,
            self.game,
            version,
            self.options,
            seat,
            len(self.lineup),
            self.clock,
            FAULTS_ALLOWED,
            commitment(self.seed),
        )


async def refereed(
    relay: RedisRelay,
    terms: Terms,
    kept: Callable[[MatchEvent], Awaitable[None]] | None = None,
) -> list[MatchEvent]:
    """Plays one match to its end and returns its log; `kept` is awaited after every event."""
    match_id = new_id("match")
    log = await relay.logs.open(match_id, 1)
    events: list[MatchEvent] = []

    async def record(event: MatchEvent) -> None:
        await log.append(event)
        events.append(event)
        if kept is not None:
            await kept(event)

    players = [
        relay.player(one, terms.table(match_id, seat)) for seat, one in enumerate(terms.lineup)
    ]
    try:
        await Referee(
            Registry.installed().create(terms.game, len(terms.lineup), terms.options),
            players,
            seed=terms.seed,
            clock=terms.clock,
            faults_allowed=FAULTS_ALLOWED,
            record=record,
        ).play()
    finally:
        for player in players:
            player.close()
    return events


def choices(log: Sequence[MatchEvent]) -> list[Choice]:
    """Returns every choice of a log."""
    return [choice for e in log if isinstance(e, Decided) for choice in e.choices]


async def many_choices(relay: RedisRelay, tables: Sequence[Terms], least: int) -> list[Choice]:
    """Plays at all tables at once, match after match, until there are so many choices."""
    made: list[Choice] = []

    async def table(terms: Terms) -> None:
        while len(made) < least:
            await refereed(relay, terms, kept)

    async def kept(event: MatchEvent) -> None:
        if isinstance(event, Decided):
            made.extend(event.choices)
            if len(made) >= least:
                enough.set()

    enough = asyncio.Event()
    playing = [asyncio.create_task(table(terms)) for terms in tables]
    done, _ = await asyncio.wait(
        {*playing, asyncio.create_task(enough.wait())}, return_when=asyncio.FIRST_COMPLETED
    )
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for task in done:
        task.result()
    return made


async def all_online(relay: RedisRelay, submissions: Sequence[str]) -> None:
    """Returns once all of them have a session."""
    while len(await online(relay, submissions)) < len(submissions):
        await asyncio.sleep(0.05)


async def online(relay: RedisRelay, submissions: Collection[str]) -> Mapping[str, Presence]:
    """Returns who has a session, once that can be known: a gateway may still be starting."""
    while True:
        with suppress(RelayLost):
            return await relay.online(submissions)
        await asyncio.sleep(0.05)


@asynccontextmanager
async def playing(
    arena: Grounds, crew: Crew, redis_url: str = ""
) -> AsyncIterator[tuple[RedisRelay, Child]]:
    """Gives a relay and the process of a crew, once all its bots have their sessions."""
    child = arena.crew(f"crew-{crew.submissions[0]}", crew)
    try:
        async with asyncio.timeout(PATIENCE_S), arena.relay(redis_url) as relay:
            await all_online(relay, crew.submissions)
            yield relay, child
    finally:
        send(child, signal.SIGKILL)
