"""`arena-sdk play`: many local matches by the arena's own rules, and what they say."""

import argparse
import math
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.match.log import dump_log
from arena_sdk.command.arguments import at_least, setup_from, share_setup
from arena_sdk.command.differences import plain_difference
from arena_sdk.command.printing import print_json, rounded, share_json
from arena_sdk.command.results import Result, results
from arena_sdk.command.series import Played, Setup, checked_setup, series
from arena_sdk.command.tables import progress, table

SHOWN = 3
"""So many kinds of failure of a bot are shown whole."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "play",
        help="play many matches on this machine",
        description="Plays matches on this machine: the arena's referee, rules, clock and log. "
        "The same seed and bots give the same matches.",
    )
    parser.add_argument("game", help="its name, a file, or module:Class")
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="one for each seat: a file, module:Class, house:NAME, 'exec:COMMAND', or a submission",
    )
    parser.add_argument("--matches", type=at_least(1), default=60, help="at least so many (60)")
    parser.add_argument("--jobs", type=at_least(1), default=1, help="processes that play (1)")
    share_setup(parser)
    parser.add_argument(
        "--unrotated",
        action="store_true",
        help="every match has a seed of its own, and the seats stay as they are named",
    )
    parser.add_argument("--logs", type=Path, metavar="DIR", help="where to save the match logs")
    share_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    setup = checked_setup(
        setup_from(arguments, tuple(arguments.bots), rotated=not arguments.unrotated)
    )
    if arguments.logs:  # at once, rather than after the first match
        arguments.logs.mkdir(parents=True, exist_ok=True)
    blocks = math.ceil(arguments.matches / setup.turns)
    total = blocks * setup.turns
    played: list[Played] = []
    stopped = ""
    try:
        for match in progress(series(setup, blocks, arguments.jobs), total, "matches"):
            played.append(match)
            if arguments.logs:
                _save(match, arguments.logs)
    except KeyboardInterrupt:
        stopped = f" (stopped; {total} were asked for)"
    found = results(setup, played)
    faulted = int(any(result.faults for result in found))
    if arguments.json:
        print_json(_plain(setup, len(played), found))
        return faulted
    for result in found:
        print("".join(_failures(result)), end="")
    print(f"{_title(setup, len(played))}{stopped}\n")
    if played:
        print(_table(found))
    return faulted


def _save(match: Played, folder: Path) -> None:
    (folder / f"{match.name}.jsonl").write_text(dump_log(match.log))


def _title(setup: Setup, matches: int) -> str:
    clock = setup.clock
    blocks = f" in blocks of {setup.turns} with the seats rotated" if setup.turns > 1 else ""
    time = (
        f"{clock.limit_ms / 1_000:g} s a decision and {clock.bank_ms / 1_000:g} s in the bank"
        if clock
        else "no clock"
    )
    table = f"{setup.game}, {len(setup.bots)} seats"
    return f"{table}: {matches} matches{blocks}; seed {setup.seed}; {time}"


def _table(found: Sequence[Result]) -> str:
    head = ("bot", "mean rank", "mean score", "Elo to first", "95 %", "faults", "ms", "most ms")
    return table(head, [_row(result) for result in found])


def _row(result: Result) -> tuple[str, ...]:
    against = result.against_first
    return (
        result.name,
        f"{sum(result.ranks) / len(result.ranks):.2f}",
        f"{sum(result.scores) / len(result.scores):.1f}",
        _points(against.elo) if against else "",
        f"{_points(against.low)} to {_points(against.high)}" if against else "",
        str(result.faults.total()),
        f"{result.mean_ms:.1f}",
        f"{result.longest_ms:.1f}",
    )


def _points(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else ("+inf" if elo > 0 else "-inf")


def _plain(setup: Setup, matches: int, found: Sequence[Result]) -> dict[str, Any]:
    """Returns the table, and the failures, as JSON has them."""
    return {
        "game": setup.game,
        "seats": len(setup.bots),
        "options": dict(setup.options),
        "matches": matches,
        "block_size": setup.turns,
        "seed": setup.seed,
        "clock": None if setup.clock is None else asdict(setup.clock),
        "bots": [_plain_row(result) for result in found if result.ranks],
    }


def _plain_row(result: Result) -> dict[str, Any]:
    against = result.against_first
    return {
        "bot": result.name,
        "mean_rank": rounded(sum(result.ranks) / len(result.ranks)),
        "mean_score": rounded(sum(result.scores) / len(result.scores)),
        "elo_to_first": None if against is None else plain_difference(against),
        "faults": {fault.value: count for fault, count in result.faults.items()},
        "forfeits": result.forfeits,
        "mean_ms": rounded(result.mean_ms),
        "longest_ms": rounded(result.longest_ms),
        "failures": [
            {"match": match, "where": failure.where, "text": failure.text}
            for failure, match in result.failures
        ],
    }


def _failures(result: Result) -> Iterator[str]:
    """Yields the author's own tracebacks first, then what the arena made of it."""
    times = Counter(failure.kind for failure, _ in result.failures)
    first = {failure.kind: (failure, match) for failure, match in reversed(result.failures)}
    for kind, count in times.most_common(SHOWN):
        failure, match = first[kind]
        often = f" ({count} times, this was the first)" if count > 1 else ""
        yield f"{result.name} failed {failure.where}, match {match}{often}:\n\n{failure.text}\n\n"
    if len(times) > SHOWN:
        yield f"... and {len(times) - SHOWN} other kinds of failure of {result.name}\n\n"
    if result.faults:
        kinds = ", ".join(
            f"{count} x {fault.value.replace('_', ' ')}"
            for fault, count in result.faults.most_common()
        )
        yield (
            f"The arena saw faults of {result.name}: {kinds}. Default actions were played;"
            f" forfeited {result.forfeits} of {len(result.ranks)} seats.{os.linesep * 2}"
        )
