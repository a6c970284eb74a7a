"""`arena ladder quarantine`, and what becomes of tables that cannot be filled."""

import click

from arena.cli.output import every, json_option, opened, show_rows
from arena.config import Settings
from arena.service import conduct, ladders
from arena.service.bots import submission_names
from arena.service.errors import InvalidArgument
from arena.service.filling import Unfilled
from arena.service.named import submission_id_of


def policy_from(name: str, settings: Settings) -> Unfilled:
    """Raises `InvalidArgument` where nobody runs house bots."""
    unfilled = Unfilled(name)
    if unfilled is Unfilled.HOUSE and settings.hosting == "off":
        raise InvalidArgument("unfilled", "this arena runs no house bots: hosting is off")
    return unfilled


@click.group()
def quarantine() -> None:
    """Submissions that a ladder keeps from playing for a while."""


@quarantine.command("set")
@click.argument("ladder_id", metavar="LADDER")
@click.argument("submission_id", metavar="SUBMISSION")
@click.option("--reason", required=True, help="Why, for its author.")
def set_(ladder_id: str, submission_id: str, reason: str) -> None:
    """Keep a submission (id or BOT@NUMBER) from playing until that is lifted."""
    with opened() as arena:
        named = submission_id_of(submission_id, open_unit=arena.open_unit)
        conduct.quarantine(ladder_id, named, reason, open_unit=arena.open_unit, now=arena.now)


@quarantine.command()
@click.argument("ladder_id", metavar="LADDER")
@click.argument("submission_id", metavar="SUBMISSION")
def lift(ladder_id: str, submission_id: str) -> None:
    """Let a submission (id or BOT@NUMBER) play again at once."""
    with opened() as arena:
        named = submission_id_of(submission_id, open_unit=arena.open_unit)
        conduct.lift_quarantine(ladder_id, named, open_unit=arena.open_unit)


@quarantine.command("list")
@click.argument("ladder_id", metavar="LADDER")
@json_option
def list_(ladder_id: str, as_json: bool) -> None:
    """List who is in quarantine, and when they are probed."""
    with opened() as arena:
        here = ladders.ladder_of(ladder_id, open_unit=arena.open_unit).ladder_id
        on_ladder = [
            row.standing.submission_id
            for row in every(
                lambda token: ladders.list_standings(here, 500, token, open_unit=arena.open_unit)
            )
        ]
        found = [
            one
            for one in conduct.quarantines_of(on_ladder, open_unit=arena.open_unit)
            if one.ladder_id == here
        ]
        names = submission_names([c.submission_id for c in found], open_unit=arena.open_unit)
    rows = [
        {
            "bot": str(names[one.submission_id]),
            "since": one.quarantined,
            "next probe": one.probe_due,
            "failed probes": one.failed_probes,
            "reason": one.reason,
            "submission": one.submission_id,
            "submission_id": one.submission_id,
        }
        for one in found
    ]
    show_rows(
        rows,
        title="Quarantine",
        as_json=as_json,
        empty="nobody",
        for_programs=("submission_id",),
    )
