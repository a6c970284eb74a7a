"""The invariants of an arena, checked against a live database."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from arena.games.registry import Registry
from arena.match.events import Ended
from arena.match.replay import BadLog, verify
from arena.service.errors import NotFound
from arena.service.ladders import every_ladder
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.ratings import TOLERANCE, recompute
from arena.service.records import AttemptEnd, BlockState, Match, MatchFilter, MatchState

SWEEP_SLACK = timedelta(seconds=30)
"""How long after its deadline the sweep may take to end a match."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What was looked at, and every invariant that does not hold."""

    matches: int
    finished: int
    void: int
    blocks: int
    ladders: int
    retried: int
    """Matches that took more than one attempt."""
    complaints: tuple[str, ...]


def audit(*, open_unit: OpenUnit, games: Registry, now: Now) -> Audit:
    """Checks every match, block and ladder. Reads only; an arena may run meanwhile."""
    complaints: list[str] = []
    seen = dict.fromkeys(MatchState, 0)
    retried = blocks = 0
    instant = now()
    for match_id in _match_ids(open_unit):
        with open_unit() as unit:
            match = unit.matches.get(match_id)
            complaints += _match_complaints(match, unit, games, instant)
        seen[match.state] += 1
        retried += match.attempt > 1
    ladders = every_ladder(open_unit)
    for ladder in ladders:
        with open_unit() as unit:
            for block, matches in unit.blocks.rated(ladder.ladder_id):
                blocks += 1
                if [m.place for m in matches] != list(range(ladder.terms.seats)):
                    complaints.append(f"{block.block_id} is rated without all of its matches")
        found = recompute(ladder.ladder_id, open_unit=open_unit)
        complaints += found.complaints
        if abs(found.drift) > TOLERANCE * max(1, found.blocks):
            complaints.append(f"{ladder.ladder_id}: the sum of ratings drifted by {found.drift!r}")
    finished, void = seen[MatchState.FINISHED], seen[MatchState.VOID]
    total = sum(seen.values())
    return Audit(total, finished, void, blocks, len(ladders), retried, tuple(complaints))


def _match_complaints(
    match: Match, unit: UnitOfWork, games: Registry, instant: datetime
) -> Iterator[str]:
    """Yields what is wrong with one match."""
    name = match.match_id
    attempts = unit.matches.attempts(name)
    if [a.number for a in attempts] != list(range(1, match.attempt + 1)):
        yield f"{name}: attempts on record are not 1 to {match.attempt}"
    if any(a.end is None for a in attempts[:-1]):
        yield f"{name}: an attempt before the last is still open"
    if not match.state.final:
        if match.deadline + SWEEP_SLACK < instant:
            yield f"{name} is {match.state.value} past its deadline"
        return
    if any(a.end is None for a in attempts):
        yield f"{name} is final but an attempt is still open"
    wins = sum(a.end is AttemptEnd.FINISHED for a in attempts)
    if wins != (match.state is MatchState.FINISHED):
        yield f"{name} is {match.state.value} and has {wins} finished attempts"
    if match.state is MatchState.FINISHED:
        yield from _log_complaints(match, unit, games)
    elif match.block_id and unit.blocks.get(match.block_id).state is BlockState.RATED:
        yield f"{name} is void but its block is rated"


def _log_complaints(match: Match, unit: UnitOfWork, games: Registry) -> Iterator[str]:
    try:
        log = unit.matches.log(match.match_id)
        verify(games, log)
    except NotFound:
        yield f"{match.match_id} is finished without a log"
        return
    except BadLog as error:
        yield f"{match.match_id}: {error}"
        return
    ended = log[-1]
    assert isinstance(ended, Ended), "a verified log ends"
    if ended.outcome != match.outcome or ended.seed != match.seed:
        yield f"{match.match_id}: outcome or seed on record are not those of its log"


def _match_ids(open_unit: OpenUnit) -> Iterable[str]:
    token = ""
    while True:
        with open_unit() as unit:
            page = unit.matches.page(500, token, MatchFilter())
        yield from (match.match_id for match in page.items)
        if not (token := page.next_token):
            return
