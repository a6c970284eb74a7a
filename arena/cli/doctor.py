"""`arena doctor`: whether everything is set up well, and what is to be changed."""

import sys
from collections.abc import Iterator

import click

from arena.cli import checkup
from arena.cli.checkup import Finding, State
from arena.cli.output import console, json_option, show_json
from arena.config import Settings

_STYLES = {State.GOOD: "green", State.DOUBTFUL: "yellow", State.WRONG: "red"}


@click.command()
@json_option
def doctor(as_json: bool) -> None:
    """Check settings, machine, Redis and database, say what to change; exit with 1 for wrongs."""
    findings = list(examined(Settings.from_environment()))
    if as_json:
        rows = [
            {"what": f.what, "state": f.state, "found": f.found, "advice": f.advice}
            for f in findings
        ]
        show_json(rows)
    else:
        width = max(len(f.what) for f in findings)
        for f in findings:
            console.print(f"{f.state.value:<8}", style=_STYLES[f.state], end="  ")
            console.print(f"{f.what:<{width}}  {f.found}", highlight=False, soft_wrap=True)
            if f.advice:
                console.print(f"{'':<{width + 12}}{f.advice}", style="bold", soft_wrap=True)
    if any(f.state is State.WRONG for f in findings):
        sys.exit(1)


def examined(settings: Settings) -> Iterator[Finding]:
    """Yields what every check found."""
    yield from checkup.settings(settings)
    yield from checkup.machine(settings)
    yield from checkup.server(settings)
    yield from checkup.database(settings)
