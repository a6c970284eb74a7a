"""`arena-sdk compare`: is the new bot better than the old one? Plays until the blocks tell."""

import argparse
from collections.abc import Iterator
from statistics import fmean

from arena_sdk.command.arguments import at_least, setup_from, share_setup, usual_seats
from arena_sdk.command.comparing_there import compare_there
from arena_sdk.command.differences import BOUND, difference, llr, plain_difference
from arena_sdk.command.naming import named_game
from arena_sdk.command.printing import print_json, rounded, share_json
from arena_sdk.command.reaching import share_address
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.results import results
from arena_sdk.command.series import Played, Setup, checked_setup, series
from arena_sdk.command.tables import live


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "compare",
        help="say whether one bot is better than another",
        description="Plays blocks of two bots until it is settled whether the new one is ahead by "
        "--elo1 points rather than --elo0: a sequential test, wrong in 5 of 100 cases either way. "
        "The exit code is 0 if it is ahead, and 1 if it is not or if it is not settled. "
        "With --arena the bots are submissions, by id, BOT@NUMBER or BOT@newest, "
        "the arena plays them, with others of yours or house bots at the table, and no game is "
        "given.",
    )
    parser.add_argument("game", help="its name, a file, or module:Class; left out with --game")
    parser.add_argument("new_bot", metavar="NEW", help="a file, module:Class, or house:NAME")
    parser.add_argument("old_bot", metavar="OLD", nargs="?", help="likewise")
    parser.add_argument("others", metavar="OTHER", nargs="*", help="with --arena: who else sits")
    parser.add_argument("--game", dest="named_game", metavar="GAME", help="instead of the first")
    parser.add_argument("--arena", action="store_true", help="compare submissions in an arena")
    parser.add_argument("--fixed", action="store_true", help="play all blocks, whatever they say")
    parser.add_argument("--seats", type=at_least(2), help="the two sit in turn (3 if possible)")
    parser.add_argument("--elo0", type=float, default=0.0, help="as good as the old one (0)")
    parser.add_argument("--elo1", type=float, default=20.0, help="worth having (20)")
    parser.add_argument("--blocks", type=at_least(5), default=1_000, help="at most (1000)")
    parser.add_argument("--jobs", type=at_least(1), default=1, help="processes that play (1)")
    share_json(parser)
    share_setup(parser)
    share_address(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    names = _sorted(arguments)
    if arguments.new_bot == arguments.old_bot:
        raise Refusal("a bot is as good as itself")
    if arguments.elo0 >= arguments.elo1:
        raise Refusal("--elo0 must be less than --elo1")
    if arguments.arena:
        return compare_there(arguments, names)
    seats = arguments.seats or usual_seats(named_game(arguments.game))
    # The old one first: results are differences to the bot that is named first.
    lineup = tuple((arguments.old_bot, arguments.new_bot)[seat % 2] for seat in range(seats))
    setup = checked_setup(setup_from(arguments, lineup, rotated=True))
    most = arguments.blocks
    matches = series(setup, most, arguments.jobs)
    scores = list[float]()
    told, ratio = [0, 0], 0.0
    for score, faults in _blocks(setup, matches):
        scores.append(score)
        told = [before + more for before, more in zip(told, faults, strict=True)]
        ratio = llr(scores, arguments.elo0, arguments.elo1)
        live(
            f"{len(scores)} of at most {most} blocks, log-likelihood ratio {ratio:+.2f},"
            f" settled at {BOUND:+.2f} or {-BOUND:+.2f}"
        )
        if abs(ratio) >= BOUND and not arguments.fixed:
            break
    live("")
    found = difference(scores)
    if arguments.json:
        print_json(
            {
                "game": setup.game,
                "new": arguments.new_bot,
                "old": arguments.old_bot,
                "ahead": True if ratio >= BOUND else False if ratio <= -BOUND else None,
                "blocks": len(scores),
                "block_size": setup.turns,
                "difference": plain_difference(found),
                "llr": rounded(ratio),
                "bound": rounded(BOUND),
                "faults": {"new": told[1], "old": told[0]},
                "seed": setup.seed,
            }
        )
        return int(ratio < BOUND)
    verdict = "is not settled"
    if ratio >= BOUND:
        verdict = f"is ahead by more than {arguments.elo0:g}"
    elif ratio <= -BOUND:
        verdict = f"is not ahead by {arguments.elo1:g}"
    print(f"{arguments.new_bot} {verdict}, after {len(scores)} blocks of {setup.turns} matches")
    print(
        f"against {arguments.old_bot}: {found.elo:+.0f} Elo, {found.low:+.0f} to {found.high:+.0f}"
    )
    print(f"log-likelihood ratio {ratio:+.2f}, settled at {BOUND:+.2f} or {-BOUND:+.2f}")
    print(f"faults: {told[1]} of the new one, {told[0]} of the old one; seed {setup.seed}")
    return int(ratio < BOUND)


def _sorted(arguments: argparse.Namespace) -> list[str]:
    """Puts every name where it belongs, and returns those of the submissions or bots."""
    given = (arguments.game, arguments.new_bot, arguments.old_bot, *arguments.others)
    names = [name for name in given if name is not None]
    if not arguments.arena:
        if arguments.named_game:
            names.insert(0, arguments.named_game)
        if len(names) != 3:
            raise Refusal("GAME NEW OLD, or NEW OLD --game GAME")
        arguments.game, *names = names
    arguments.new_bot, arguments.old_bot, *_ = names
    return names


def _blocks(setup: Setup, matches: Iterator[Played]) -> Iterator[tuple[float, list[int]]]:
    """Yields for every block what the new bot scored, and the faults of the old and the new one."""
    block: list[Played] = []
    for match in matches:
        block.append(match)
        if len(block) == setup.turns:
            old, new = results(setup, block)
            (scores,) = new.duels.values()
            yield fmean(scores), [old.faults.total(), new.faults.total()]
            block = []
