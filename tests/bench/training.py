"""Steps per second of the PettingZoo environments, beside one of PettingZoo's own."""

import random
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from arena.research.encodings import ENCODINGS
from botarena.pettingzoo import carrera_v1, scout_v1
from tests.bench.figures import Figure, beside

SECONDS = 1.5
ROUNDS = 3


def figures() -> Iterator[Figure]:
    """Yields a figure for every game and seat count; the baseline is `connect_four_v3`."""
    baseline = _rate(_connect_four())
    yield Figure("pettingzoo connect_four_v3, random steps", baseline, "1/s")
    for game, module in (("scout", scout_v1), ("carrera", carrera_v1)):
        for seats in ENCODINGS[game].game.seat_counts:
            name = f"{game} {seats} seats, random steps v connect_four_v3"
            yield beside(name, _rate(module.env(seats=seats)), "1/s", baseline)


def _rate(env: Any) -> float:
    """Returns steps per second of processor time, the best of a few rounds."""
    best = 0.0
    for number in range(ROUNDS):
        draw, steps, start = random.Random(number).random, 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS / ROUNDS:
            steps += _match(env, draw, number * 1000 + steps)
        best = max(best, steps / spent)
    return best


def _match(env: Any, draw: Any, seed: int) -> int:
    steps = 0
    env.reset(seed=seed)
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        action = None
        if not (terminated or truncated):
            legal = seen["action_mask"].view(bool).nonzero()[0]
            action = legal[int(draw() * len(legal))]
        env.step(action)
        steps += 1
    return steps


def _connect_four() -> Any:
    """It imports pygame, which it needs for nothing but windows."""
    if find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()
