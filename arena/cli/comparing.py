"""`arena compare`."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import click
import redis

from arena.bootstrap import Wiring
from arena.cli.output import console, json_option, opened, show_fields, show_json
from arena.cli.terms import clock_from, options_from
from arena.contest.sprt import Verdict
from arena.relay.duty import DutyRoll
from arena.relay.embedded import running_server
from arena.service import comparing, hosted
from arena.service.bots import submission_names
from arena.service.comparing import ComparisonView
from arena.service.errors import InvalidArgument
from arena.service.named import submission_named
from arena.service.starting_comparisons import MOST_BLOCKS, start_comparison

_LOOK_AGAIN_S = 0.5


@click.command()
@click.argument("new")
@click.argument("old")
@click.argument("others", nargs=-1)
@click.option("--game", default="", help="What they play; refused if they play another one.")
@click.option("--seats", type=int, default=0, help="House bots take the seats that are left.")
@click.option("--elo0", type=float, default=0.0, show_default=True, help="As good as the old one.")
@click.option("--elo1", type=float, default=20.0, show_default=True, help="Worth having.")
@click.option("--blocks", type=int, default=MOST_BLOCKS, show_default=True, help="At most.")
@click.option("--fixed", is_flag=True, help="Play all blocks, whatever the first ones say.")
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
    game: str,
    seats: int,
    elo0: float,
    elo1: float,
    blocks: int,
    fixed: bool,
    options: tuple[str, ...],
    limit_ms: int,
    bank_ms: int,
    as_json: bool,
) -> None:
    """Say whether submission NEW is better than OLD, on an arena that is up.

    Submissions are given by id, BOT@NUMBER, or BOT@newest. Both play blocks, with
    OTHERS at the table if there are any, until the blocks tell whether NEW is ahead by --elo1
    points rather than --elo0: wrong in 5 of 100 cases either way. It moves no rating. The exit
    code is 0 if NEW is ahead, and 1 if it is not or if that is not settled.
    """
    with opened() as arena:
        _check_game(new, game, arena)
        started = start_comparison(
            arena.operator(),
            new,
            old,
            others,
            seats=seats,
            options=options_from(options),
            clock=clock_from(limit_ms, bank_ms),
            elo0=elo0,
            elo1=elo1,
            most_blocks=blocks,
            fixed=fixed,
            hosting=arena.settings.hosting != "off",
            open_unit=arena.open_unit,
            games=arena.games,
            now=arena.now,
        )
        try:
            for line in _waiting_for(started.tournament_id, arena):
                click.echo(line, err=True)
            found = _awaited(started.tournament_id, arena)
        finally:
            # Settled or interrupted, there is no use for what is still under way.
            comparing.stop_comparison(
                arena.operator(),
                started.tournament_id,
                open_unit=arena.open_unit,
                now=arena.now,
            )
    fields = _fields(found)
    if as_json:
        one = found.comparison
        ahead = one.verdict is Verdict.ELO1
        show_json({**fields, "new_id": one.new_id, "old_id": one.old_id, "ahead": ahead})
    else:
        show_fields(fields, as_json=False)
    if found.comparison.verdict is not Verdict.ELO1:
        sys.exit(1)


def _check_game(new: str, game: str, arena: Wiring) -> None:
    with arena.open_unit() as unit:
        played = unit.bots.get(submission_named(new, unit).bot_id).game
    if game not in ("", played):
        raise InvalidArgument("game", f"they play {played}, not {game}")


def _waiting_for(comparison_id: str, arena: Wiring) -> Iterator[str]:
    """Yields why no block can be played yet; uploaded bots are started once they are wanted."""
    lineup = comparing.comparison_of(comparison_id, open_unit=arena.open_unit).lineup
    run_by_us = hosted.hosted_among(lineup, open_unit=arena.open_unit)
    url = arena.settings.redis_url or running_server(arena.settings.data_dir)
    if not url:
        yield "waiting: nothing runs here, and ARENA_REDIS_URL names no other place"
        return
    with closing(DutyRoll(url)) as roll:
        try:
            offline = roll.offline([s for s in lineup if s not in run_by_us])
        except redis.RedisError as error:
            yield f"waiting: Redis is away: {error}"
            return
    for name in submission_names(offline, open_unit=arena.open_unit).values():
        yield f"waiting for {name}: it has no session; start the bot"


def _awaited(comparison_id: str, arena: Wiring) -> ComparisonView:
    """Shows how it stands until it is over."""
    with console.status("no block yet") as status:
        while True:
            comparing.settle_comparison(comparison_id, open_unit=arena.open_unit, now=arena.now)
            found = comparing.comparison_of(comparison_id, open_unit=arena.open_unit)
            if found.comparison.over is not None:
                return found
            if found.comparison.blocks:
                status.update(_line(found))
            time.sleep(_LOOK_AGAIN_S)


def _line(found: ComparisonView) -> str:
    one, test = found.comparison, found.test
    ratio = f"{test.lower:+.2f} < {one.llr:+.2f} < {test.upper:+.2f}"
    return f"{one.blocks} blocks, log-likelihood ratio {ratio}, {_elo(found)} Elo"


def _elo(found: ComparisonView) -> str | None:
    ahead = found.difference
    return f"{ahead.elo:+.0f}, {ahead.low:+.0f} to {ahead.high:+.0f}" if ahead else None


def _fields(found: ComparisonView) -> dict[str, Any]:
    one, test = found.comparison, found.test
    words = {
        Verdict.ELO1: f"ahead by more than {test.elo0:g}",
        Verdict.ELO0: f"not ahead by {test.elo1:g}",
        Verdict.UNDECIDED: "not settled",
    }
    return {
        "comparison": one.tournament_id,
        "new": str(found.new),
        "old": str(found.old),
        "verdict": words[one.verdict],
        "blocks": one.blocks,
        "log-likelihood ratio": round(one.llr, 4),
        "settled below": round(test.lower, 4),
        "settled above": round(test.upper, 4),
        "elo": _elo(found),
    }
