"""`arena match` and `arena verify`."""

import sys
from pathlib import Path
from typing import Any

import click

from arena.cli.output import (
    console,
    json_option,
    opened,
    show_fields,
    show_json,
    show_rows,
    table,
    without,
)
from arena.games.dice import commitment
from arena.games.registry import Registry
from arena.match.events import Ended, MatchEvent
from arena.match.log import dump_log, load_log
from arena.match.replay import BadLog
from arena.match.replay import verify as verify_log
from arena.service import matches
from arena.service.errors import InvalidArgument
from arena.service.ladders import ladder_of
from arena.service.named import submission_id_of
from arena.service.records import Match, MatchFilter, MatchState


@click.group()
def match() -> None:
    """Matches, their attempts and logs."""


@match.command("list")
@click.option("--ladder", "ladder_id", default="", help="Only matches of this ladder (id or name).")
@click.option(
    "--submission", default="", help="Only matches of this submission (id or BOT@NUMBER)."
)
@click.option("--state", type=click.Choice([s.value for s in MatchState]), help="Only these.")
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@json_option
def list_(ladder_id: str, submission: str, state: str | None, most: int, as_json: bool) -> None:
    """List matches, newest first."""
    with opened() as arena:
        if ladder_id:
            ladder_id = ladder_of(ladder_id, open_unit=arena.open_unit).ladder_id
        if submission:
            submission = submission_id_of(submission, open_unit=arena.open_unit)
        where = MatchFilter(ladder_id, submission, MatchState(state) if state else None)
        page = matches.list_matches(most, "", where, open_unit=arena.open_unit)
    rows = [_row(m) for m in page.items]
    show_rows(rows, title="Matches", as_json=as_json, for_programs=("submission_ids",))


def _row(one: Match) -> dict[str, Any]:
    return {
        "match": one.match_id,
        "game": one.terms.game,
        "seats": one.terms.seats,
        "submission_ids": one.lineup,
        "state": one.state,
        "attempts": one.attempt,
        "ranks": " ".join(map(str, one.outcome.ranks)) if one.outcome else "",
        "created": one.created,
        "ended": one.ended,
    }


@match.command()
@click.argument("match_id")
@json_option
def show(match_id: str, as_json: bool) -> None:
    """Show one match: who sat where, how it ended, and the story of each attempt."""
    with opened() as arena:
        found, attempts, _ = matches.match_of(match_id, open_unit=arena.open_unit)
        with arena.open_unit() as unit:
            names = unit.submissions.names(found.lineup)
    outcome = found.outcome
    seats = [
        {
            "seat": seat,
            "submission": str(names[submission]),
            "submission_id": submission,
            "author": names[submission].author,
            "rank": outcome.ranks[seat] if outcome else None,
            "score": outcome.scores[seat] if outcome else None,
            "faults": found.faults[seat] if found.faults else None,
            "forfeited": seat in outcome.forfeits if outcome else None,
        }
        for seat, submission in enumerate(found.lineup)
    ]
    tries = [
        {
            "attempt": one.number,
            "worker": one.worker,
            "started": one.started,
            "ended": one.ended,
            "end": one.end,
            "detail": one.detail,
        }
        for one in attempts
    ]
    fields = {
        "match": found.match_id,
        "game": f"{found.terms.game} v{found.terms.version}",
        "state": found.state,
        "block": found.block_id,
        "commitment": commitment(found.seed),
        "created": found.created,
        "ended": found.ended,
        "deadline": found.deadline,
    }
    if as_json:
        show_json({**fields, "seats": seats, "attempts": tries})
        return
    show_fields(fields, as_json=False)
    console.print(table(without(seats, ("submission_id",)), "Seats"))
    show_rows(tries, title="Attempts", as_json=False)


@match.command()
@click.argument("match_id")
def log(match_id: str) -> None:
    """Print the log of a match whose block is done, as lines of JSON."""
    with opened() as arena:
        click.echo(dump_log(matches.replay_of(match_id, open_unit=arena.open_unit)), nl=False)


@click.command()
@click.argument("match_id")
@json_option
def verify(match_id: str, as_json: bool) -> None:
    """Check a match: commitment, every deal and action, the outcome.

    MATCH_ID is a match of this arena, or a file with a log.
    """
    if Path(match_id).is_file():
        games, events = Registry.installed(), _log_in(Path(match_id))
    else:
        with opened() as arena:
            games, events = (
                arena.games,
                list(matches.replay_of(match_id, open_unit=arena.open_unit)),
            )
    found = verdict(games, events)
    verified = found["verdict"] == "true"
    if as_json:
        show_json({"match": match_id, "verified": verified, **found})
    else:
        show_fields({"match": match_id, **found}, as_json=False)
    if not verified:
        sys.exit(1)


def _log_in(file: Path) -> list[MatchEvent]:
    try:
        return load_log(file.read_text("utf-8"))
    except ValueError as error:
        raise InvalidArgument(str(file), f"is no match log: {error}") from None


def verdict(games: Registry, events: list[MatchEvent]) -> dict[str, Any]:
    """Returns whether a log is true, and why not."""
    try:
        verify_log(games, events)
    except (BadLog, LookupError, ValueError) as error:
        return {"verdict": "not true", "why": str(error)}
    seed = events[-1].seed if isinstance(events[-1], Ended) else b""
    return {
        "verdict": "true",
        "events": len(events),
        "seed": seed.hex(),
        "commitment": commitment(seed),
    }
