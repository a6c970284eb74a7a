"""Tournaments that are held again and again: when, and under which name."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from cronsim import CronSim, CronSimError

from arena.service.errors import AlreadyExists, InvalidArgument, NotFound
from arena.service.naming import new_id
from arena.service.ports import UnitOfWork
from arena.service.records import Ladder
from arena.service.tournament_records import Tournament, TournamentState

_FARTHEST = timedelta(days=36_525)
"""A century: far behind that there are no times any more."""
_FIELDS = 5
_LONGEST_NAME = 34
"""Leaves room for the number of the edition."""
_NAMES = 1_000
"""So many editions further is looked for a name that nobody has taken."""


def checked_schedule(
    name: str, starts: datetime | None, repeat: str, entry_ladder_id: str, instant: datetime
) -> datetime | None:
    """Returns when a new tournament starts by itself, or raises `InvalidArgument`."""
    if starts is not None:
        if starts <= instant:
            raise InvalidArgument("scheduled_start_time", f"{starts.isoformat()} is over")
        if starts > instant + _FARTHEST:
            why = f"{starts.isoformat()} is more than {_FARTHEST.days:,} days away"
            raise InvalidArgument("scheduled_start_time", why)
    if repeat:
        first = next_time(repeat, instant)
        if len(name) > _LONGEST_NAME:
            why = f"at most {_LONGEST_NAME} characters where it is held again: its number follows"
            raise InvalidArgument("name", why)
        return starts or first
    if entry_ladder_id and starts is None:
        raise InvalidArgument("entry_ladder_id", "only where the tournament starts by itself")
    return starts


def checked_entry_ladder(ladder_id: str, game: str, unit: UnitOfWork) -> Ladder:
    """Returns a ladder whose submissions can enter, or raises `InvalidArgument`."""
    try:
        ladder = unit.ladders.get(ladder_id)
    except NotFound as error:
        raise InvalidArgument("entry_ladder_id", str(error)) from None
    if ladder.terms.game != game:
        why = f"ladder {ladder.name!r} is for {ladder.terms.game}, not {game}"
        raise InvalidArgument("entry_ladder_id", why)
    return ladder


def next_time(repeat: str, after: datetime) -> datetime:
    """Returns the first time of a schedule behind an instant, or raises `InvalidArgument`."""
    if len(repeat.split()) != _FIELDS:
        raise InvalidArgument("repeat", f"{_FIELDS} fields as in cron, such as `0 18 * * 5`")
    try:
        return next(CronSim(repeat, after.astimezone(UTC)))
    except CronSimError as error:
        raise InvalidArgument("repeat", f"{str(error).lower()} in {repeat[:60]!r}") from None
    except StopIteration:
        raise InvalidArgument("repeat", f"there is no such time: {repeat[:60]!r}") from None


def open_next_edition(tournament: Tournament, unit: UnitOfWork, instant: datetime) -> None:
    """Opens the edition behind this one for entries, if it is held again.

    What was missed while the arena stood still is not made up for.
    """
    if not tournament.repeat:
        return
    fresh = replace(
        tournament,
        tournament_id=new_id("tournament"),
        seed=secrets.token_bytes(32),
        created=instant,
        state=TournamentState.ENTERING,
        started=None,
        ended=None,
        starts=next_time(tournament.repeat, max(instant, tournament.starts or instant)),
        edition=tournament.edition + 1,
        note="",
    )
    series = tournament.name.removesuffix(f" {tournament.edition}")
    base = tournament.name if tournament.edition == 1 else series
    for edition in range(fresh.edition, fresh.edition + _NAMES):
        try:
            unit.tournaments.add(replace(fresh, name=f"{base} {edition}", edition=edition))
            return
        except AlreadyExists:
            continue
    raise AlreadyExists("tournament", f"{base} {fresh.edition}")
