"""How commands print: tables for people, JSON for programs."""

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

import click
from rich.console import Console, RenderableType

from arena.bootstrap import Wiring, configure_logging, wire
from arena.cli import tables
from arena.cli.recorded import recorded
from arena.cli.tables import lines
from arena.config import Settings

console = Console(width=None if sys.stdout.isatty() else 120, markup=False, emoji=False)
"""Where no terminal says how wide it is, tables get room for what they say.

No text is markup: names, reasons and paths are what others wrote, and may have brackets.
"""
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
    rows: Sequence[Mapping[str, Any]],
    *,
    title: str,
    as_json: bool,
    empty: str = "nothing",
    for_programs: Collection[str] = (),
) -> None:
    """Prints rows as a table, or as a JSON list of objects; some fields are for programs only."""
    if as_json:
        show_json(rows)
    elif not rows:
        console.print(f"{title}: {empty}", style="dim")
    else:
        console.print(table(without(rows, for_programs), title))


def without(
    rows: Sequence[Mapping[str, Any]], names: Collection[str]
) -> Sequence[Mapping[str, Any]]:
    """Returns the rows without the fields of these names."""
    return [{k: v for k, v in row.items() if k not in names} for row in rows]


def table(rows: Sequence[Mapping[str, Any]], title: str) -> RenderableType:
    """Returns rows as a table that fits the screen."""
    return tables.table(rows, title, console.width)


def show_fields(fields: Mapping[str, Any], *, as_json: bool) -> None:
    """Prints one record, a field a line, or as a JSON object."""
    if as_json:
        show_json(fields)
        return
    for line in lines(fields):
        console.print(line, highlight=False, soft_wrap=True)


def every(pages: Callable[[str], Any]) -> Iterable[Any]:
    """Yields the items of all pages; `pages` gets a token and returns a page."""
    page = pages("")
    yield from page.items
    while page.next_token:
        page = pages(page.next_token)
        yield from page.items
