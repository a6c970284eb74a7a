"""Takes tournaments from round to round, once each, however many try at the same time."""

from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from arena.contest.tournament import Round
from arena.service.blocks import open_block
from arena.service.errors import WrongState
from arena.service.formats import format_of
from arena.service.isolation import isolated
from arena.service.naming import new_id
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.progress import played_rounds, rounds_of
from arena.service.records import Block, BlockState
from arena.service.tournament_records import OpenedRound, Tournament, TournamentState


def advance_tournaments(*, open_unit: OpenUnit, now: Now) -> None:
    """Opens the next round of every running tournament whose last one is over."""
    with open_unit() as unit:
        idle = unit.tournaments.idle()
    for tournament_id in idle:
        with isolated(tournament=tournament_id):
            with open_unit() as unit:
                ready = all(one.over for one in rounds_of(tournament_id, unit))
            if ready:
                advance_tournament(tournament_id, open_unit=open_unit, now=now)


def advance_tournament(tournament_id: str, *, open_unit: OpenUnit, now: Now) -> None:
    """Opens the next round, or ends the tournament after the last. Doing it twice does it once.

    A void table does not count: the round waits until it is played again.
    """
    with open_unit() as unit:
        tournament = unit.tournaments.lock(tournament_id)
        if tournament.state is TournamentState.RUNNING:
            advance(tournament, unit, now())


def advance(tournament: Tournament, unit: UnitOfWork, instant: datetime) -> None:
    """Does so for a tournament that runs and that nobody else advances now."""
    rounds = rounds_of(tournament.tournament_id, unit)
    if not all(one.over for one in rounds):
        return
    entrants = [e.submission_id for e in unit.tournaments.entries(tournament.tournament_id)]
    coming = format_of(tournament).next_round(entrants, played_rounds(rounds, unit))
    if coming is None:
        over = replace(tournament, state=TournamentState.FINISHED, ended=instant)
        unit.tournaments.move(over)
    else:
        _open_round(tournament, len(rounds) + 1, coming, unit, instant)


def play_void_again(tournament_id: str, *, open_unit: OpenUnit, now: Now) -> int:
    """Opens new blocks for the void tables of the round, and returns how many those were."""
    with open_unit() as unit:
        tournament = unit.tournaments.lock(unit.tournaments.get(tournament_id).tournament_id)
        if tournament.state not in (TournamentState.RUNNING, TournamentState.PAUSED):
            raise WrongState(f"tournament {tournament.name!r} is {tournament.state.value}")
        void = [t for one in rounds_of(tournament.tournament_id, unit) for t in one.void]
        if not void:
            raise WrongState(f"no table of tournament {tournament.name!r} is void")
        for table in void:
            again = replace(table.block, block_id=new_id("block"), created=now())
            again = replace(again, state=BlockState.OPEN, closed=None)
            _open_table(tournament, again, table.plays + 1, unit)
        return len(void)


def _open_round(
    tournament: Tournament, number: int, coming: Round, unit: UnitOfWork, instant: datetime
) -> None:
    tournament_id = tournament.tournament_id
    unit.tournaments.open_round(OpenedRound(tournament_id, number, coming.byes, instant))
    for table_number, lineup in enumerate(coming.tables, 1):
        block = Block(
            new_id("block"),
            None,
            lineup,
            instant,
            tournament_id=tournament_id,
            round_number=number,
            table_number=table_number,
        )
        _open_table(tournament, block, 1, unit)


def _open_table(tournament: Tournament, block: Block, play: int, unit: UnitOfWork) -> None:
    open_block(block, tournament.terms, deal_seed(tournament, block, play), unit)


def deal_seed(tournament: Tournament, block: Block, play: int) -> bytes:
    """Returns what the deals of a table follow from when it is played for the `play`th time.

    From the seed of the tournament, so that nobody could choose them once the entrants are known:
    the hash of `docs/fairness.md` with the round as its draw and the play as its index.
    """
    place = f"/{block.round_number}/table {block.table_number}/{play}"
    return sha256(tournament.seed + place.encode()).digest()
