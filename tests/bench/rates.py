"""How many steps a second several programs take, measured by turns.

What else the machine does then slows all of them alike, and their ratios hold.
"""

import random
import time
from collections.abc import Callable, Mapping
from typing import TypeAlias

SECONDS = 1.5
ROUNDS = 10

Play: TypeAlias = Callable[[random.Random], int]
"""Plays one match and returns how many steps it took."""


def rates(plays: Mapping[str, Play]) -> dict[str, float]:
    """Returns steps per second of processor time, the best of some rounds."""
    best = dict.fromkeys(plays, 0.0)
    for number in range(ROUNDS):
        for name, play in plays.items():
            draw, steps, start = random.Random(number), 0, time.process_time()
            while (spent := time.process_time() - start) < SECONDS / ROUNDS:
                steps += play(draw)
            best[name] = max(best[name], steps / spent)
    return best
