"""Plays SCOUT by search: plays the best few actions to the end of the round, many times."""

from collections.abc import Mapping, Sequence

from arena.games.scout import Action, Card, End, Scout, Scouting, Show, State
from arena_sdk import Prompt, Table, run
from arena_sdk.house.scout_planner import worth
from arena_sdk.house.search import SearchBot


class ScoutSearchBot(SearchBot):
    """Judges like the planner, then looks at what becomes of it."""

    def game_of(self, table: Table) -> Scout:
        return Scout(table.seats, **table.options)

    def judged(self, prompt: Prompt) -> Mapping[str, float]:
        return {action: worth(prompt.observation, action) for action in prompt.legal_actions}

    def likely(self, state: State, seat: int, legal: Sequence[Action]) -> Action:
        """Shows as many cards as it can, else scouts a card to where it fits."""
        shows = [action for action in legal if isinstance(action, Show)]
        if shows:
            return max(shows, key=lambda show: show.length)
        hand = [card.up for card in state.play.hands[seat]]
        scouts = [a for a in legal if isinstance(a, Scouting) and not a.then_show]
        if not scouts:
            return legal[0]
        return max(scouts, key=lambda scout: fit(hand, scouted(state.play.table, scout), scout))

    def worth(self, state: State) -> float:
        mine = state.totals[self.table.seat]
        return mine - (sum(state.totals) - mine) / (len(state.totals) - 1)


def scouted(table: Sequence[Card], scout: Scouting) -> int:
    """Returns the value that comes into the hand."""
    card = table[0 if scout.end is End.LEFT else -1]
    return card.down if scout.flip else card.up


def fit(hand: Sequence[int], value: int, scout: Scouting) -> int:
    """Returns how many neighbours it could make a set with."""
    around = hand[max(scout.insert - 1, 0) : scout.insert + 1]
    return sum(abs(value - other) <= 1 for other in around)


if __name__ == "__main__":
    run(ScoutSearchBot)
