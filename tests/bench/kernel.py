"""Random decisions per second through the kernel, beside OpenSpiel driven from Python."""

import random
import statistics
from collections.abc import Iterator
from typing import Any

import pyspiel

from arena.games.carrera import Carrera
from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Game
from arena.games.scout import Scout
from tests.bench.figures import Figure, beside
from tests.bench.rates import Play, rates

OTHERS = ("hearts", "spades", "dou_dizhu")


def figures() -> Iterator[Figure]:
    """Yields a figure for every game and seat count; the baseline is the median of the others."""
    ours = {
        f"{kind.name} {seats} seats": _ours(kind(seats))
        for kind in (Scout, Carrera)
        for seats in kind.seat_counts
    }
    found = rates({name: _openspiel(name) for name in OTHERS} | ours)
    for name in OTHERS:
        yield Figure(f"openspiel {name}, random decisions", found[name], "1/s")
    median = statistics.median(found[name] for name in OTHERS)
    for name in ours:
        yield beside(f"{name}, random decisions v OpenSpiel", found[name], "1/s", median)


def _ours(game: Game[Any, Any]) -> Play:
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


def _openspiel(name: str) -> Play:
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
