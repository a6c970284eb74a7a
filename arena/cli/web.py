"""`arena web`: the pages."""

import asyncio

import click

from arena.bootstrap import configure_logging
from arena.config import Settings
from arena.metrics import serve_metrics


@click.command()
def web() -> None:
    """Serve the pages: standings, charts, live matches, replays."""
    from arena.web.server import serve

    settings = Settings.from_environment()
    configure_logging(settings)
    serve_metrics(settings, "web")
    asyncio.run(serve(settings))
