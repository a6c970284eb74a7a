"""`arena export`: the pages as files."""

from pathlib import Path

import click

from arena.bootstrap import Wiring
from arena.cli.output import console, opened
from arena.web.export import export as export_pages
from arena.web.language import languages
from arena.web.ports import Ports

REPLAYS = 20


@click.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.option("--replays", type=click.IntRange(0, 500), default=REPLAYS, show_default=True)
@click.option("--language", type=click.Choice(sorted(languages())), default="en")
def export(directory: Path, replays: int, language: str) -> None:
    """Write standings and the newest replays of every ladder as files that need no server."""
    with opened() as arena:
        first = written(arena, directory, replays, language)
    console.print(first.resolve(), highlight=False, soft_wrap=True)


def written(arena: Wiring, directory: Path, replays: int = REPLAYS, language: str = "en") -> Path:
    """Writes the pages; returns the first one."""
    ports = Ports(arena.open_unit, arena.games, arena.now, arena.live_logs())
    return export_pages(ports, directory, languages()[language], replays)
