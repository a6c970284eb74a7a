"""Plays My Favorite Carrera RS with a plan: counts the cards and saves fuel for the sixth trick."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod

from arena.games.carrera import HAND_SIZE, SUITS, TANK, Observation, Play, totals
from arena_sdk import Bot, Prompt, Table, run

Sizes = tuple[tuple[int, int], ...]
"""Seats, each with the size of its hand."""

MOMENTUM, TROPHY, FUEL = 1.0, 12.0, 0.8
"""What winning an early trick, winning the sixth one, and a chip of fuel are worth."""
SPARE = {"1": 0.2, "2": 0.3, "3": 0.3, "4a": 0.5, "4b": 0.5, "5": 0.7}
"""What a card is worth as long as it is not played."""


class PlannerBot(Bot):
    """Weighs the chance to win a trick against the fuel and the card that it costs."""

    def seated(self, table: Table) -> None:
        self.seat = table.seat
        copies = table.options["copies_per_suit"]
        self.deck = Counter(dict.fromkeys(SUITS, table.seats if copies == "n" else int(copies)))

    def choose(self, prompt: Prompt) -> str:
        return max(prompt.legal_actions, key=lambda action: self.worth(prompt.observation, action))

    def worth(self, seen: Observation, action: str) -> float:
        """Returns what an action gains, less what it costs."""
        match action.split():
            case ["down", suit]:
                sharing = 1 + sum(play.suit is None for play in seen.plays)
                refill = min(seen.market // sharing, TANK - seen.fuel[self.seat])
                return FUEL * refill - SPARE[suit]
            case ["up", suit, fuel, *take]:
                prize = TROPHY if seen.trick == HAND_SIZE else MOMENTUM
                cost = FUEL * (int(fuel) - len(take)) + SPARE[suit]
                return prize * self.chance(seen, suit, int(fuel)) - cost
        raise ValueError(f"unknown action {action!r}")

    def chance(self, seen: Observation, suit: str, fuel: int) -> float:
        """Returns how likely it is that this card wins the trick, over all that others may hold."""
        plays = [*seen.plays, Play(self.seat, suit, fuel, seen.momentum[self.seat])]
        counts = totals(plays)
        total = counts.pop(self.seat)
        if any(other >= total for other in counts.values()):
            return 0.0
        unseen = self.unseen(seen)
        helpful: Counter[frozenset[int]] = Counter()
        to_come = set(range(len(seen.fuel))) - {play.seat for play in plays}
        for suit, count in unseen.items():
            open_still = all(play.suit != suit for play in plays)
            beating = [s for s in to_come if open_still and self.beats(seen, plays, s, suit, total)]
            helpful[frozenset(beating)] += count
        sizes = tuple((s, min(seen.hand_sizes[s], unseen.total())) for s in sorted(to_come))
        all_ways = harmless(((frozenset(), unseen.total()),), sizes)
        return harmless(tuple(helpful.items()), sizes) / all_ways

    def beats(
        self, seen: Observation, plays: Sequence[Play], seat: int, suit: str, total: int
    ) -> bool:
        """Returns whether a seat to come would beat the total with this suit."""
        spends = seen.fuel[seat] if seen.trick == HAND_SIZE else min(1, seen.fuel[seat])
        return totals([*plays, Play(seat, suit, spends, seen.momentum[seat])])[seat] > total

    def unseen(self, seen: Observation) -> Counter[str]:
        """Returns the cards that the others may hold."""
        known = Counter(seen.hand)
        for play in (*seen.plays, *(play for trick in seen.tricks for play in trick.plays)):
            known[play.suit or play.face_down or ""] += 1
        return self.deck - known


@lru_cache(maxsize=10_000)
def harmless(cards: tuple[tuple[frozenset[int], int], ...], sizes: Sizes) -> int:
    """Returns in how many ways the unseen cards can lie so that nobody holds one that beats.

    Each kind of card comes with the seats that it would help. All hands are counted together: what
    one seat holds no other one does.
    """
    if not sizes:
        return 1
    (seat, size), *others = sizes
    free = [count for helps, count in cards if seat not in helps]
    ways = 0
    for taken in product(*(range(count + 1) for count in free)):
        if sum(taken) == size:
            drawn = iter(taken)
            left = tuple(
                (helps, count if seat in helps else count - next(drawn)) for helps, count in cards
            )
            ways += prod(map(comb, free, taken)) * harmless(left, tuple(others))
    return ways


if __name__ == "__main__":
    run(PlannerBot)
