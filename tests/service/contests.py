"""Tournaments in an arena without processes: entered, and played by a rule instead of bots."""

from collections.abc import Callable, Sequence

from arena.contest.tournament import Placing
from arena.service import closing, rounds, tournament_views, tournaments
from arena.service.records import Author, Match, Role
from arena.service.tournament_records import FormatName, Tournament
from arena.service.tournament_views import RoundView

from .world import GAME, QUICK, World

OPERATOR_NAME = "operator"


def operator(world: World) -> Author:
    return Author("", OPERATOR_NAME, Role.OPERATOR, world.now())


def tournament(
    world: World,
    form: FormatName,
    entrants: Sequence[str] = (),
    *,
    seats: int = 3,
    rounds: int = 0,
    advancing: int = 0,
    name: str = "Cup",
) -> Tournament:
    """Returns a new tournament that these submissions have entered."""
    made = tournaments.create_tournament(
        name,
        GAME,
        {},
        seats,
        form,
        rounds=rounds,
        advancing=advancing,
        clock=QUICK,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )
    for submission_id in entrants:
        enter(world, made, submission_id)
    return made


def enter(world: World, one: Tournament, submission_id: str) -> None:
    tournaments.enter_tournament(
        operator(world),
        one.tournament_id,
        submission_id,
        open_unit=world.open_unit,
        now=world.now,
    )


def start(world: World, one: Tournament, ladder_id: str = "") -> Tournament:
    return tournaments.start_tournament(
        one.tournament_id, ladder_id, open_unit=world.open_unit, now=world.now
    )


def found(world: World, one: Tournament) -> Tournament:
    return tournaments.tournament_of(one.tournament_id, open_unit=world.open_unit)


def rounds_of(world: World, one: Tournament) -> tuple[RoundView, ...]:
    return tournament_views.list_rounds(
        one.tournament_id, 1_000, "", open_unit=world.open_unit
    ).items


def placings_of(world: World, one: Tournament) -> tuple[Placing, ...]:
    return tournament_views.list_placings(
        one.tournament_id, 1_000, "", open_unit=world.open_unit
    ).items


def open_matches(world: World, one: Tournament) -> list[Match]:
    """Returns the matches of the current round that nobody has played."""
    *_, last = rounds_of(world, one)
    return [m for table in last.tables for m in table.matches if not m.state.final]


def by_name(lineup: Sequence[str]) -> list[int]:
    """Scores as if the first id of the alphabet always won."""
    return [-sorted(lineup).index(submission_id) for submission_id in lineup]


def play_round(
    world: World, one: Tournament, scores: Callable[[Sequence[str]], Sequence[int]] = by_name
) -> None:
    """Ends every open match of the round and closes its blocks."""
    for match in open_matches(world, one):
        world.end(match.match_id, scores(match.lineup))
    close_blocks(world, one)


def close_blocks(world: World, one: Tournament) -> None:
    for table in rounds_of(world, one)[-1].tables:
        closing.close_block(table.block_id, open_unit=world.open_unit, now=world.now)


def tick(world: World) -> None:
    rounds.advance_tournaments(open_unit=world.open_unit, now=world.now)


def play_out(world: World, one: Tournament) -> list[RoundView]:
    """Plays a started tournament to its end."""
    for _ in range(100):
        if found(world, one).state.final:
            return list(rounds_of(world, one))
        play_round(world, one)
        tick(world)
    raise AssertionError("the tournament does not end")
