"""Plays My Favorite Carrera RS by search: plays the best few actions to the end of the round."""

from collections.abc import Mapping, Sequence

from arena.games.carrera import BASE_RANKS, HAND_SIZE, TANK, Action, Carrera, Down, State, Up
from arena_sdk import Prompt, Table, run
from arena_sdk.house.carrera_planner import FUEL, MOMENTUM, SPARE, TROPHY, PlannerBot
from arena_sdk.house.search import SearchBot


class CarreraSearchBot(SearchBot):
    """Judges like the planner, then looks at what becomes of it."""

    worlds = 16
    candidates = 6
    trust = 1.0

    def seated(self, table: Table) -> None:
        super().seated(table)
        self.planner = PlannerBot()
        self.planner.seated(table)

    def game_of(self, table: Table) -> Carrera:
        return Carrera(table.seats, **table.options)

    def judged(self, prompt: Prompt) -> Mapping[str, float]:
        seen = prompt.observation
        return {action: self.planner.worth(seen, action) for action in prompt.legal_actions}

    def likely(self, state: State, seat: int, legal: Sequence[Action]) -> Action:
        """Weighs like the planner, but knows what the seats to come hold."""
        to_come = [(seat + step) % len(state.hands) for step in range(1, len(state.hands))]
        to_come = to_come[: len(state.hands) - len(state.plays) - 1]
        last = len(state.tricks) == HAND_SIZE - 1
        prize = TROPHY if last else MOMENTUM
        refill = min(state.market // (1 + sum(p.suit is None for p in state.plays)), TANK)
        refill = min(refill, TANK - state.fuel[seat])
        best, most = legal[0], -100.0
        for action in legal:
            value = -SPARE[action.suit]
            if isinstance(action, Down):
                value += FUEL * refill
            else:
                value -= FUEL * (action.fuel - action.take)
                if value + prize > most and wins(state, seat, action, to_come, last):
                    value += prize
            if value > most:
                best, most = action, value
        return best

    def worth(self, state: State) -> float:
        """Counts trophies, and fuel for the next round, against the mean of the others."""
        held = [
            TROPHY * won + FUEL * fuel for won, fuel in zip(state.trophies, state.fuel, strict=True)
        ]
        mine = held[self.table.seat]
        return mine - (sum(held) - mine) / (len(held) - 1)


def wins(state: State, seat: int, action: Up, to_come: Sequence[int], last: bool) -> bool:
    """Returns whether a card would win the trick if the others hold back their fuel."""
    plays = [(p.suit, p.fuel + p.momentum) for p in state.plays if p.suit is not None]
    more = action.fuel + state.momentum[seat]
    slow = action.suit == "1" or any(suit == "1" for suit, _ in plays)
    mine = base(action.suit, slow) + more
    if any(base(suit, slow) + other >= mine for suit, other in plays):
        return False
    taken = {action.suit, *(suit for suit, _ in plays)}
    for other in to_come:
        fuel = state.fuel[other] if last else min(1, state.fuel[other])
        theirs = fuel + state.momentum[other]
        for suit in state.hands[other]:
            slowed = slow or suit == "1"
            if suit not in taken and base(suit, slowed) + theirs > base(action.suit, slowed) + more:
                return False
    return True


def base(suit: str, slow: bool) -> int:
    """Returns what a card counts by itself."""
    return 0 if slow and suit in ("4a", "4b", "5") else BASE_RANKS[suit]


if __name__ == "__main__":
    run(CarreraSearchBot)
