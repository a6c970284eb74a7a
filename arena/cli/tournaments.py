"""`arena tournament`."""

import click

from arena.cli.output import (
    console,
    every,
    json_option,
    opened,
    show_fields,
    show_json,
    show_rows,
    table,
    without,
)
from arena.cli.terms import clock_from, instant_from, options_from, terms_options
from arena.cli.tournament_rows import (
    ALL,
    FOR_PROGRAMS,
    fields_of,
    placings_of,
    row_of,
    tables_of,
)
from arena.service import rounds as rounds_
from arena.service import tournament_views, tournaments
from arena.service.bots import submission_names
from arena.service.named import submission_id_of
from arena.service.together import together
from arena.service.tournament_records import FormatName


@click.group()
def tournament() -> None:
    """Tournaments, contests in rounds."""


@tournament.command()
@click.argument("name")
@click.argument("game")
@click.argument("form", type=click.Choice([f.value for f in FormatName]))
@terms_options
@click.option("--rounds", type=int, default=0, help="How many; a swiss or a gauntlet needs them.")
@click.option("--advancing", type=int, default=0, help="Of a table; half in a knockout.")
@click.option("--same-author", is_flag=True, help="An author may enter more than one bot.")
@click.option("--from-ladder", metavar="LADDER", help="Enter and seed whoever is on this ladder.")
@click.option("--start", "at_once", is_flag=True, help="Close the entries and start at once.")
@click.option("--starts-at", metavar="TIME", help="Start by itself then: 2026-12-01T18:00Z.")
@click.option(
    "--repeat", default="", metavar="CRON", help='Hold it again, in UTC: "0 18 * * 5" on Fridays.'
)
@json_option
def create(
    name: str,
    game: str,
    form: str,
    seats: int,
    options: tuple[str, ...],
    limit_ms: int,
    bank_ms: int,
    faults: int,
    rounds: int,
    advancing: int,
    same_author: bool,
    from_ladder: str | None,
    at_once: bool,
    starts_at: str | None,
    repeat: str,
    as_json: bool,
) -> None:
    """Open a tournament for entries.

    With --starts-at or --repeat it starts by itself, and whoever is on the ladder enters then.
    """
    starts = None if starts_at is None else instant_from(starts_at)
    alone = starts is not None or bool(repeat)
    if alone and at_once:
        raise click.UsageError("--start is for what does not start by itself")
    if not rounds and form in (FormatName.SWISS.value, FormatName.GAUNTLET.value):
        raise click.UsageError(f"a {form} needs --rounds")
    with opened() as arena:
        operator = arena.operator()
        with together(arena.open_unit) as open_unit:
            made = tournaments.create_tournament(
                name,
                game,
                options_from(options),
                seats,
                FormatName(form),
                rounds=rounds,
                advancing=advancing,
                clock=clock_from(limit_ms, bank_ms),
                faults_allowed=faults,
                same_author_allowed=same_author,
                starts=starts,
                repeat=repeat,
                entry_ladder_id=(from_ladder or "") if alone else "",
                open_unit=open_unit,
                games=arena.games,
                now=arena.now,
            )
            if from_ladder and not alone:
                tournaments.enter_ladder(
                    operator, made.tournament_id, from_ladder, open_unit=open_unit, now=arena.now
                )
            if at_once:
                tournaments.start_tournament(
                    made.tournament_id, from_ladder or "", open_unit=open_unit, now=arena.now
                )
        show_fields(fields_of(made.tournament_id, arena), as_json=as_json)


@tournament.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List tournaments, newest first."""
    with opened() as arena:
        found = list(
            every(lambda token: tournaments.list_tournaments(500, token, open_unit=arena.open_unit))
        )
    show_rows([row_of(one) for one in found], title="Tournaments", as_json=as_json)


@tournament.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@json_option
def show(tournament_id: str, as_json: bool) -> None:
    """Show a tournament (id or name): how far it is, who leads, every round."""
    with opened() as arena:
        fields = fields_of(tournament_id, arena)
        page = tournament_views.list_entries(tournament_id, ALL, "", open_unit=arena.open_unit)
        names = submission_names(
            [entry.submission_id for entry in page.items], open_unit=arena.open_unit
        )
        placings = placings_of(tournament_id, names, arena)
        tables = tables_of(tournament_id, names, arena)
    entries = [
        {
            "seeding": entry.number,
            "submission": str(names[entry.submission_id]),
            "submission_id": entry.submission_id,
            "author": names[entry.submission_id].author,
        }
        for entry in page.items
    ]
    if as_json:
        show_json({**fields, "entries": entries, "placings": placings, "tables": tables})
        return
    show_fields(fields, as_json=False)
    for title, rows in (("Placings", placings or entries), ("Rounds", tables)):
        if rows:
            console.print(table(without(rows, FOR_PROGRAMS), title))


@tournament.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.argument("submission_ids", metavar="SUBMISSION...", nargs=-1, required=True)
def enter(tournament_id: str, submission_ids: tuple[str, ...]) -> None:
    """Let submissions take part, all or none; the order is that of the seeding.

    SUBMISSION is an id, BOT@NUMBER, or BOT@newest.
    """
    with opened() as arena:
        operator = arena.operator()
        with together(arena.open_unit) as open_unit:
            for text in submission_ids:
                submission_id = submission_id_of(text, open_unit=open_unit)
                tournaments.enter_tournament(
                    operator, tournament_id, submission_id, open_unit=open_unit, now=arena.now
                )


@tournament.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.argument("submission_ids", metavar="SUBMISSION...", nargs=-1, required=True)
def withdraw(tournament_id: str, submission_ids: tuple[str, ...]) -> None:
    """Take submissions out before the start, all or none."""
    with opened() as arena:
        operator = arena.operator()
        with together(arena.open_unit) as open_unit:
            for text in submission_ids:
                submission_id = submission_id_of(text, open_unit=open_unit)
                tournaments.withdraw_entry(
                    operator, tournament_id, submission_id, open_unit=open_unit
                )


@tournament.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option("--seeding", default="", metavar="LADDER", help="Seed by the ratings of this ladder.")
def start(tournament_id: str, seeding: str) -> None:
    """Close the entries and open the first round."""
    with opened() as arena:
        tournaments.start_tournament(
            tournament_id, seeding, open_unit=arena.open_unit, now=arena.now
        )


@tournament.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
def pause(tournament_id: str) -> None:
    """Open no new round; matches that are under way go on."""
    with opened() as arena:
        tournaments.pause_tournament(tournament_id, True, open_unit=arena.open_unit)


@tournament.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
def resume(tournament_id: str) -> None:
    """Open rounds again."""
    with opened() as arena:
        tournaments.pause_tournament(tournament_id, False, open_unit=arena.open_unit)


@tournament.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
def cancel(tournament_id: str) -> None:
    """End a tournament early; what it has under way is void."""
    with opened() as arena:
        tournaments.cancel_tournament(tournament_id, open_unit=arena.open_unit, now=arena.now)


@tournament.command("replay-void")
@click.argument("tournament_id", metavar="TOURNAMENT")
@json_option
def replay_void(tournament_id: str, as_json: bool) -> None:
    """Play the void tables of the round again, and nothing else."""
    with opened() as arena:
        again = rounds_.play_void_again(tournament_id, open_unit=arena.open_unit, now=arena.now)
    show_fields({"tables": again}, as_json=as_json)
