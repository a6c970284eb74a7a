"""How commands print: tables for people, JSON for programs."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.bootstrap import Wiring, configure_logging, wire
from arena.cli.recorded import recorded
from arena.config import Settings

console = Console(width=None if sys.stdout.isatty() else 120)
"""Where no terminal says how wide it is, tables get room for what they say."""
F = TypeVar("F", bound=Callable[..., Any])


def json_option(command: F) -> F:
    """Adds `--json` as the argument `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


@contextmanager
def opened() -> Iterator[Wiring]:
    """Opens the arena that the environment names."""
    settings = Settings.from_environment()
    configure_logging(settings)
    wiring = wire(settings)
    try:
        with recorded(wiring):
            yield wiring
    finally:
        wiring.close()


def show_json(value: Any) -> None:
    """Prints one JSON value."""
    click.echo(json.dumps(value, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return getattr(value, "value", str(value))


def show_rows(
    rows: Sequence[Mapping[str, Any]], *, title: str, as_json: bool, empty: str = "nothing"
) -> None:
    """Prints rows as a table, or as a JSON list of objects."""
    if as_json:
        show_json(rows)
    elif not rows:
        console.print(f"{title}: {empty}", style="dim")
    else:
        console.print(table(rows, title))


def table(rows: Sequence[Mapping[str, Any]], title: str) -> Table:
    """Returns a table whose columns are the keys of the first row; numbers stand to the right."""
    drawn = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="bold",
        box=SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )
    for name, value in rows[0].items():
        right = isinstance(value, int | float)
        drawn.add_column(name.replace(" ", "\n"), justify="right" if right else "left")
    for row in rows:
        drawn.add_row(*map(_cell, row.values()))
    return drawn


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.2f}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M:%S}"
        case _:
            return str(getattr(value, "value", value))


def show_fields(fields: Mapping[str, Any], *, as_json: bool) -> None:
    """Prints one record, a field a line, or as a JSON object."""
    if as_json:
        show_json(fields)
        return
    width = max(map(len, fields))
    for name, value in fields.items():
        console.print(f"{name:<{width}}  {_cell(value)}", highlight=False, soft_wrap=True)


def every(pages: Callable[[str], Any]) -> Iterable[Any]:
    """Yields the items of all pages; `pages` gets a token and returns a page."""
    page = pages("")
    yield from page.items
    while page.next_token:
        page = pages(page.next_token)
        yield from page.items
