"""`arena web`: the pages."""

import asyncio

import click

from arena.bootstrap import configure_logging
from arena.config import Settings


@click.command()
def web() -> None:
    """Serve the pages: standings, charts, live matches, replays."""
    from arena.web.server import serve

    settings = Settings.from_environment()
    configure_logging(settings)
    asyncio.run(serve(settings))
