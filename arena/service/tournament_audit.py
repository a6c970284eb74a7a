"""The invariants of tournaments, checked against what the format, the seed and the results give."""

from collections.abc import Iterator, Mapping, Sequence

from arena.contest.tournament import Round
from arena.service.formats import format_of
from arena.service.ports import OpenUnit, UnitOfWork
from arena.service.progress import RoundProgress, played_rounds, rounds_of
from arena.service.records import Block, BlockState, Match
from arena.service.rounds import deal_seed
from arena.service.tournament_records import Tournament, TournamentState


def every_tournament(open_unit: OpenUnit) -> list[Tournament]:
    """Returns all tournaments, newest first."""
    found, token = list[Tournament](), ""
    while True:
        with open_unit() as unit:
            page = unit.tournaments.page(500, token)
        found += page.items
        if not (token := page.next_token):
            return found


def tournament_complaints(tournament: Tournament, *, open_unit: OpenUnit) -> list[str]:
    """Returns a line for everything on record that does not follow from seed and results."""
    with open_unit() as unit:
        found = [*_round_complaints(tournament, unit), *_deal_complaints(tournament, unit)]
    return [f"{tournament.tournament_id} {complaint}" for complaint in found]


def _round_complaints(tournament: Tournament, unit: UnitOfWork) -> Iterator[str]:
    rounds = rounds_of(tournament.tournament_id, unit)
    if [one.opened.number for one in rounds] != list(range(1, len(rounds) + 1)):
        yield "has other rounds on record than 1 to the last"
        return
    if not all(one.over for one in rounds[:-1]):
        yield "went on before a round was over"
        return
    entrants = [e.submission_id for e in unit.tournaments.entries(tournament.tournament_id)]
    held, played = format_of(tournament), played_rounds(rounds, unit)
    for number, one in enumerate(rounds):
        if held.next_round(entrants, played[:number]) != _as_drawn(one):
            yield f"has another round {number + 1} than its seed and results give"
    if tournament.state is TournamentState.FINISHED and (
        len(played) < len(rounds) or held.next_round(entrants, played) is not None
    ):
        yield "is finished before its last round"


def _as_drawn(one: RoundProgress) -> Round:
    return Round(tuple(table.block.lineup for table in one.tables), one.opened.byes)


def _deal_complaints(tournament: Tournament, unit: UnitOfWork) -> Iterator[str]:
    blocks = unit.blocks.in_tournament(tournament.tournament_id)
    matches = unit.blocks.matches_of([block.block_id for block in blocks])
    tables: dict[tuple[int, int], list[Block]] = {}
    for block in blocks:
        tables.setdefault((block.round_number, block.table_number), []).append(block)
    for (number, table), plays in tables.items():
        name = f"at table {table} of round {number}"
        if sum(block.state is not BlockState.VOID for block in plays) > 1:
            yield f"counts twice {name}"
        if len({block.lineup for block in plays}) > 1:
            yield f"plays again with others {name}"
        due = {deal_seed(tournament, plays[0], play + 1) for play in range(len(plays))}
        if _seeds(plays, matches) != due:
            yield f"has dealt from another seed {name}"


def _seeds(plays: Sequence[Block], matches: Mapping[str, Sequence[Match]]) -> set[bytes]:
    return {match.seed for block in plays for match in matches[block.block_id]}
