"""`arena backup` and `arena restore`."""

from pathlib import Path

import click

from arena.bootstrap import Wiring
from arena.cli.audit import show_findings
from arena.cli.output import json_option, opened, show_fields
from arena.config import Settings
from arena.service.audit import audit

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
@json_option
def backup(file: Path, as_json: bool) -> None:
    """Write all that lasts into one file, of one instant, while the arena runs.

    The file holds the seeds of matches that go on and the hashes of keys: keep it as you keep the
    database. It is read by `arena restore`, into SQLite or PostgreSQL. An older backup of this
    name is replaced once the new one is whole; a file of any other kind is not.
    """
    with opened() as arena:
        count = arena.database.back_up(file)
    show_fields({"file": file, "rows": count, "bytes": file.stat().st_size}, as_json=as_json)


@click.command()
@click.argument("file", type=FILE)
@json_option
def restore(file: Path, as_json: bool) -> None:
    """Fill an empty database from a backup, then audit it; exit with 1 if it is not sound."""
    settings = Settings.from_environment()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    arena = Wiring(settings)
    try:
        restored = arena.database.restore(file)
        # What was under way then is overdue by now; the sweep sees to it once the arena runs.
        found = audit(open_unit=arena.open_unit, games=arena.games, now=lambda: restored.written)
    finally:
        arena.close()
    fields = {"rows": restored.rows, "of": restored.written, "matches": found.matches}
    show_findings(fields, found.complaints, as_json=as_json)
