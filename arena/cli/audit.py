"""`arena audit`."""

import sys
from collections.abc import Mapping, Sequence

import click

from arena.cli.output import console, json_option, opened, show_fields, show_json
from arena.service import audit as audits


@click.command()
@json_option
def audit(as_json: bool) -> None:
    """Check the invariants of the arena; exit with 1 if one does not hold."""
    with opened() as arena:
        found = audits.audit(open_unit=arena.open_unit, games=arena.games, now=arena.now)
    fields = {
        "ladders": found.ladders,
        "tournaments": found.tournaments,
        "rated blocks": found.blocks,
        "matches": found.matches,
        "finished": found.finished,
        "void": found.void,
        "rules not here, or log forgotten": found.unverified,
        "took more than one attempt": found.retried,
        "not final past their deadline": found.overdue,
        "outcomes or logs missing or double": found.miscounted,
    }
    show_findings(fields, found.complaints, as_json=as_json)


def show_findings(
    fields: Mapping[str, object], complaints: Sequence[str], *, as_json: bool
) -> None:
    """Prints what an audit found; exits with 1 if there are complaints."""
    fields = {**fields, "complaints": len(complaints)}
    if as_json:
        show_json({**fields, "complaints": complaints})
    else:
        show_fields(fields, as_json=False)
        for complaint in complaints[:50]:
            console.print(complaint, style="red", highlight=False, soft_wrap=True)
    if complaints:
        sys.exit(1)
