"""The formats of tournaments by name, and what each wants to be told."""

from arena.contest.gauntlet import Gauntlet
from arena.contest.knockout import Knockout
from arena.contest.round_robin import RoundRobin
from arena.contest.swiss import Swiss
from arena.contest.tournament import Format
from arena.service.errors import InvalidArgument
from arena.service.terms import checked_number
from arena.service.tournament_records import FormatName, Tournament

MOST_ROUNDS = 1_000


def format_of(tournament: Tournament) -> Format:
    """Returns how the tournament is held."""
    seats, seed = tournament.terms.seats, tournament.seed
    match tournament.format:
        case FormatName.ROUND_ROBIN:
            return RoundRobin(seats, seed)
        case FormatName.SWISS:
            return Swiss(seats, tournament.rounds, seed)
        case FormatName.KNOCKOUT:
            return Knockout(seats, tournament.advancing, seed)
        case FormatName.GAUNTLET:
            return Gauntlet(seats, tournament.rounds, seed)


def checked_rounds(form: FormatName, rounds: int) -> int:
    """Returns how many rounds there are, 0 where that is not to be chosen."""
    if form in (FormatName.SWISS, FormatName.GAUNTLET):
        return int(checked_number("round_count", rounds, 1, MOST_ROUNDS))
    if rounds:
        raise InvalidArgument("round_count", f"a {form.value} has as many as its entrants need")
    return 0


def checked_advancing(form: FormatName, advancing: int, seats: int) -> int:
    """Returns how many of a table go on: half of it where nothing is said, 0 if nobody is out."""
    if form is FormatName.KNOCKOUT:
        return int(checked_number("advancing_count", advancing or seats // 2, 1, seats // 2))
    if advancing:
        raise InvalidArgument("advancing_count", f"nobody is out in a {form.value}")
    return 0
