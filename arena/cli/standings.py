"""`arena ladder standings`: who is how good, and how sure that is."""

from collections.abc import Iterator
from typing import Any

import click

from arena.cli.output import console, json_option, opened, show_json, show_rows
from arena.service.ports import OpenUnit
from arena.service.standing_views import Standings, StandingView, view_standings


@click.command()
@click.argument("ladder_id", metavar="LADDER")
@json_option
def standings(ladder_id: str, as_json: bool) -> None:
    """Show the standings of a ladder (id or name), best first.

    The estimate from all blocks lies in the interval in 95 of 100 cases (`low` and `high` of the
    JSON). `better` is the likelihood of being better than the next row.
    """
    with opened() as arena:
        pages = list(_pages(ladder_id, arena.open_unit))
        rows = [_shown(view) for found in pages for view in found.page.items]
    if as_json:
        show_json(rows)
        return
    show_rows(_said(rows), title=f"Standings of {ladder_id}", as_json=False)
    covered, rated = pages[0].covered, pages[0].ladder.rated_blocks
    console.print(f"estimates are from {covered} of {rated} rated blocks", style="dim")
    if any(row["group"] for row in rows):
        apart = "who is in another group cannot be compared: no chain of wins and losses ties them"
        console.print(apart, style="dim", soft_wrap=True)


def standing_rows(ladder_id: str, open_unit: OpenUnit) -> list[dict[str, Any]]:
    """Returns the standings as rows for people."""
    pages = _pages(ladder_id, open_unit)
    return _said([_shown(view) for found in pages for view in found.page.items])


def _said(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Makes one column of an interval, and leaves out those that say nothing of anybody."""
    silent = {name for name in ("anchor", "group") if not any(row[name] for row in rows)}
    said = []
    for row in rows:
        low, high = row["low"], row["high"]
        row = {**row, "low": "" if low is None else f"{low:.0f} to {high:.0f}"}
        shown = [name for name in row if name not in silent | {"high", "submission_id"}]
        said.append(
            {"95\N{NO-BREAK SPACE}%" if name == "low" else name: row[name] for name in shown}
        )
    return said


def _pages(ladder_id: str, open_unit: OpenUnit) -> Iterator[Standings]:
    token = ""
    while True:
        found = view_standings(ladder_id, 500, token, open_unit=open_unit)
        yield found
        if not (token := found.page.next_token):
            return


def _shown(view: StandingView) -> dict[str, Any]:
    standing, estimate = view.row.standing, view.estimate
    matches = max(1, standing.matches)
    skill = {} if standing.mu is None else {"mu": standing.mu, "sigma": standing.sigma}
    return {
        "rank": view.row.rank,
        "submission": str(view.row.name),
        "submission_id": standing.submission_id,
        "author": view.row.name.author,
        "rating": standing.rating,
        "low": estimate.low if estimate else None,
        "high": estimate.high if estimate else None,
        "better": view.superiority,
        **skill,
        "blocks": standing.blocks,
        "matches": standing.matches,
        "mean rank": standing.rank_sum / matches,
        "mean score": standing.score_sum / matches,
        "faults": standing.faults,
        "anchor": view.anchor,
        "group": estimate.apart if estimate else 0,
    }
