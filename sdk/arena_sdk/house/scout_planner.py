"""Plays SCOUT with a plan: an action is worth its points now and the hand that it leaves."""

from collections.abc import Iterator
from functools import lru_cache

from arena.games.scout import Kind, Observation, classify, strength
from arena_sdk import Bot, Prompt, run

Values = tuple[int, ...]

CHIP, TOKEN, OUT = 1.0, 2.0, 10.0
"""What the owner's chip, the own chip for a Scout & Show, and going out are worth."""


class PlannerBot(Bot):
    """Weighs points won at once against what the hand is still worth afterwards."""

    def choose(self, prompt: Prompt) -> str:
        return max(prompt.legal_actions, key=lambda action: worth(prompt.observation, action))


def worth(seen: Observation, action: str) -> float:
    """Returns what an action wins, less what it costs."""
    hand = tuple(card.up for card in seen.hand)
    table = tuple(card.up for card in seen.table)
    match action.split():
        case ["keep" | "flip" as side]:
            return hand_worth(tuple(c.up if side == "keep" else c.down for c in seen.hand))
        case ["show", start, length]:
            return show_worth(hand, int(start), int(start) + int(length), len(table))
        case [verb, end, side, place]:
            card = seen.table[0 if end == "left" else -1]
            taken = card.up if side == "keep" else card.down
            hand = (*hand[: int(place)], taken, *hand[int(place) :])
            if verb == "scout":
                return hand_worth(hand) - CHIP
            return best_show(hand, table[1:] if end == "left" else table[:-1]) - CHIP - TOKEN
    raise ValueError(f"unknown action {action!r}")


def best_show(hand: Values, table: Values) -> float:
    """Returns what the best Show of a hand is worth against this table."""
    return max(
        show_worth(hand, start, end, len(table))
        for start in range(len(hand))
        for end, _ in sets_from(hand, start)
        if strength(hand[start:end]) > strength(table)
    )


def show_worth(hand: Values, start: int, end: int, captured: int) -> float:
    """Counts captured cards, chips that others may pay for the set, and the rest of the hand."""
    rest = hand[:start] + hand[end:]
    return captured + (0.3 * (end - start) + hand_worth(rest) if rest else OUT)


@lru_cache(maxsize=10_000)
def hand_worth(hand: Values) -> float:
    """Returns the best sum of the sets that a hand can be cut into."""
    best = [0.0]
    for start in reversed(range(len(hand))):
        ends = sets_from(hand, start)
        best.append(max(set_worth(hand[start:e], kind) + best[start - e] for e, kind in ends))
    return best[-1]


def set_worth(cards: Values, kind: Kind) -> float:
    """Costs a turn to get rid of, which is less bad for long sets and for strong ones."""
    return -2.6 + 0.6 * len(cards) + 0.02 * min(cards) + (0.0 if kind is Kind.RUN else 0.3)


def sets_from(hand: Values, start: int) -> Iterator[tuple[int, Kind]]:
    """Yields where the sets end that begin at `start`, the shortest first."""
    for end in range(start + 1, len(hand) + 1):
        if (kind := classify(hand[start:end])) is None:
            return
        yield end, kind


if __name__ == "__main__":
    run(PlannerBot)
