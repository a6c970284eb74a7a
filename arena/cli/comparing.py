"""`arena compare`."""

import sys
import time
from contextlib import suppress
from typing import Any

import click

from arena.bootstrap import Wiring
from arena.cli.output import console, json_option, opened, show_fields
from arena.cli.terms import clock_from, options_from
from arena.contest.sprt import Sprt, Verdict
from arena.service import comparing, rounds, tournaments
from arena.service.comparing import Comparison
from arena.service.errors import WrongState
from arena.service.tournament_views import summary_of

_LOOK_AGAIN_S = 0.5


@click.command()
@click.argument("new")
@click.argument("old")
@click.argument("others", nargs=-1)
@click.option("--elo0", type=float, default=0.0, show_default=True, help="As good as the old one.")
@click.option("--elo1", type=float, default=20.0, show_default=True, help="Worth having.")
@click.option("--blocks", type=int, default=500, show_default=True, help="At most.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@click.option("--limit-ms", type=int, default=2_000, show_default=True, help="Time per decision.")
@click.option("--bank-ms", type=int, default=10_000, show_default=True, help="Reserve per match.")
@json_option
def compare(
    new: str,
    old: str,
    others: tuple[str, ...],
    elo0: float,
    elo1: float,
    blocks: int,
    options: tuple[str, ...],
    limit_ms: int,
    bank_ms: int,
    as_json: bool,
) -> None:
    """Say whether submission NEW is better than OLD, on an arena that is up.

    Both play blocks, with OTHERS at the table if there are any, until the blocks tell whether NEW
    is ahead by --elo1 points rather than --elo0: wrong in 5 of 100 cases either way. It moves no
    rating. The exit code is 0 if NEW is ahead, and 1 if it is not or if that is not settled.
    """
    test = comparing.checked_test(elo0, elo1)
    with opened() as arena:
        started = comparing.start_comparison(
            arena.operator(),
            new,
            old,
            others,
            blocks,
            options_from(options),
            clock_from(limit_ms, bank_ms),
            open_unit=arena.open_unit,
            games=arena.games,
            now=arena.now,
        )
        try:
            found = _awaited(started.tournament_id, test, arena)
        finally:
            # Settled or interrupted, there is no use for what is still under way.
            with suppress(WrongState):
                tournaments.cancel_tournament(
                    started.tournament_id, open_unit=arena.open_unit, now=arena.now
                )
    show_fields({"tournament": started.tournament_id, **_fields(found, test)}, as_json=as_json)
    if found.verdict is not Verdict.ELO1:
        sys.exit(1)


def _awaited(tournament_id: str, test: Sprt, arena: Wiring) -> Comparison:
    """Shows how it stands until it is over."""
    with console.status("no block yet") as status:
        while True:
            found = comparing.comparison_of(tournament_id, test, open_unit=arena.open_unit)
            if found.over:
                return found
            if summary_of(tournament_id, open_unit=arena.open_unit).void:
                rounds.play_void_again(tournament_id, open_unit=arena.open_unit, now=arena.now)
            if found.blocks:
                ratio = f"{test.lower:+.2f} < {found.llr:+.2f} < {test.upper:+.2f}"
                status.update(f"{found.blocks} blocks, log-likelihood ratio {ratio}")
            time.sleep(_LOOK_AGAIN_S)


def _fields(found: Comparison, test: Sprt) -> dict[str, Any]:
    words = {
        Verdict.ELO1: f"ahead by more than {test.elo0:g}",
        Verdict.ELO0: f"not ahead by {test.elo1:g}",
        Verdict.UNDECIDED: "not settled",
    }
    ahead = found.difference
    return {
        "verdict": words[found.verdict],
        "blocks": found.blocks,
        "log-likelihood ratio": round(found.llr, 4),
        "settled below": round(test.lower, 4),
        "settled above": round(test.upper, 4),
        "elo": f"{ahead.elo:+.0f}, {ahead.low:+.0f} to {ahead.high:+.0f}" if ahead else None,
    }
