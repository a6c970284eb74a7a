"""`arena-sdk replay`: a recorded match step by step, or put before a bot."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

from arena.games.kernel import Chance
from arena.match.events import Choice
from arena.match.log import load_log
from arena_sdk.bot import MakeBot
from arena_sdk.calls import BotFailed
from arena_sdk.command.arguments import at_least
from arena_sdk.command.naming import named_bot
from arena_sdk.command.recorded import Recorded
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.rendering import lines
from arena_sdk.seated import SeatedBot
from arena_sdk.threads import Direct


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "replay",
        help="go through a recorded match",
        description="Shows a match log step by step, each decision as its seat saw it; Enter goes "
        "on and q ends. With --bot, shows where that bot would choose otherwise.",
    )
    parser.add_argument("log", type=Path, help="a match log, one JSON event a line")
    parser.add_argument("--seat", type=at_least(0), metavar="N", help="only this seat's decisions")
    parser.add_argument("--ply", type=at_least(0), default=0, help="begin here")
    parser.add_argument("--bot", help="put this bot before each prompt of --seat")
    parser.add_argument("--game", default="", help="where the game is, if it is not registered")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    try:
        text = arguments.log.read_text()
        match = Recorded(load_log(text), arguments.game)
    except OSError as error:
        raise Refusal(f"cannot read {arguments.log}: {error.strerror}", 3) from None
    except ValueError as error:
        raise Refusal(f"{arguments.log}: {error}") from None
    if arguments.seat is not None and arguments.seat >= match.started.seats:
        raise Refusal(f"the match had seats 0 to {match.started.seats - 1}")
    if not arguments.bot:
        _page(_steps(match, arguments.seat, arguments.ply))
        return 0
    if arguments.seat is None:
        raise Refusal("--bot needs --seat: whose prompts are put before it?")
    bot = named_bot(arguments.bot, match.started.game)
    return asyncio.run(_compare(match, bot, arguments.bot, arguments.seat))


def _steps(match: Recorded, only: int | None, first: int) -> Iterator[str]:
    """Yields a text for every ply."""
    decided = {event.ply: event for event in match.decided}
    started, ended = match.started, match.ended
    before: dict[int, object] = {}
    yield f"{started.game} version {started.version}, {started.seats} seats"
    for frame in match.frames:
        ply = frame.ply
        if isinstance(match.game.turn(frame.state), Chance):
            if only is None and ply >= first:
                yield f"ply {ply}: chance"
        elif ply in decided:
            for choice in decided[ply].choices:
                if only in (None, choice.seat) and ply >= first:
                    seen = match.game.observe(frame.state, choice.seat)
                    legal = match.game.legal_actions(frame.state, choice.seat)
                    head = f"ply {ply}: seat {choice.seat} chooses from {len(legal)}"
                    body = "\n".join(f"  {line}" for line in lines(seen, before.get(choice.seat)))
                    before[choice.seat] = seen
                    yield f"{head}\n{body}\n  > {_chosen(choice)}"
    ranks = ", ".join(
        f"seat {seat} rank {rank} with {score}" + " (forfeited)" * (seat in ended.outcome.forfeits)
        for seat, (rank, score) in enumerate(
            zip(ended.outcome.ranks, ended.outcome.scores, strict=True)
        )
    )
    yield f"ply {ended.ply}: the end; {ranks}"


def _chosen(choice: Choice) -> str:
    hidden = f", others see {choice.public!r}" if choice.public != choice.action else ""
    fault = f"; the default action, after {choice.fault.value}" if choice.fault else ""
    return f"{choice.action}  ({choice.elapsed_ms} ms{hidden}{fault})"


def _page(steps: Iterator[str]) -> None:
    """Waits for Enter after each step if people are at both ends."""
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    for step in steps:
        print(step, end="" if waits else "\n\n", flush=True)
        if waits and _has_enough():
            return


def _has_enough() -> bool:
    try:
        return input("\n[Enter: on, q: end] ").strip().lower().startswith("q")
    except EOFError:
        return True


async def _compare(match: Recorded, make_bot: MakeBot, name: str, seat: int) -> int:
    """Prints where the bot would choose otherwise. Returns 1 if it failed anywhere."""
    bot = SeatedBot(make_bot, match.table(seat), Direct())
    await bot.sit()
    asked = other = failed = 0
    for one in match.asked(seat):
        asked += 1
        try:
            action = await bot.choose(one.prompt)
        except BotFailed as failure:
            failed += 1
            print(f"ply {one.prompt.ply}: {name} failed\n{failure}\n")
            continue
        if action not in one.prompt.legal_actions:
            failed += 1
            print(f"ply {one.prompt.ply}: {action!r} is not a legal action\n")
        elif action != one.choice.action:
            other += 1
            count = len(one.prompt.legal_actions)
            print(f"ply {one.prompt.ply}: seat {seat} chooses from {count}")
            print("\n".join(f"  {line}" for line in lines(one.prompt.observation)))
            print(f"  > {one.choice.action} in the log\n  > {action} by {name}\n")
    await bot.finished(match.ended.outcome, ())
    print(f"{name} chooses otherwise at {other} of {asked} prompts of seat {seat}", end="")
    print(f", and fails at {failed}" if failed else "")
    return int(failed > 0)
