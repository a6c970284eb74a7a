"""Tournaments: opening them, entering them, starting and stopping them."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.service.bots import require_owner
from arena.service.editions import checked_entry_ladder, checked_schedule, open_next_edition
from arena.service.errors import InvalidArgument, NotAllowed, WrongState
from arena.service.formats import checked_advancing, checked_rounds, format_of
from arena.service.hosted import require_playing
from arena.service.house import is_house
from arena.service.naming import checked_name, new_id
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.records import AttemptEnd, Author, BlockState, Options, Page, Role
from arena.service.rounds import advance
from arena.service.terms import DEFAULT_CLOCK, DEFAULT_FAULTS_ALLOWED, checked_terms
from arena.service.tournament_records import Entry, FormatName, Tournament, TournamentState

MOST_ENTRIES = 128


def create_tournament(
    name: str,
    game: str,
    options: Options,
    seats: int,
    form: FormatName,
    *,
    rounds: int = 0,
    advancing: int = 0,
    clock: Clock = DEFAULT_CLOCK,
    faults_allowed: int = DEFAULT_FAULTS_ALLOWED,
    same_author_allowed: bool = False,
    starts: datetime | None = None,
    repeat: str = "",
    entry_ladder_id: str = "",
    open_unit: OpenUnit,
    games: Registry,
    now: Now,
) -> Tournament:
    """Returns a new tournament, open for entries at once.

    With `starts` or `repeat` it starts by itself: those who are active on the ladder, if one is
    given, enter then and are seeded by it.
    """
    schedule = checked_schedule(name, starts, repeat, entry_ladder_id, now())
    tournament = Tournament(
        new_id("tournament"),
        checked_name("name", name),
        checked_terms(game, options, seats, clock, faults_allowed, games=games),
        form,
        checked_rounds(form, rounds),
        checked_advancing(form, advancing, seats),
        same_author_allowed,
        secrets.token_bytes(32),
        now(),
        starts=schedule,
        repeat=repeat,
    )
    with open_unit() as unit:
        if entry_ladder_id:
            ladder = checked_entry_ladder(entry_ladder_id, game, unit)
            tournament = replace(tournament, entry_ladder_id=ladder.ladder_id)
        unit.tournaments.add(tournament)
    return tournament


def tournament_of(tournament_id: str, *, open_unit: OpenUnit) -> Tournament:
    """Returns a tournament by id or name."""
    with open_unit() as unit:
        return unit.tournaments.get(tournament_id)


def list_tournaments(
    size: int, token: str, *, comparisons: bool = True, open_unit: OpenUnit
) -> Page[Tournament]:
    """Returns a page of tournaments, newest first; without those that hold comparisons if so."""
    with open_unit() as unit:
        return unit.tournaments.page(size, token, comparisons=comparisons)


def enter_tournament(
    author: Author, tournament_id: str, submission_id: str, *, open_unit: OpenUnit, now: Now
) -> Entry:
    """Returns the entry of a submission that takes part from now on."""
    with open_unit() as unit:
        tournament = _locked(tournament_id, unit, TournamentState.ENTERING)
        require_owner(author, unit.bots.get(unit.submissions.get(submission_id).bot_id))
        return enter(tournament, submission_id, unit, now())


def enter(tournament: Tournament, submission_id: str, unit: UnitOfWork, instant: datetime) -> Entry:
    """Does so for a tournament that is entering and that nobody else moves now."""
    _check_fit(tournament, submission_id, unit)
    others = unit.tournaments.entries(tournament.tournament_id)
    _check_others(tournament, submission_id, others, unit)
    number = 1 + max((entry.number for entry in others), default=0)
    return unit.tournaments.enter(Entry(tournament.tournament_id, submission_id, number, instant))


def enter_ladder(
    author: Author, tournament_id: str, ladder_id: str, *, open_unit: OpenUnit, now: Now
) -> None:
    """Enters what is active on a ladder, the best first, until nobody more fits in."""
    if author.role is not Role.OPERATOR:
        raise NotAllowed("only an operator can enter a whole ladder")
    with open_unit() as unit:
        tournament = _locked(tournament_id, unit, TournamentState.ENTERING)
        ladder = checked_entry_ladder(ladder_id, tournament.terms.game, unit)
        enter_best(tournament, ladder.ladder_id, unit, now())


def enter_best(tournament: Tournament, ladder_id: str, unit: UnitOfWork, instant: datetime) -> None:
    """Does so for a tournament that is entering and that nobody else moves now.

    Whoever may not take part is left out.
    """
    standings = sorted(unit.ladders.active(ladder_id), key=lambda standing: -standing.rating)
    best = [standing.submission_id for standing in standings]
    entries = unit.tournaments.entries(tournament.tournament_id)
    number = max((entry.number for entry in entries), default=0)
    entered = {entry.submission_id for entry in entries}
    names = unit.submissions.names(entered.union(best))
    authors = {names[submission_id].author_id for submission_id in entered}
    for submission_id in best:
        if len(entered) >= MOST_ENTRIES:
            return
        taken = names[submission_id].author_id in authors and not tournament.same_author_allowed
        if taken or submission_id in entered:
            continue
        with suppress(WrongState, InvalidArgument):
            _check_fit(tournament, submission_id, unit)
            number += 1
            unit.tournaments.enter(Entry(tournament.tournament_id, submission_id, number, instant))
            entered.add(submission_id)
            authors.add(names[submission_id].author_id)


def _check_fit(tournament: Tournament, submission_id: str, unit: UnitOfWork) -> None:
    submission = unit.submissions.get(submission_id)
    bot = unit.bots.get(submission.bot_id)
    if submission.retired:
        raise WrongState(f"submission {submission_id} is retired")
    if bot.game != tournament.terms.game:
        why = f"plays {bot.game}; {tournament.name!r} is for {tournament.terms.game}"
        raise InvalidArgument("submission_id", why)
    require_playing(submission, tournament.terms.seats, unit)


def _check_others(
    tournament: Tournament, submission_id: str, entries: Sequence[Entry], unit: UnitOfWork
) -> None:
    others = [e.submission_id for e in entries if e.submission_id != submission_id]
    if len(others) >= MOST_ENTRIES:
        raise WrongState(f"tournament {tournament.name!r} is full: {MOST_ENTRIES} have entered")
    if tournament.same_author_allowed or is_house(submission_id):
        return
    names = unit.submissions.names([submission_id, *others])
    mine = names[submission_id].author_id
    for other in others:
        if names[other].author_id == mine:
            raise WrongState(f"{names[other]} of the same author has entered already")


def withdraw_entry(
    author: Author, tournament_id: str, submission_id: str, *, open_unit: OpenUnit
) -> None:
    """Takes a submission out of a tournament that has not started."""
    with open_unit() as unit:
        tournament = _locked(tournament_id, unit, TournamentState.ENTERING)
        require_owner(author, unit.bots.get(unit.submissions.get(submission_id).bot_id))
        unit.tournaments.withdraw(tournament.tournament_id, submission_id)


def start_tournament(
    tournament_id: str, seeding_ladder_id: str = "", *, open_unit: OpenUnit, now: Now
) -> Tournament:
    """Closes the entries and opens the first round.

    The seeding is by rating on the ladder, if one is given, and then by turn of entering.
    """
    with open_unit() as unit:
        tournament = _locked(tournament_id, unit, TournamentState.ENTERING)
        return begin(tournament, seeding_ladder_id, unit, now())


def begin(
    tournament: Tournament, seeding_ladder_id: str, unit: UnitOfWork, instant: datetime
) -> Tournament:
    """Does so for a tournament that is entering and that nobody else moves now.

    Raises `WrongState` before it has changed anything. Opens the next edition, if there is one.
    """
    entrants = [e.submission_id for e in unit.tournaments.entries(tournament.tournament_id)]
    retired = [s for s in entrants if unit.submissions.get(s).retired]
    if retired:
        raise WrongState(f"withdraw what is retired: {', '.join(retired)}")
    if seeding_ladder_id:
        ladder = unit.ladders.get(seeding_ladder_id)
        standings = unit.ladders.standings(ladder.ladder_id, entrants)
        entrants.sort(key=lambda s: -standings[s].rating if s in standings else float("inf"))
    try:
        format_of(tournament).check(entrants)
    except ValueError as error:
        raise WrongState(str(error)) from None
    running = replace(tournament, state=TournamentState.RUNNING, started=instant)
    unit.tournaments.seed(tournament.tournament_id, entrants)
    unit.tournaments.move(running)
    advance(running, unit, instant)
    open_next_edition(tournament, unit, instant)
    return running


def pause_tournament(tournament_id: str, paused: bool, *, open_unit: OpenUnit) -> Tournament:
    """Stops or resumes the opening of rounds. Matches that are under way go on."""
    with open_unit() as unit:
        tournament = _locked(tournament_id, unit, TournamentState.RUNNING, TournamentState.PAUSED)
        state = TournamentState.PAUSED if paused else TournamentState.RUNNING
        moved = replace(tournament, state=state)
        unit.tournaments.move(moved)
        return moved


def cancel_tournament(tournament_id: str, *, open_unit: OpenUnit, now: Now) -> Tournament:
    """Ends a tournament early: what it has under way is void.

    One that had not started is not held again either.
    """
    with open_unit() as unit:
        unfinished = [state for state in TournamentState if not state.final]
        return cancel(_locked(tournament_id, unit, *unfinished), unit, now())


def cancel(tournament: Tournament, unit: UnitOfWork, instant: datetime) -> Tournament:
    """Does so for a tournament that is not over and that nobody else moves now."""
    cancelled = replace(tournament, state=TournamentState.CANCELLED, ended=instant)
    unit.tournaments.move(cancelled)
    for block in unit.blocks.in_tournament(tournament.tournament_id):
        if block.state is BlockState.OPEN:
            for match in unit.blocks.matches(block.block_id):
                end, why = AttemptEnd.OPERATOR, "the tournament was cancelled"
                unit.matches.void(match.match_id, end, why, instant)
    return cancelled


def _locked(tournament_id: str, unit: UnitOfWork, *states: TournamentState) -> Tournament:
    """Returns a tournament by id or name, as long as it is in one of these states."""
    tournament = unit.tournaments.lock(unit.tournaments.get(tournament_id).tournament_id)
    if tournament.state not in states:
        raise WrongState(f"tournament {tournament.name!r} is {tournament.state.value}")
    return tournament
