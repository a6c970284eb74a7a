"""Whole matches in one process: referee, log and SDK bots, without any network."""

import time
from collections.abc import Iterator

from arena.match.events import Decided
from arena_sdk import Bot, Prompt, play_local
from tests.bench.figures import Figure

SECONDS = 2.0


class Middling(Bot):
    """Takes the action in the middle of the list."""

    def choose(self, prompt: Prompt) -> str:
        return prompt.legal_actions[len(prompt.legal_actions) // 2]


def figures() -> Iterator[Figure]:
    """Yields decisions per second of processor time, of each game."""
    for game, seats in (("scout", 4), ("carrera", 3)):
        decisions, number, start = 0, 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            _, log = play_local(game, [Middling] * seats, seed=str(number).encode())
            decisions += sum(len(e.choices) for e in log if isinstance(e, Decided))
            number += 1
        yield Figure(f"{game} {seats} seats, local match, decisions", decisions / spent, "1/s")
