"""Plays one match for a worker: claim, referee, finish; exactly once, however often it is asked."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

import structlog

from arena.games.dice import commitment
from arena.games.registry import Registry
from arena.match.events import MatchEvent
from arena.match.outcome import Outcome
from arena.match.players import Table
from arena.match.referee import Referee
from arena.service.errors import Unavailable
from arena.service.leases import LEASE, HandedBack, LeaseLost, Leases
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.records import AttemptEnd, Match, MatchState
from arena.service.relay_ports import LiveLogs, Overtaken, Relay, RelayedPlayer, RelayLost

ATTEMPTS = 5
"""After so many attempts that failed the arena gives a match up."""

DISMISSAL_S = 5.0
"""How long bots may take to listen to why a match ends that nobody plays."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Played:
    """What is to be done next."""

    ripe_block: str = ""
    """The block that can be rated now, since this was its last match."""
    end: AttemptEnd | None = None
    """How the attempt ended; `None` if there was none, or another worker has the match."""
    match_state: MatchState | None = None
    """The final state that the match reached by it."""


async def play_match(
    match_id: str,
    *,
    worker: str,
    open_unit: OpenUnit,
    now: Now,
    games: Registry,
    relay: Relay,
    logs: LiveLogs,
    leases: Leases,
) -> Played:
    """Plays a queued match to its end. Doing it twice, also at once, does it once."""
    match = await asyncio.to_thread(_claim, match_id, worker, open_unit, now)
    if match is None:
        return Played()
    begun = _log.bind(match=match.match_id, attempt=match.attempt)
    begun.info("match begins", submissions=match.lineup, worker=worker)
    players: list[RelayedPlayer] = []
    try:
        return await _attempt(match, players, open_unit, now, games, relay, logs, leases)
    finally:
        for player in players:
            player.close()


def _claim(match_id: str, worker: str, open_unit: OpenUnit, now: Now) -> Match | None:
    with open_unit() as unit:
        return unit.matches.claim(match_id, worker, now(), now() + LEASE)


async def _attempt(
    match: Match,
    players: list[RelayedPlayer],
    open_unit: OpenUnit,
    now: Now,
    games: Registry,
    relay: Relay,
    logs: LiveLogs,
    leases: Leases,
) -> Played:
    """Plays a claimed match, or says why it could not; fills `players` for its caller to close."""
    log = _log.bind(match=match.match_id, attempt=match.attempt)
    try:
        async with (
            leases.hold(match),
            asyncio.timeout((match.deadline - now()).total_seconds()),
        ):
            outcome, events = await _refereed(match, players, games, relay, logs)
            played = await asyncio.to_thread(_finish, match, outcome, events, open_unit, now)
            log.info("match ends", submissions=match.lineup, ranks=outcome.ranks)
            return played
    except (LeaseLost, Overtaken) as error:
        log.warning("another worker has the match", error=repr(error))
        return Played()
    except HandedBack:
        end, detail = AttemptEnd.HANDED_BACK, "the worker was told to stop"
    except TimeoutError:
        end, detail = AttemptEnd.DEADLINE, "the match ran past its deadline"
    except RelayLost as error:
        end, detail = AttemptEnd.RELAY_LOST, str(error)
    except Unavailable as error:
        end, detail = AttemptEnd.STORAGE, str(error)
    except Exception as error:  # the attempt's main loop: whatever it is, it is ours
        log.exception("attempt failed")
        end, detail = AttemptEnd.INTERNAL, repr(error)
    log.warning("attempt ended", end=end.value, detail=detail)
    given_up, played = await asyncio.to_thread(_failed, match, end, detail, open_unit, now)
    if given_up:
        for player in players:
            player.given_up()
    return played


async def _refereed(
    match: Match,
    players: list[RelayedPlayer],
    games: Registry,
    relay: Relay,
    logs: LiveLogs,
) -> tuple[Outcome, list[MatchEvent]]:
    """Returns the outcome and the whole log; goes on where the live log leaves off."""
    terms = match.terms
    log = await logs.open(match.match_id, match.attempt)
    events = list(log.past)

    async def record(event: MatchEvent) -> None:
        await log.append(event)
        events.append(event)

    for seat, submission in enumerate(match.lineup):
        players.append(relay.player(submission, _table(match, seat, log.since_attempt)))
    referee = Referee(
        games.create(terms.game, terms.seats, terms.options),
        players,
        seed=match.seed,
        clock=terms.clock,
        faults_allowed=terms.faults_allowed,
        record=record,
    )
    return await referee.play(log.past), events


def _table(match: Match, seat: int, since_attempt: int) -> Table:
    terms = match.terms
    return Table(
        match.match_id,
        match.attempt,
        since_attempt,
        terms.game,
        terms.version,
        terms.options,
        seat,
        terms.seats,
        terms.clock,
        terms.faults_allowed,
        commitment(match.seed),
    )


def _finish(
    match: Match, outcome: Outcome, events: list[MatchEvent], open_unit: OpenUnit, now: Now
) -> Played:
    with open_unit() as unit:
        if not unit.matches.finish(match.match_id, match.attempt, outcome, events, now()):
            return Played()
        return Played(_ripe(match, unit), AttemptEnd.FINISHED, MatchState.FINISHED)


def _failed(
    match: Match, end: AttemptEnd, detail: str, open_unit: OpenUnit, now: Now
) -> tuple[bool, Played]:
    """Ends an attempt that came to nothing; returns whether the match was given up with it."""
    with open_unit() as unit:
        given_up = fail_attempt(match, end, detail, now(), unit)
        if not given_up:
            return False, Played(end=end)
        return True, Played(_ripe(match, unit), end, MatchState.VOID)


def fail_attempt(
    match: Match, end: AttemptEnd, detail: str, instant: datetime, unit: UnitOfWork
) -> bool:
    """Queues the match again, or gives it up if it is hopeless; returns whether it did that.

    Does nothing if another attempt has begun meanwhile. A worker that hands a match back did not
    fail at it, however often that happens.
    """
    if not unit.matches.release(match.match_id, match.attempt, end, detail, instant):
        return False
    attempts = unit.matches.attempts(match.match_id)
    failures = sum(attempt.end is not AttemptEnd.HANDED_BACK for attempt in attempts)
    if end is AttemptEnd.DEADLINE or failures >= ATTEMPTS:
        return unit.matches.void(match.match_id, end, detail, instant)
    return False


async def dismiss(match: Match, *, relay: Relay) -> None:
    """Tells the bots of a match that it was given up, when no worker is left to do it."""
    players = [  # nothing is played, so nothing that bots know of the match is void
        relay.player(submission, _table(match, seat, since_attempt=1))
        for seat, submission in enumerate(match.lineup)
    ]
    try:
        with suppress(TimeoutError, RelayLost):
            async with asyncio.timeout(DISMISSAL_S):
                await asyncio.gather(*(player.sit() for player in players))
    finally:
        for player in players:
            player.given_up()
            player.close()


def _ripe(match: Match, unit: UnitOfWork) -> str:
    """Returns the match's block if all its matches are final, else an empty text."""
    if match.block_id is None:
        return ""
    final = all(m.state.final for m in unit.blocks.matches(match.block_id))
    return match.block_id if final else ""
