"""Random decisions per second through the kernel, beside OpenSpiel driven from Python."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel

from arena.games.carrera import Carrera
from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Game
from arena.games.scout import Scout
from tests.bench.figures import Figure, beside

SECONDS = 1.5
ROUNDS = 3
OTHERS = ("hearts", "spades", "dou_dizhu")


def figures() -> Iterator[Figure]:
    """Yields a figure for every game and seat count; the baseline is the median of the others."""
    others = {name: _rate(_openspiel(name)) for name in OTHERS}
    for name, rate in others.items():
        yield Figure(f"openspiel {name}, random decisions", rate, "1/s")
    median = statistics.median(others.values())
    for kind in (Scout, Carrera):
        for seats in kind.seat_counts:
            rate = _rate(_ours(kind(seats)))
            yield beside(
                f"{kind.name} {seats} seats, random decisions v OpenSpiel", rate, "1/s", median
            )


def _rate(play: Callable[[random.Random], int]) -> float:
    """Returns decisions per second of processor time, the best of a few rounds."""
    best = 0.0
    for number in range(ROUNDS):
        draw, decisions, start = random.Random(number), 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS / ROUNDS:
            decisions += play(draw)
        best = max(best, decisions / spent)
    return best


def _ours(game: Game[Any, Any]) -> Callable[[random.Random], int]:
    def play(draw: random.Random) -> int:
        state, draws, decisions, seed = game.start(), 0, 0, draw.randbytes(32)
        while True:
            match game.turn(state):
                case Decision(seats):
                    chosen = {s: draw.choice(game.legal_actions(state, s)) for s in seats}
                    state = game.apply(state, chosen)
                    decisions += len(seats)
                case Chance():
                    state = game.chance(state, Dice(seed, draws))
                    draws += 1
                case Finished():
                    return decisions

    return play


def _openspiel(name: str) -> Callable[[random.Random], int]:
    game = pyspiel.load_game(name)

    def play(draw: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(actions, chances)[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play
