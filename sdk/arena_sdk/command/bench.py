"""`arena-sdk bench`: how quick a bot is, and on which prompts it is slow."""

import argparse
from statistics import fmean, quantiles

from arena_sdk.command.arguments import at_least, setup_from, share_setup, usual_seats
from arena_sdk.command.naming import named_game
from arena_sdk.command.results import results
from arena_sdk.command.series import checked_setup, series
from arena_sdk.command.tables import progress, table


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "bench",
        help="measure how quick a bot is",
        description="Plays matches of a bot against itself and tells how long it thought.",
    )
    parser.add_argument("game", help="its name, a file, or module:Class")
    parser.add_argument("bot", help="a file, module:Class, house:NAME, or 'exec:COMMAND'")
    parser.add_argument("--matches", type=at_least(1), default=5, help="how many (5)")
    parser.add_argument("--seats", type=at_least(1), help="at the table (3 where possible)")
    parser.add_argument("--slowest", type=at_least(0), default=5, help="prompts to list (5)")
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
    times_ms = sorted(1_000 * thought.seconds for thought, _ in found.thoughts)
    cuts = quantiles(times_ms, n=100, method="inclusive") if len(times_ms) > 1 else times_ms * 99
    print(f"{arguments.bot} at {setup.game}, {seats} seats, {matches} matches; seed {setup.seed}\n")
    print(f"decisions    {len(times_ms)}")
    print(f"a second     {1_000 * len(times_ms) / max(sum(times_ms), 1e-6):,.0f}")
    print(
        f"milliseconds {fmean(times_ms):.3f} mean, {cuts[49]:.3f} median, {cuts[98]:.3f} for 99 %,"
        f" {times_ms[-1]:.3f} most"
    )
    slowest = sorted(found.thoughts, key=lambda one: -one[0].seconds)[: arguments.slowest]
    if slowest:
        rows = [
            (match, str(thought.ply), str(thought.choices), f"{1_000 * thought.seconds:.3f}")
            for thought, match in slowest
        ]
        print(f"\n{table(('slowest in match', 'ply', 'legal actions', 'ms'), rows)}")
    return int(bool(found.faults))
