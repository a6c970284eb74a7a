"""Keeps ladders supplied with blocks, and workers with matches."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from arena.contest.blocks import Lineup
from arena.contest.lineups import Candidate, draw_lineups
from arena.games.dice import Dice
from arena.service.blocks import open_block
from arena.service.candidates import Online, is_fresh, ladder_candidates, most_open
from arena.service.errors import Unavailable
from arena.service.filling import Unfilled
from arena.service.hosted import unhosted
from arena.service.house import house_ids, house_submissions, rated_lineup
from arena.service.isolation import isolated
from arena.service.ladders import every_ladder
from arena.service.naming import new_id
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.queueing import Queue
from arena.service.records import Block, Ladder, Match
from arena.service.relay_ports import Presence

REDISPATCH = timedelta(seconds=30)
"""A match that nobody took so long after it was queued is queued again."""
DISPATCHED_AT_ONCE = 500
WINDOWS = 5
"""So often `dispatch_matches` looks behind matches that wait for room, each time at as many."""
YIELDS = timedelta(minutes=30)
"""So long a match that stands alone lets those of contests go first."""
STARTING = timedelta(seconds=60)
"""So long a new match waits for a bot that the arena has to start."""

_log = structlog.get_logger(__name__)


def schedule_ladders(*, open_unit: OpenUnit, online: Online, now: Now) -> None:
    """Fills the backlog of every ladder that is not paused. Doing it twice does it once."""
    for ladder in every_ladder(open_unit):
        if ladder.paused:
            continue
        with isolated(ladder=ladder.ladder_id):
            schedule_ladder(ladder.ladder_id, open_unit=open_unit, online=online, now=now)


def schedule_ladder(ladder_id: str, *, open_unit: OpenUnit, online: Online, now: Now) -> None:
    """Opens new blocks until the ladder's backlog is full or no table can be filled."""
    with open_unit() as unit:
        contenders = unit.ladders.contenders(ladder_id)
    presences = online(contenders.keys())
    fillers = _fillers(ladder_id, open_unit, now)
    with open_unit() as unit:
        ladder = unit.ladders.lock(ladder_id)
        if ladder.paused:
            return
        lineups = unit.blocks.open_lineups(ladder_id)
        room = ladder.backlog - len(lineups)
        candidates = ladder_candidates(ladder, contenders, lineups, presences, now(), unit)
        fresh = {c.submission_id for c in candidates if is_fresh(c.blocks, c.open_blocks)}
        wanted = max(room, min(len(fresh), most_open(ladder, fresh=True) - len(lineups)))
        drawn: tuple[Lineup, ...] = ()
        if wanted > 0:
            dice = Dice(secrets.token_bytes(32), 0)
            drawn = draw_lineups(
                candidates,
                ladder.sizes,
                wanted,
                same_author_allowed=ladder.same_author_allowed,
                dice=dice,
                fillers=fillers,
            )
        for lineup in _within(room, drawn, fresh):
            _open(ladder, lineup, unit, now())
        unit.ladders.tick(ladder_id, now(), _refused(ladder, candidates, drawn, wanted, now()))


