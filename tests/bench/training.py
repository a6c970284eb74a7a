"""Steps per second of the PettingZoo environments, beside one of PettingZoo's own."""

import random
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from arena.research.encodings import ENCODINGS
from botarena.pettingzoo import carrera_v1, scout_v1
from tests.bench.figures import Figure, beside
from tests.bench.rates import Play, rates

_BASELINE = "connect_four_v3"


def figures() -> Iterator[Figure]:
    """Yields a figure for every game and seat count; the baseline is `connect_four_v3`."""
    ours = {
        f"{game} {seats} seats": _matches(module.env(seats=seats))
        for game, module in (("scout", scout_v1), ("carrera", carrera_v1))
        for seats in ENCODINGS[game].game.seat_counts
    }
    found = rates({_BASELINE: _matches(_connect_four())} | ours)
    baseline = found[_BASELINE]
    yield Figure(f"pettingzoo {_BASELINE}, random steps", baseline, "1/s")
    for name in ours:
        yield beside(f"{name}, random steps v {_BASELINE}", found[name], "1/s", baseline)


def _matches(env: Any) -> Play:
    def play(draw: random.Random) -> int:
        steps, chance = 0, draw.random
        env.reset(seed=draw.getrandbits(32))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            action = None
            if not (terminated or truncated):
                legal = seen["action_mask"].view(bool).nonzero()[0]
                action = legal[int(chance() * len(legal))]
            env.step(action)
            steps += 1
        return steps

    return play


def _connect_four() -> Any:
    """It imports pygame, which it needs for nothing but windows."""
    if find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()
