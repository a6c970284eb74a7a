"""`arena-sdk bench`: how quick a bot is, and on which prompts it is slow."""

import argparse
from collections.abc import Mapping
from statistics import fmean, quantiles
from typing import Any

from arena_sdk.command.arguments import at_least, setup_from, share_setup, usual_seats
from arena_sdk.command.naming import named_game
from arena_sdk.command.printing import print_json, share_json
from arena_sdk.command.results import Result, results
from arena_sdk.command.series import checked_setup, series
from arena_sdk.command.tables import progress, table


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "bench",
        help="measure how quick a bot is",
        description="Plays matches of a bot against itself and tells how long it thought.",
    )
    parser.add_argument("game", help="its name, a file, or module:Class")
    parser.add_argument(
        "bot", help="a file, module:Class, house:NAME, 'exec:COMMAND', or a submission"
    )
    parser.add_argument("--matches", type=at_least(1), default=5, help="how many (5)")
    parser.add_argument("--seats", type=at_least(1), help="at the table (3 where possible)")
    parser.add_argument("--slowest", type=at_least(0), default=5, help="prompts to list (5)")
    share_json(parser)
    share_setup(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    seats = arguments.seats or usual_seats(named_game(arguments.game))
    setup = checked_setup(setup_from(arguments, (arguments.bot,) * seats, rotated=False))
    matches = arguments.matches
    (found,) = results(setup, progress(series(setup, matches, 1), matches, "matches"))
    if not found.thoughts:
        print(f"{arguments.bot} was never asked")
        return 1
    measured = {
        "bot": arguments.bot,
        "game": setup.game,
        "seats": seats,
        "matches": matches,
        "seed": setup.seed,
        **_measured(found, arguments.slowest),
    }
    if arguments.json:
        print_json(measured)
    else:
        _show(measured)
    return int(bool(found.faults))


def _measured(found: Result, listed: int) -> dict[str, Any]:
    times_ms = sorted(1_000 * thought.seconds for thought, _ in found.thoughts)
    cuts = quantiles(times_ms, n=100, method="inclusive") if len(times_ms) > 1 else times_ms * 99
    slowest = sorted(found.thoughts, key=lambda one: -one[0].seconds)[:listed]
    return {
        "decisions": len(times_ms),
        "per_second": round(1_000 * len(times_ms) / max(sum(times_ms), 1e-6), 1),
        "mean_ms": round(fmean(times_ms), 3),
        "median_ms": round(cuts[49], 3),
        "p99_ms": round(cuts[98], 3),
        "longest_ms": round(times_ms[-1], 3),
        "faults": {fault.value: count for fault, count in found.faults.items()},
        "slowest": [
            {
                "match": match,
                "ply": thought.ply,
                "legal_actions": thought.choices,
                "ms": round(1_000 * thought.seconds, 3),
            }
            for thought, match in slowest
        ],
    }


def _show(measured: Mapping[str, Any]) -> None:
    print("{bot} at {game}, {seats} seats, {matches} matches; seed {seed}\n".format_map(measured))
    print("decisions    {decisions}".format_map(measured))
    print("a second     {per_second:,.0f}".format_map(measured))
    print(
        "milliseconds {mean_ms:.3f} mean, {median_ms:.3f} median, {p99_ms:.3f} for 99 %,"
        " {longest_ms:.3f} most".format_map(measured)
    )
    rows = [
        (one["match"], str(one["ply"]), str(one["legal_actions"]), f"{one['ms']:.3f}")
        for one in measured["slowest"]
    ]
    if rows:
        print(f"\n{table(('slowest in match', 'ply', 'legal actions', 'ms'), rows)}")
