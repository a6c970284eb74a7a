"""`arena acts`."""

import json
from itertools import islice

import click

from arena.cli.output import every, json_option, opened, show_rows
from arena.service.acts import list_acts


@click.command()
@click.option("--newest", type=click.IntRange(1), default=50, show_default=True, help="How many.")
@json_option
def acts(newest: int, as_json: bool) -> None:
    """List what operators did: by commands, by calls, by forms; newest first."""
    with opened() as arena:
        pages = every(lambda token: list_acts(min(newest, 500), token, open_unit=arena.open_unit))
        found = list(islice(pages, newest))
    rows = [
        {
            "when": act.acted,
            "who": act.name,
            "by": act.channel,
            "what": act.what,
            "details": _object(act.details) if as_json else act.details,
            "refused": act.refused,
        }
        for act in found
    ]
    show_rows(rows, title="Acts", as_json=as_json)


def _object(details: str) -> object:
    """Returns what was asked for; as text where it was so long that it is kept in part only."""
    try:
        return json.loads(details, parse_constant=str)  # `NaN` is Python's, and no JSON
    except json.JSONDecodeError:
        return details
