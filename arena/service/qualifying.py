"""Qualification: a hosted submission shows in one unrated block that it can play."""

import secrets
import uuid
from collections.abc import Iterator

from arena.contest.blocks import rotations
from arena.games.registry import Registry
from arena.service.faults import first_fault
from arena.service.hosting_records import Hosted, HostedState
from arena.service.house import house_submissions
from arena.service.matches import DEADLINE
from arena.service.naming import new_id
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.records import AttemptEnd, Match, MatchFilter, MatchState
from arena.service.terms import checked_terms

TRIES = 10
"""So often a match is played again that the arena gave up."""
_NAMESPACE = uuid.UUID("7ac1f0f5-6cf0-4ad2-9a52-61eb9fd1d7a0")


def qualify(
    submission_id: str, *, open_unit: OpenUnit, games: Registry, now: Now
) -> tuple[Hosted, str]:
    """Opens the block, or looks how it goes; who played without a fault is active from then on.

    Returns where the submission stands, and why it is to be refused, if it is. Doing it twice does
    it once.
    """
    with open_unit() as unit:
        hosted = unit.hosted.get(submission_id)
        game = unit.bots.get(unit.submissions.get(submission_id).bot_id).game
    if hosted.state is not HostedState.QUALIFYING:
        return hosted, ""
    others = house_submissions(game, hosted.seats[0] - 1, open_unit=open_unit, now=now)
    with open_unit() as unit:
        matches = list(_block(game, (submission_id, *others), unit, games, now))
        if given_up := [match for match in matches if match.state is MatchState.VOID]:
            return hosted, _excuse(given_up[0])
        if all(match.state is MatchState.FINISHED for match in matches):
            faults = filter(None, (first_fault(submission_id, match, unit) for match in matches))
            if wrong := "; ".join(faults):
                return hosted, wrong
            unit.hosted.move(submission_id, HostedState.ACTIVE)
        return unit.hosted.get(submission_id), ""


def refuse(submission_id: str, why: str, *, open_unit: OpenUnit, now: Now) -> None:
    """Refuses a submission for good, and gives up the matches that it was to qualify in."""
    with open_unit() as unit:
        unit.hosted.move(submission_id, HostedState.REFUSED, why)
        for state in (state for state in MatchState if not state.final):
            where = MatchFilter(submission_id=submission_id, state=state)
            for match in unit.matches.page(20, "", where).items:  # one for each seat at most
                detail = "a submission in it was refused"
                unit.matches.void(match.match_id, AttemptEnd.OPERATOR, detail, now())


def _excuse(match: Match) -> str:
    return (
        f"the arena gave up {TRIES} matches to qualify in, {match.match_id} the last of them: that"
        " is no fault of the bot; upload it again"
    )


def _block(
    game: str, lineup: tuple[str, ...], unit: UnitOfWork, games: Registry, now: Now
) -> Iterator[Match]:
    """Yields the matches of the block, which are made as they are asked for the first time.

    One that is void was the last try.
    """
    terms = checked_terms(game, {}, len(lineup), games=games)
    seed = secrets.token_bytes(32)
    for place, seated in enumerate(rotations(lineup)):
        for number in range(TRIES):
            created = now()
            fresh = Match(new_id("match"), terms, seated, seed, created, created + DEADLINE)
            request_id = str(uuid.uuid5(_NAMESPACE, f"{lineup[0]} {place} {number}"))
            match = unit.matches.add(fresh, request_id=request_id, author_id="")
            seed = match.seed
            if match.state is not MatchState.VOID:
                break
        yield match
