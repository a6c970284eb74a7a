"""Plays SCOUT for the moment: the biggest Show there is, else the card that fits best."""

from collections.abc import Sequence
from itertools import pairwise

from arena.games.scout import Card, Observation
from arena_sdk import Bot, Prompt, run


class GreedyBot(Bot):
    """Looks at its hand as it will be after each action, and no further."""

    def choose(self, prompt: Prompt) -> str:
        return max(prompt.legal_actions, key=lambda action: promise(prompt.observation, action))


def promise(seen: Observation, action: str) -> tuple[int, int]:
    """Shows come before Scouts; among Shows more cards, among Scouts the longest set they make."""
    match action.split():
        case ["keep"]:
            return 0, longest([card.up for card in seen.hand])
        case ["flip"]:
            return 0, longest([card.down for card in seen.hand])
        case ["show", start, length]:
            return int(length), -int(start)
        case [_, end, side, place]:
            return 0, longest(after_scout(seen, end, side, int(place)))
    raise ValueError(f"unknown action {action!r}")


def after_scout(seen: Observation, end: str, side: str, place: int) -> list[int]:
    """Returns the values of the hand with the scouted card in it."""
    card: Card = seen.table[0 if end == "left" else -1]
    values = [card.up for card in seen.hand]
    values.insert(place, card.up if side == "keep" else card.down)
    return values


def longest(values: Sequence[int]) -> int:
    """Returns the length of the longest set in a hand."""
    best = length = 1
    before = None
    for left, right in pairwise(values):
        step = right - left
        length = (length + 1 if step == before else 2) if abs(step) <= 1 else 1
        before = step if abs(step) <= 1 else None
        best = max(best, length)
    return best


if __name__ == "__main__":
    run(GreedyBot)
