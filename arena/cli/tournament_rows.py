"""The rows in which `arena tournament` shows tournaments, entries, placings and tables."""

from collections.abc import Mapping
from typing import Any

from arena.bootstrap import Wiring
from arena.games.dice import commitment
from arena.service import tournament_views, tournaments
from arena.service.records import Name
from arena.service.tournament_records import Tournament

ALL = 100_000
"""More than any tournament has of anything."""
FOR_PROGRAMS = ("submission_id", "submission_ids")
"""Fields that tables leave out."""


def row_of(one: Tournament) -> dict[str, Any]:
    """Returns a tournament as a row of a list."""
    return {
        "name": one.name,
        "game": one.terms.game,
        "seats": one.terms.seats,
        "format": one.format,
        "state": one.state,
        "created": one.created,
        "tournament": one.tournament_id,
    }


def fields_of(tournament_id: str, arena: Wiring) -> dict[str, Any]:
    """Returns a tournament (id or name), and how far it is."""
    one = tournaments.tournament_of(tournament_id, open_unit=arena.open_unit)
    summary = tournament_views.summary_of(one.tournament_id, open_unit=arena.open_unit)
    return {
        **row_of(one),
        "starts": one.starts,
        "repeat": one.repeat,
        "started": one.started,
        "ended": one.ended,
        "note": one.note,
        "entries": summary.entries,
        "rounds": summary.rounds,
        "tables": summary.tables,
        "counted": summary.counted,
        "void": summary.void,
        "commitment": commitment(one.seed),
        "seed": one.seed.hex() if one.state.final else "",
    }


def placings_of(
    tournament_id: str, names: Mapping[str, Name], arena: Wiring
) -> list[dict[str, Any]]:
    """Returns who leads."""
    page = tournament_views.list_placings(tournament_id, ALL, "", open_unit=arena.open_unit)
    return [
        {
            "place": one.place,
            "submission": str(names[one.submission_id]),
            "submission_id": one.submission_id,
            "author": names[one.submission_id].author,
            "tables": one.tables,
            "points": one.points,
            "tie-breaks": " ".join(f"{value:.3f}" for value in one.tie_breaks),
        }
        for one in page.items
    ]


def tables_of(tournament_id: str, names: Mapping[str, Name], arena: Wiring) -> list[dict[str, Any]]:
    """Returns the tables and the byes of every round."""
    page = tournament_views.list_rounds(tournament_id, ALL, "", open_unit=arena.open_unit)
    rows = []
    for view in page.items:
        for one in view.tables:
            points = [f" {scored:.2f}" for scored in one.points] or [""] * len(one.lineup)
            seated = [f"{names[s]}{p}" for s, p in zip(one.lineup, points, strict=True)]
            rows.append(
                {
                    "round": view.opened.number,
                    "table": one.number,
                    "state": one.state,
                    "plays": one.plays,
                    "lineup": ", ".join(seated),
                    "submission_ids": one.lineup,
                    "block": one.block_id,
                }
            )
        if view.opened.byes:
            through = ", ".join(str(names[s]) for s in view.opened.byes)
            rows.append(
                {
                    "round": view.opened.number,
                    "table": None,
                    "state": "bye",
                    "plays": 0,
                    "lineup": through,
                    "submission_ids": view.opened.byes,
                    "block": "",
                }
            )
    return rows
