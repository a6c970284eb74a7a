"""`arena ladder export` and `arena ladder import`."""

import sys
from contextlib import closing
from pathlib import Path

import click

from arena.cli.ladders import ladder
from arena.cli.output import console, json_option, opened, show_fields, show_json
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
    """Write a ladder with all its closed blocks, matches, logs and rating changes into a file."""
    with opened() as arena:
        with arena.open_unit() as unit:
            found = unit.ladders.get(ladder_id)
        count = arena.database.export_ladder(found.ladder_id, file)
    show_fields({"file": file, "ladder": found.name, "rows": count}, as_json=as_json)


@ladder.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Verify the file; add nothing.")
@json_option
def import_(file: Path, check: bool, as_json: bool) -> None:
    """Verify a ladder's file (every deal, action, outcome, rating) and add the ladder, paused."""
    with opened() as arena, opened_file(file) as engine, closing(Database(engine)) as scratch:
        found = audit(open_unit=scratch.unit, games=arena.games, now=arena.now)
        count = 0
        if not check and not found.complaints:
            (brought,) = every_ladder(scratch.unit)
            bring_house(brought, scratch.unit, open_unit=arena.open_unit, now=arena.now)
            count = arena.database.adopt_ladder(engine)
    if as_json:
        show_json({**_fields(found, count), "complaints": found.complaints})
    else:
        show_fields(_fields(found, count), as_json=False)
        for complaint in found.complaints[:50]:
            console.print(complaint, style="red", highlight=False, soft_wrap=True)
    if found.complaints:
        sys.exit(1)


def _fields(found: Audit, rows: int) -> dict[str, int]:
    return {
        "matches": found.matches,
        "rated blocks": found.blocks,
        "complaints": len(found.complaints),
        "rows added": rows,
    }
