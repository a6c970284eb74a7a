"""Plays My Favorite Carrera RS with a plan: counts the cards and saves fuel for the sixth trick."""

from collections import Counter
from math import comb

from arena.games.carrera import HAND_SIZE, SUITS, TANK, Observation, Play, totals
from arena_sdk import Bot, Prompt, Table, run

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
        """Returns how likely it is that this card wins the trick."""
        plays = [*seen.plays, Play(self.seat, suit, fuel, seen.momentum[self.seat])]
        counts = totals(plays)
        total = counts.pop(self.seat)
        if any(other >= total for other in counts.values()):
            return 0.0
        unseen, chance = self.unseen(seen), 1.0
        for seat in set(range(len(seen.fuel))) - {play.seat for play in plays}:
            spends = seen.fuel[seat] if seen.trick == HAND_SIZE else min(1, seen.fuel[seat])
            beating = sum(
                unseen[other]
                for other in SUITS
                if all(play.suit != other for play in plays)
                and totals([*plays, Play(seat, other, spends, seen.momentum[seat])])[seat] > total
            )
            held = min(seen.hand_sizes[seat], unseen.total())
            chance *= comb(unseen.total() - beating, held) / comb(unseen.total(), held)
        return chance

    def unseen(self, seen: Observation) -> Counter[str]:
        """Returns the cards that the others may hold."""
        known = Counter(seen.hand)
        for play in (*seen.plays, *(play for trick in seen.tricks for play in trick.plays)):
            known[play.suit or play.face_down or ""] += 1
        return self.deck - known


if __name__ == "__main__":
    run(PlannerBot)
