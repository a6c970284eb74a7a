"""Plays one match for a worker: claim, referee, finish; exactly once, however often it is asked."""

import asyncio
from dataclasses import dataclass

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
from arena.service.records import AttemptEnd, Match
from arena.service.relay_ports import LiveLog, LiveLogs, Overtaken, Relay, RelayLost

ATTEMPTS = 5
"""After so many attempts that failed the arena gives a match up."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Played:
    """What is to be done next."""

    ripe_block: str = ""
    """The block that can be rated now, since this was its last match."""


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
    log = _log.bind(match=match_id, attempt=match.attempt)
    try:
        async with (
            leases.hold(match),
            asyncio.timeout((match.deadline - now()).total_seconds()),
        ):
            outcome, events = await _referee(match, games, relay, logs, leases)
            return await asyncio.to_thread(_finish, match, outcome, events, open_unit, now)
    except LeaseLost:
        log.warning("lease lost")
        return Played()
    except HandedBack:
        failure = (AttemptEnd.HANDED_BACK, "the worker was told to stop")
    except TimeoutError:
        failure = (AttemptEnd.DEADLINE, "the match ran past its deadline")
    except RelayLost as error:
        failure = (AttemptEnd.RELAY_LOST, str(error))
    except Unavailable as error:
        failure = (AttemptEnd.STORAGE, str(error))
    except Exception as error:  # the attempt's main loop: whatever it is, it is ours
        log.exception("attempt failed")
        failure = (AttemptEnd.INTERNAL, repr(error))
    log.warning("attempt ended", end=failure[0].value, detail=failure[1])
    return await asyncio.to_thread(_give_up_attempt, match, *failure, open_unit, now)


def _claim(match_id: str, worker: str, open_unit: OpenUnit, now: Now) -> Match | None:
    with open_unit() as unit:
        return unit.matches.claim(match_id, worker, now(), now() + LEASE)


async def _referee(
    match: Match, games: Registry, relay: Relay, logs: LiveLogs, leases: Leases
) -> tuple[Outcome, list[MatchEvent]]:
    """Returns the outcome and the whole log; resumes where the live log leaves off."""
    terms = match.terms
    while True:
        log = await logs.open(match.match_id)
        events = list(log.past)

        async def record(
            event: MatchEvent, log: LiveLog = log, events: list[MatchEvent] = events
        ) -> None:
            await log.append(event)
            events.append(event)

        players = [
            relay.player(submission, _table(match, seat, resumed=bool(events)))
            for seat, submission in enumerate(match.lineup)
        ]
        referee = Referee(
            games.create(terms.game, terms.seats, terms.options),
            players,
            seed=match.seed,
            clock=terms.clock,
            faults_allowed=terms.faults_allowed,
            record=record,
        )
        try:
            return await referee.play(log.past), events
        except Overtaken:
            # Either this worker is the slow one, then the lease is lost, or a dying one still
            # wrote an event: then the match goes on from there.
            await leases.renew()
            await asyncio.sleep(0)
        finally:
            for player in players:
                player.close()


def _table(match: Match, seat: int, *, resumed: bool) -> Table:
    terms = match.terms
    return Table(
        match.match_id,
        match.attempt,
        resumed,
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
        return Played(_ripe(match, unit))


def _give_up_attempt(
    match: Match, end: AttemptEnd, detail: str, open_unit: OpenUnit, now: Now
) -> Played:
    """Queues the match again, or gives it up for good."""
    with open_unit() as unit:
        hopeless = end is AttemptEnd.DEADLINE or match.attempt >= ATTEMPTS
        if hopeless and end is not AttemptEnd.HANDED_BACK:
            unit.matches.void(match.match_id, end, detail, now())
            return Played(_ripe(match, unit))
        unit.matches.release(match.match_id, match.attempt, end, detail, now())
        return Played()


def _ripe(match: Match, unit: UnitOfWork) -> str:
    """Returns the match's block if all its matches are final, else an empty text."""
    if match.block_id is None:
        return ""
    final = all(m.state.final for m in unit.blocks.matches(match.block_id))
    return match.block_id if final else ""
