"""`arena ladder`."""

import math
import sys
from itertools import zip_longest

import click

from arena.cli.output import console, every, json_option, opened, show_fields, show_json, show_rows
from arena.cli.quarantine import policy_from, quarantine
from arena.cli.standings import standings
from arena.cli.terms import clock_from, mixed_terms_options, options_from
from arena.contest.estimate import superiority
from arena.service import estimating, ladders, ratings
from arena.service.errors import InvalidArgument
from arena.service.filling import Unfilled
from arena.service.named import submission_id_of
from arena.service.second_rating import SecondRating
from arena.service.terms import seat_counts_from
from arena.service.together import together


@click.group()
def ladder() -> None:
    """Ladders, endless rated contests."""


ladder.add_command(standings)
ladder.add_command(quarantine)


@ladder.command()
@click.argument("name")
@click.argument("game")
@mixed_terms_options
@click.option("--k-factor", type=float, default=32.0, show_default=True)
@click.option("--backlog", type=int, default=4, show_default=True, help="Blocks kept open.")
@click.option("--same-author", is_flag=True, help="Two bots of one author may meet.")
@click.option(
    "--second-rating",
    type=click.Choice([rating.value for rating in SecondRating]),
    default=SecondRating.NONE.value,
    show_default=True,
    help="What to rate by beside Elo.",
)
@click.option(
    "--anchor",
    "anchors",
    multiple=True,
    metavar="SUBMISSION=RATING",
    help="A submission whose rating never moves: its id, or BOT@NUMBER.",
)
@click.option(
    "--unfilled",
    type=click.Choice([policy.value for policy in Unfilled]),
    default=Unfilled.WAIT.value,
    show_default=True,
    help="What becomes of a table that cannot be filled.",
)
@click.option(
    "--quarantine-after",
    type=int,
    default=3,
    show_default=True,
    help="Failures in a row that quarantine a submission; 0: never.",
)
@json_option
def create(
    name: str,
    game: str,
    seats: str,
    options: tuple[str, ...],
    limit_ms: int,
    bank_ms: int,
    faults: int,
    k_factor: float,
    backlog: int,
    same_author: bool,
    second_rating: str,
    anchors: tuple[str, ...],
    unfilled: str,
    quarantine_after: int,
    as_json: bool,
) -> None:
    """Open a ladder."""
    counts = seat_counts_from(seats)
    fixed = list(map(_anchor, anchors))
    with opened() as arena, together(arena.open_unit) as open_unit:
        made = ladders.create_ladder(
            name,
            game,
            options_from(options),
            counts[-1],
            seat_counts=counts,
            unfilled=policy_from(unfilled, arena.settings),
            quarantine_after=quarantine_after,
            clock=clock_from(limit_ms, bank_ms),
            faults_allowed=faults,
            k_factor=k_factor,
            same_author_allowed=same_author,
            backlog=backlog,
            second_rating=SecondRating(second_rating),
            open_unit=open_unit,
            games=arena.games,
            now=arena.now,
        )
        for text, rating in fixed:
            submission_id = submission_id_of(text, open_unit=open_unit)
            ladders.set_anchor(made.ladder_id, submission_id, rating, open_unit=open_unit)
    show_fields({"ladder": made.ladder_id, "name": name}, as_json=as_json)


def _anchor(text: str) -> tuple[str, float]:
    submission_id, _, rating = text.rpartition("=")
    try:
        return submission_id, float(rating)
    except ValueError:
        raise InvalidArgument("anchor", f"SUBMISSION=RATING, not {text!r}") from None


@ladder.command(context_settings={"ignore_unknown_options": True})  # ratings may be negative
@click.argument("ladder_id", metavar="LADDER")
@click.argument("submission_id", metavar="SUBMISSION")
@click.argument("rating", type=float)
def anchor(ladder_id: str, submission_id: str, rating: float) -> None:
    """Fix the rating of a submission, live and in estimates, before its first rated block.

    SUBMISSION is its id, BOT@NUMBER, or BOT@newest.
    """
    with opened() as arena:
        named = submission_id_of(submission_id, open_unit=arena.open_unit)
        ladders.set_anchor(ladder_id, named, rating, open_unit=arena.open_unit)


