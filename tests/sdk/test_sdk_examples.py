import importlib.util
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena.match.events import Decided
from arena_sdk import Bot, play_local
from tests.sdk.fake_arena import LEGAL, in_arena

EXAMPLES = Path(__file__).parents[2] / "sdk" / "examples"
STYLES = ("random", "greedy", "planner")
SEATS = {"scout": 4, "carrera": 3}


def example(game, style):
    """Returns the bot of an example."""
    name = f"{game}_{style}"
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (bot,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Bot) and value is not Bot
    )
    return bot


def mean_ranks(game, styles, seeds):
    """Returns the mean rank by style over seeds with the seats rotated."""
    random.seed(0)
    bots = [example(game, style) for style in styles]
    ranks = {style: [] for style in styles}
    for seed in range(seeds):
        for turn in range(len(bots)):
            order = [(i + turn) % len(bots) for i in range(len(bots))]
            outcome, _ = play_local(game, [bots[i] for i in order], seed=seed)
            for i, rank in zip(order, outcome.ranks, strict=True):
                ranks[styles[i]].append(rank)
    return {style: sum(r) / len(r) for style, r in ranks.items()}


@pytest.mark.parametrize(
    ("game", "seats"), [(g, n) for g in SEATS for n in Registry.installed().find(g).seat_counts]
)
@pytest.mark.parametrize("style", STYLES)
def test_an_example_plays_without_a_fault(game, style, seats):
    random.seed(0)

    _, log = play_local(game, [example(game, style)] * seats)

    assert not [c for e in log if isinstance(e, Decided) for c in e.choices if c.fault]


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("scout", "greedy", "random"),
        ("scout", "planner", "greedy"),
        ("carrera", "greedy", "random"),
        ("carrera", "planner", "greedy"),
    ],
)
def test_who_thinks_more_does_better(game, better, worse):
    styles = (better, better, worse, worse)[: SEATS[game]]

    ranks = mean_ranks(game, styles, seeds=3 if game == "scout" else 12)

    assert ranks[better] + 0.4 < ranks[worse]


@pytest.mark.parametrize("style", STYLES)
@in_arena
async def test_an_example_is_a_program(arena, style):
    environment = {"ARENA_ADDRESS": arena.address, "ARENA_KEY": "k", "ARENA_SUBMISSION": "s"}
    program = await create_subprocess_exec(
        sys.executable,
        EXAMPLES / f"carrera_{style}.py",
        env={**os.environ, **environment},
        stderr=PIPE,
    )
    try:
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        action = await stream.answer()
        await stream.finish()
        program.send_signal(signal.SIGTERM)
        await stream.hear("goodbye")
        await stream.hears_nothing_more()
        stream.end()
        _, stderr = await program.communicate()
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()

    assert action in LEGAL
    assert (program.returncode, b"Traceback" in stderr) == (0, False)
