"""`arena ladder export` and `arena ladder import`."""

from contextlib import closing
from pathlib import Path

import click

from arena.cli.audit import show_findings
from arena.cli.ladders import ladder
from arena.cli.output import json_option, opened, show_fields
from arena.service.audit import Audit, audit
from arena.service.house import bring_house
from arena.service.ladders import every_ladder
from arena.storage import Database
from arena.storage.ladder_files import opened_file


@ladder.command("export")
@click.argument("ladder_id")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def export(ladder_id: str, file: Path, as_json: bool) -> None:
    """Write a ladder with all its closed blocks, matches, logs and rating changes into a file.

    Who is quarantined on it, and how often everybody sat at tables of which size, goes along.
    """
    with opened() as arena:
        with arena.open_unit() as unit:
            found = unit.ladders.get(ladder_id)
        count = arena.database.export_ladder(found.ladder_id, file)
    show_fields({"file": file, "ladder": found.name, "rows": count}, as_json=as_json)


@ladder.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Verify the file; add nothing.")
@click.option(
    "--allow-unverified",
    is_flag=True,
    help="Take on trust what cannot be verified: matches whose logs are forgotten, or whose rules "
    "are not installed here.",
)
@json_option
def import_(file: Path, check: bool, allow_unverified: bool, as_json: bool) -> None:
    """Verify a ladder's file (every deal, action, outcome, rating) and add the ladder, paused."""
    count, complaints = 0, list[str]()
    with opened() as arena, opened_file(file) as engine, closing(Database(engine)) as scratch:
        found = audit(open_unit=scratch.unit, games=arena.games, now=arena.now)
        complaints += found.complaints
        if found.unverified and not allow_unverified:
            complaints.append(_doubt(found))
        if not check and not complaints:
            (brought,) = every_ladder(scratch.unit)
            bring_house(brought, scratch.unit, open_unit=arena.open_unit, now=arena.now)
            count = arena.database.adopt_ladder(engine)
    fields = {
        "matches": found.matches,
        "unverified": found.unverified,
        "rated blocks": found.blocks,
        "rows added": count,
    }
    show_findings(fields, complaints, as_json=as_json)


def _doubt(found: Audit) -> str:
    """Returns why a file may say what it likes of some matches."""
    return (
        f"{found.unverified} of {found.finished} finished matches cannot be verified: their logs "
        "are forgotten, or their rules are not here; --allow-unverified takes them on trust"
    )