@ladder.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List ladders, by name."""
    with opened() as arena:
        rows = [
            {
                "name": one.name,
                "game": one.terms.game,
                "seats": ",".join(map(str, one.sizes)) if one.seat_counts else one.terms.seats,
                "blocks": one.rated_blocks,
                "paused": one.paused,
                "ladder": one.ladder_id,
            }
            for one in every(
                lambda token: ladders.list_ladders(500, token, open_unit=arena.open_unit)
            )
        ]
    show_rows(rows, title="Ladders", as_json=as_json)


@ladder.command("estimate")
@click.argument("ladder_id", metavar="LADDER")
@json_option
def estimate(ladder_id: str, as_json: bool) -> None:
    """Rate everybody from all blocks at once, each with its 95 % interval."""
    with opened() as arena:
        found = estimating.estimate_ladder(ladder_id, open_unit=arena.open_unit)
    estimates = found.estimates.rows
    rows = [
        {
            "rank": rank,
            "submission": str(found.names[row.submission_id]),
            "submission_id": row.submission_id,
            "author": found.names[row.submission_id].author,
            "rating": row.rating,
            "low": row.low if math.isfinite(row.low) else None,
            "high": row.high if math.isfinite(row.high) else None,
            "blocks": row.blocks,
            "better than the next": superiority(row, below) if below else None,
        }
        for rank, (row, below) in enumerate(zip_longest(estimates, estimates[1:]), 1)
    ]
    apart = [[str(found.names[s]) for s in group] for group in found.estimates.apart]
    if as_json:
        show_json({"blocks": found.blocks, "rows": rows, "apart": apart})
        return
    title = f"{ladder_id} by all {found.blocks} blocks"
    show_rows(rows, title=title, as_json=False, for_programs=("submission_id",))
    for group in apart:
        console.print(f"cannot be compared: {', '.join(group)}", style="dim", soft_wrap=True)


@ladder.command()
@click.argument("ladder_id", metavar="LADDER")
@click.argument("submission_ids", metavar="SUBMISSION...", nargs=-1, required=True)
def join(ladder_id: str, submission_ids: tuple[str, ...]) -> None:
    """Put submissions on a ladder: all of them, or none if one may not join.

    SUBMISSION is an id, BOT@NUMBER, or BOT@newest.
    """
    with opened() as arena:
        operator = arena.operator()
        with together(arena.open_unit) as open_unit:
            for text in submission_ids:
                submission_id = submission_id_of(text, open_unit=open_unit)
                ladders.join_ladder(
                    operator, ladder_id, submission_id, open_unit=open_unit, now=arena.now
                )


@ladder.command()
@click.argument("ladder_id", metavar="LADDER")
def pause(ladder_id: str) -> None:
    """Open no new blocks; matches that are under way go on."""
    with opened() as arena:
        ladders.pause_ladder(ladder_id, True, open_unit=arena.open_unit)


@ladder.command()
@click.argument("ladder_id", metavar="LADDER")
def resume(ladder_id: str) -> None:
    """Open blocks again."""
    with opened() as arena:
        ladders.pause_ladder(ladder_id, False, open_unit=arena.open_unit)


@ladder.command()
@click.argument("ladder_id", metavar="LADDER")
@click.option("--check", is_flag=True, help="Exit with 1 if a rating is off by more than 1e-9.")
@json_option
def recompute(ladder_id: str, check: bool, as_json: bool) -> None:
    """Compute all ratings from the results again and compare."""
    with opened() as arena:
        found = ratings.recompute(ladder_id, open_unit=arena.open_unit)
    fields = {
        "blocks": found.blocks,
        "largest difference": f"{found.largest_difference:.3g}",
        "drift of the sum": f"{found.drift:.3g}",
        "complaints": len(found.complaints),
    }
    show_fields(fields, as_json=as_json)
    for complaint in found.complaints[:20]:
        console.print(complaint, style="red", highlight=False, soft_wrap=True)
    if check and found.complaints:
        sys.exit(1)
