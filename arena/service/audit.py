"""The invariants of an arena, checked against a live database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from arena.contest.blocks import rotations
from arena.games.registry import Registry, UnknownGame
from arena.match.events import Decided, Ended, MatchEvent, Started
from arena.match.replay import verify
from arena.service.errors import NotFound
from arena.service.ladders import every_ladder
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.ratings import TOLERANCE, recompute
from arena.service.records import (
    Attempt,
    AttemptEnd,
    Block,
    BlockState,
    Match,
    MatchFilter,
    MatchState,
)
from arena.service.tournament_audit import every_tournament, tournament_complaints

SLACK = timedelta(seconds=60)
"""How long the sweep may take to see to something that is due."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What was looked at, and every invariant that does not hold."""

    matches: int
    finished: int
    void: int
    blocks: int
    """Blocks that are rated."""
    ladders: int
    tournaments: int
    retried: int
    """Matches that took more than one attempt."""
    unverified: int
    """Finished matches by rules that are not installed here, or whose logs are forgotten."""
    overdue: int
    """Matches that are not final though their deadline is over."""
    miscounted: int
    """Matches with an outcome, a log or a finished attempt too few or too many."""
    complaints: tuple[str, ...]


def audit(*, open_unit: OpenUnit, games: Registry, now: Now) -> Audit:
    """Checks every match, block, ladder and tournament. Reads only; an arena may run meanwhile."""
    look = _Look(games, now())
    block_ids: dict[str, None] = {}
    for match_id in _match_ids(open_unit):
        with open_unit() as unit:
            match, attempts, log = _steady(match_id, unit)
        look.at_match(match, attempts, log)
        if match.block_id is not None:
            block_ids[match.block_id] = None
    for block_id in block_ids:
        with open_unit() as unit:
            # The block first: its matches end before it does.
            look.at_block(unit.blocks.get(block_id), unit.blocks.matches(block_id))
    tournaments = every_tournament(open_unit)
    for tournament in tournaments:
        look.complaints += tournament_complaints(tournament, open_unit=open_unit)
    ladders = every_ladder(open_unit)
    for ladder in ladders:
        found = recompute(ladder.ladder_id, open_unit=open_unit)
        look.complaints += found.complaints
        if abs(found.drift) > TOLERANCE * max(1, found.blocks):
            look.complain(f"{ladder.ladder_id}: the sum of ratings drifted by {found.drift!r}")
    return Audit(
        sum(look.states.values()),
        look.states[MatchState.FINISHED],
        look.states[MatchState.VOID],
        look.rated_blocks,
        len(ladders),
        len(tournaments),
        look.retried,
        look.unverified,
        look.overdue,
        look.miscounted,
        tuple(look.complaints),
    )


def _match_ids(open_unit: OpenUnit) -> Iterator[str]:
    token = ""
    while True:
        with open_unit() as unit:
            page = unit.matches.page(500, token, MatchFilter())
        yield from (match.match_id for match in page.items)
        if not (token := page.next_token):
            return


Log: TypeAlias = Sequence[MatchEvent] | ValueError | None
"""What lies in the place of a log: the log, something that is none, or nothing."""


def _steady(match_id: str, unit: UnitOfWork) -> tuple[Match, Sequence[Attempt], Log]:
    """Returns a match with what belongs to it, all from before or all from after any change."""
    match = unit.matches.get(match_id)
    while True:
        attempts, log = unit.matches.attempts(match_id), _log(match_id, unit)
        before, match = match, unit.matches.get(match_id)
        if (before.state, before.attempt) == (match.state, match.attempt):
            return match, attempts, log


def _log(match_id: str, unit: UnitOfWork) -> Log:
    try:
        return unit.matches.log(match_id)
    except NotFound:
        return None
    except ValueError as error:
        return error


