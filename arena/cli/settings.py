"""`arena settings`: every setting, its value here, and the table of the documents."""

from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import click
from sqlalchemy import make_url

from arena.cli.output import json_option, show_rows
from arena.config import Settings, variable

HEAD = """# Settings

Every process reads its settings from the environment when it starts, and says which variable is
wrong if one is. `arena settings` prints what they are here; `arena settings --markdown` wrote this.

| variable | default | meaning |
|---|---|---|
"""


@click.command()
@click.option("--markdown", is_flag=True, help="Print docs/settings.md.")
@json_option
def settings(markdown: bool, as_json: bool) -> None:
    """Show every setting, and what it is here; passwords are left out."""
    if markdown:
        click.echo(markdown_table(), nl=False)
        return
    here = Settings.from_environment()
    rows = [
        {
            "variable": variable(one.name),
            "value": _shown(here, one),
            "changed": getattr(here, one.name) != one.default,
            "meaning": meaning(one),
        }
        for one in fields(Settings)
    ]
    show_rows(rows, title="Settings", as_json=as_json)


def markdown_table() -> str:
    """Returns the page `docs/settings.md`."""
    return HEAD + "".join(
        f"| `{variable(one.name)}` | {_written(one.default)} | {meaning(one)} |\n"
        for one in fields(Settings)
    )


def meaning(setting: "Field[Any]") -> str:
    """Returns what a setting is for, and what it may be."""
    text, between = setting.metadata["doc"], setting.metadata["between"]
    return text if between is None else f"{text} ({between[0]:,} to {between[1]:,})"


def _written(default: object) -> str:
    match default:
        case "":
            return ""
        case bool():
            return f"`{str(default).lower()}`"
        case float() | int() | str() | Path():
            return f"`{default}`"
        case _:
            raise ValueError(f"no way to write {default!r}")


def _shown(here: Settings, setting: "Field[Any]") -> str:
    value = getattr(here, setting.name)
    if isinstance(value, bool):
        return str(value).lower()  # as it is to be written
    return without_password(value) if setting.name.endswith("_url") else str(value)


def without_password(url: str) -> str:
    """Returns a URL that may be shown: `***` stands for its password."""
    return make_url(url).render_as_string(hide_password=True) if url else url
