"""Plays My Favorite Carrera RS for the moment: leads the trick as cheaply as it can."""

from arena.games.carrera import BASE_RANKS, Observation, Play, totals
from arena_sdk import Bot, Prompt, Table, run


class GreedyBot(Bot):
    """Looks at this trick, and no further."""

    def seated(self, table: Table) -> None:
        self.seat = table.seat

    def choose(self, prompt: Prompt) -> str:
        return min(prompt.legal_actions, key=lambda action: self.price(prompt.observation, action))

    def price(self, seen: Observation, action: str) -> tuple[int, int, int]:
        """Leading is cheapest, then lying face down; then little fuel counts, then a low card."""
        match action.split():
            case ["down", suit]:
                return 1, 0, BASE_RANKS[suit]
            case ["up", suit, fuel, *take]:
                place = 0 if self.leads(seen, suit, int(fuel)) else 2
                return place, int(fuel) - len(take), BASE_RANKS[suit]
        raise ValueError(f"unknown action {action!r}")

    def leads(self, seen: Observation, suit: str, fuel: int) -> bool:
        """Returns whether the card would win the trick as it lies; of equal ones the first does."""
        counts = totals([*seen.plays, Play(self.seat, suit, fuel, seen.momentum[self.seat])])
        mine = counts.pop(self.seat)
        return all(mine > other for other in counts.values())


if __name__ == "__main__":
    run(GreedyBot)