@dataclass(slots=True)
class _Look:
    """A look at everything, one by one."""

    games: Registry
    instant: datetime
    states: dict[MatchState, int] = field(default_factory=lambda: dict.fromkeys(MatchState, 0))
    retried: int = 0
    unverified: int = 0
    rated_blocks: int = 0
    overdue: int = 0
    miscounted: int = 0
    complaints: list[str] = field(default_factory=list)

    def complain(self, complaint: str) -> None:
        self.complaints.append(complaint)

    def at_match(self, match: Match, attempts: Sequence[Attempt], log: Log) -> None:
        """Checks one match: its state, its attempts, its log."""
        name = match.match_id
        self.states[match.state] += 1
        self.retried += match.attempt > 1
        for complaint in _attempt_complaints(match, attempts):
            self.complain(f"{name} {complaint}")
        finished = match.state is MatchState.FINISHED
        wins = sum(attempt.end is AttemptEnd.FINISHED for attempt in attempts)
        counts = {finished, log is not None, match.outcome is not None, wins == 1, wins != 0}
        self.miscounted += len(counts) > 1
        if not match.state.final and match.deadline + SLACK < self.instant:
            self.overdue += 1
            self.complain(f"{name} is {match.state.value} past its deadline")
        if not finished:
            if log is not None:
                self.complain(f"{name} is {match.state.value} but has a log")
        elif log is None:
            self.complain(f"{name} is finished without a log")
        elif isinstance(log, ValueError):
            self.complain(f"{name} has a log that cannot be read: {log}")
        elif not log or not self._has_rules_of(log):
            self.unverified += 1
        else:
            self._at_log(match, log)

    def _at_log(self, match: Match, log: Sequence[MatchEvent]) -> None:
        name = match.match_id
        try:
            verify(self.games, log)
        except ValueError as error:
            self.complain(f"{name} has a log that is not true: {error}")
            return
        *_, ended = log
        assert isinstance(ended, Ended), "a verified log ends"
        if ended.seed != match.seed:
            self.complain(f"{name} was not played on its seed")
        if ended.outcome != match.outcome:
            self.complain(f"{name} has another outcome than its log")
        if _faults(log, match.terms.seats) != match.faults:
            self.complain(f"{name} has other faults than its log")

    def _has_rules_of(self, log: Sequence[MatchEvent]) -> bool:
        match log:
            case [Started() as started, *_]:
                try:
                    return self.games.find(started.game).version == started.version
                except UnknownGame:
                    return False
        return True

    def at_block(self, block: Block, matches: Sequence[Match]) -> None:
        """Checks one block against its matches."""
        self.rated_blocks += block.state is BlockState.RATED
        for complaint in _block_complaints(block, matches, self.instant):
            self.complain(f"{block.block_id} {complaint}")


def _faults(log: Sequence[MatchEvent], seats: int) -> tuple[int, ...]:
    """Returns the number of faults of every seat."""
    faults = [0] * seats
    for event in log:
        for choice in event.choices if isinstance(event, Decided) else ():
            faults[choice.seat] += choice.fault is not None
    return tuple(faults)


def _attempt_complaints(match: Match, attempts: Sequence[Attempt]) -> Iterator[str]:
    """Yields what is wrong with the attempts at a match."""
    if [attempt.number for attempt in attempts] != list(range(1, match.attempt + 1)):
        yield f"has other attempts on record than 1 to {match.attempt}"
    if any(attempt.end is None for attempt in attempts[:-1]):
        yield "has an open attempt before the last"
    if match.state is not MatchState.RUNNING and any(a.end is None for a in attempts):
        yield f"is {match.state.value} but an attempt is still open"
    wins = sum(attempt.end is AttemptEnd.FINISHED for attempt in attempts)
    if wins != (match.state is MatchState.FINISHED):
        yield f"is {match.state.value} and has {wins} finished attempts"


def _block_complaints(block: Block, matches: Sequence[Match], instant: datetime) -> Iterator[str]:
    """Yields what is wrong with a block."""
    if [match.lineup for match in matches] != list(rotations(block.lineup)):
        yield "does not seat everybody everywhere"
    if len({match.seed for match in matches}) > 1:
        yield "is played on several seeds"
    void = any(match.state is MatchState.VOID for match in matches)
    final = all(match.state.final for match in matches)
    match block.state:
        case BlockState.OPEN if final:
            if all(match.ended and match.ended + SLACK < instant for match in matches):
                yield "waits to be rated"
        case BlockState.RATED | BlockState.COUNTED if void or not final:
            yield f"is {block.state.value} without the outcomes of all of its matches"
        case BlockState.VOID if not (void and final):
            yield "is void for no reason"