def _fillers(ladder_id: str, open_unit: OpenUnit, now: Now) -> tuple[str, ...]:
    """Returns the house bots that may sit at the ladder's tables."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        if ladder.unfilled is not Unfilled.HOUSE or ladder.paused:
            return ()
        game, count = ladder.terms.game, max(ladder.sizes) - 1
        there = unit.submissions.names(house_ids(game, count))
    if len(there) < count:
        return house_submissions(game, count, open_unit=open_unit, now=now)
    return house_ids(game, count)


def _within(room: int, drawn: Sequence[Lineup], fresh: Set[str]) -> Iterator[Lineup]:
    """Yields what the backlog has room for, and beyond it what lets somebody fresh play."""
    unseated = set(fresh)
    for number, lineup in enumerate(drawn):
        if number < room or not unseated.isdisjoint(lineup):
            yield lineup
        unseated.difference_update(lineup)


def _open(ladder: Ladder, lineup: Lineup, unit: UnitOfWork, instant: datetime) -> None:
    """Opens a block; unrated if it is a probe, or if house bots leave nobody to be rated with."""
    known = unit.conducts.among(ladder.ladder_id, lineup)
    probe = any(conduct.quarantined is not None for conduct in known.values())
    unrated = probe or len(rated_lineup(lineup)) < 2
    block = Block(new_id("block"), ladder.ladder_id, lineup, instant, unrated=unrated)
    open_block(block, ladder.terms_for(len(lineup)), secrets.token_bytes(32), unit)


def _refused(
    ladder: Ladder,
    candidates: Sequence[Candidate],
    drawn: Sequence[Lineup],
    wanted: int,
    instant: datetime,
) -> datetime | None:
    """Returns since when tables are refused, if this draw left somebody idle without a table."""
    if ladder.unfilled is not Unfilled.REFUSE or len(drawn) >= wanted:
        return None
    seated = {submission for lineup in drawn for submission in lineup}
    if all(c.open_blocks or c.submission_id in seated for c in candidates):
        return None
    if ladder.refused is None:
        _log.warning("table refused", ladder=ladder.ladder_id, seats=min(ladder.sizes))
    return ladder.refused or instant


def dispatch_matches(*, open_unit: OpenUnit, online: Online, queue: Queue, now: Now) -> None:
    """Queues the matches that nobody plays yet and whose bots have room for one more.

    Contests come first, the oldest matches before others. One that stands alone lets them go first
    only for so long, so that a bot that is always busy on a ladder plays it, too. Whoever has not
    played on a ladder yet comes before all others, in the choice and in the queue.

    A bot that is away does not hold a match up: it has its time to join when the match starts.
    But it gets its matches one by one, since it may come back and have room for no more. One that
    the arena itself is to start has `STARTING` to be there first, and all the time that the arena
    needs to find room for it.
    """
    held_up = set[str]()
    sent = 0
    for _ in range(WINDOWS):
        window = _dispatch_window(held_up, open_unit, online, queue, now)
        sent += window.sent
        held_up |= window.held_up
        if not window.full or sent >= DISPATCHED_AT_ONCE:
            return


@dataclass(frozen=True, slots=True)
class _Window:
    """What came of the matches that were first in turn."""

    sent: int = 0
    held_up: frozenset[str] = frozenset()
    """For each match that has to wait one submission that it waits for."""
    full: bool = False
    """Whether more may wait behind them."""


def _dispatch_window(
    without: Collection[str], open_unit: OpenUnit, online: Online, queue: Queue, now: Now
) -> _Window:
    """Queues what can be played of the first matches in which none of these submissions sits."""
    with open_unit() as unit:
        waiting, _ = _in_turn(without, unit, now())
    if not waiting:
        return _Window()
    presences = online({s for match in waiting for s in match.lineup})
    with open_unit() as unit:
        unit.matches.lock_dispatch()  # two at once would both give away a bot's last place
        waiting, full = _in_turn(without, unit, now())
        urgent = _urgent(waiting, unit)
        load = Counter(unit.matches.load(now()))
        away = {s for m in waiting for s in m.lineup} - presences.keys()
        starting = unit.hosted.among(away)
        unrun = unhosted(starting.keys(), now(), unit) if starting else frozenset[str]()
        chosen, held_up = list[str](), set[str]()
        for match in sorted(waiting, key=lambda match: match.match_id not in urgent):
            awaited = unrun if match.created <= now() - STARTING else starting.keys()
            for s in match.lineup:
                if s in awaited or not _room(presences.get(s), load[s]):
                    held_up.add(s)
                    break
            else:
                load.update(match.lineup)
                chosen.append(match.match_id)
        unit.matches.dispatch(chosen, now())
    for sent, match_id in enumerate(chosen):
        try:
            queue.play(match_id, urgent=match_id in urgent)
        except Unavailable:
            with open_unit() as unit:
                unit.matches.dispatch(chosen[sent:], None)
            raise
    return _Window(len(chosen), frozenset(held_up), full)


def _in_turn(
    without: Collection[str], unit: UnitOfWork, instant: datetime
) -> tuple[list[Match], bool]:
    """Returns who waits, in turn, and whether these need not be all.

    What stands alone has places of its own: it keeps nothing of a contest out, nor is it kept out.
    """
    turns: list[tuple[datetime, Match]] = []
    full = False
    for alone, yields in ((False, timedelta(0)), (True, YIELDS)):
        found = unit.matches.waiting(
            instant - REDISPATCH, DISPATCHED_AT_ONCE, alone=alone, without=without
        )
        turns += [(match.created + yields, match) for match in found]
        full |= len(found) == DISPATCHED_AT_ONCE
    return [match for _, match in sorted(turns, key=lambda turn: turn[0])], full


def _urgent(waiting: Collection[Match], unit: UnitOfWork) -> frozenset[str]:
    """Returns those of the matches in which somebody plays for the first time on a ladder."""
    by_ladder: dict[str, list[Match]] = {}
    for match in waiting:
        if match.ladder_id is not None:
            by_ladder.setdefault(match.ladder_id, []).append(match)
    urgent = set()
    for ladder_id, its in by_ladder.items():
        standings = unit.ladders.standings(ladder_id, {s for m in its for s in m.lineup})
        fresh = {s.submission_id for s in standings.values() if not s.blocks}
        urgent |= {match.match_id for match in its if not fresh.isdisjoint(match.lineup)}
    return frozenset(urgent)


def _room(presence: Presence | None, load: int) -> bool:
    """Whether a bot can take one more match; one that is away takes one at a time."""
    capacity = presence.capacity if presence is not None else 0
    return load < max(1, capacity)
