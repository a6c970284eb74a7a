"""Starts tournaments whose time has come, once each, however many try at the same time."""

from dataclasses import replace
from datetime import datetime

import structlog

from arena.service.editions import open_next_edition
from arena.service.errors import WrongState
from arena.service.isolation import isolated
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.tournament_records import Tournament, TournamentState
from arena.service.tournaments import begin, enter_best

_log = structlog.get_logger(__name__)


def start_due_tournaments(*, open_unit: OpenUnit, now: Now) -> None:
    """Starts every tournament that is due. Safe to run at any time, also twice at once."""
    with open_unit() as unit:
        due = unit.tournaments.due(now())
    for tournament_id in due:
        with isolated(tournament=tournament_id), open_unit() as unit:
            tournament = unit.tournaments.lock(tournament_id)
            if tournament.state is TournamentState.ENTERING:
                _start(tournament, unit, now())


def _start(tournament: Tournament, unit: UnitOfWork, instant: datetime) -> None:
    """Starts it, or cancels it with a note that says why it could not start."""
    _enter_by_rule(tournament, unit, instant)
    try:
        begin(tournament, tournament.entry_ladder_id, unit, instant)
    except WrongState as error:
        _log.warning("tournament not started", tournament=tournament.name, why=str(error))
        cancelled = TournamentState.CANCELLED
        unit.tournaments.move(replace(tournament, state=cancelled, ended=instant, note=str(error)))
        open_next_edition(tournament, unit, instant)


def _enter_by_rule(tournament: Tournament, unit: UnitOfWork, instant: datetime) -> None:
    """Withdraws what was retired; enters the ladder, the best first, but whoever may not."""
    for entry in unit.tournaments.entries(tournament.tournament_id):
        if unit.submissions.get(entry.submission_id).retired:
            unit.tournaments.withdraw(tournament.tournament_id, entry.submission_id)
    if tournament.entry_ladder_id:
        enter_best(tournament, tournament.entry_ladder_id, unit, instant)
