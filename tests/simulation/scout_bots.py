"""Bots for SCOUT that are simple, quick, and as different as their weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished
from arena.games.scout import Card, Scout
from arena.games.scout.actions import Action, End, Orient, Scouting, Show
from arena.match.outcome import Outcome, outcome

_OUT = 100.0
"""What it is worth to be rid of the whole hand."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a bot makes of an action: points now, against the sets its hand is in afterwards."""

    set_left: float = 1.0
    """What each set costs that the hand is in."""
    card_shown: float = 0.3
    scout: float = 1.0
    """What a Scout costs."""
    chip: float = 2.0
    """What the chip for a Scout & Show costs."""

    def choice(
        self, hand: Sequence[Card], table: Sequence[Card], legal: Sequence[Action]
    ) -> Action:
        """Returns the best of the legal actions, the first of equals."""
        return max(legal, key=lambda action: self._worth(hand, table, action))

    def _worth(self, hand: Sequence[Card], table: Sequence[Card], action: Action) -> float:
        match action:
            case Orient(flip):
                return -_sets(tuple(c.down if flip else c.up for c in hand))
            case Show(start, length):
                left = tuple(c.up for c in (*hand[:start], *hand[start + length :]))
                now = len(table) + self.card_shown * length
                return now - self.set_left * _sets(left) if left else _OUT
            case Scouting(end, flip, insert, then_show):
                card = table[0 if end is End.LEFT else -1]
                values = [c.up for c in hand]
                values.insert(insert, card.down if flip else card.up)
                cost = self.scout + (self.chip - 2 * self.set_left if then_show else 0)
                return -cost - self.set_left * _sets(tuple(values))


@lru_cache(maxsize=200_000)
def _sets(values: tuple[int, ...]) -> int:
    """Returns into how many sets a hand falls if each is taken as long as can be, from the left."""
    sets, start = 0, 0
    while start < len(values):
        end, step = start + 1, None
        while end < len(values):
            following = values[end] - values[end - 1]
            if abs(following) > 1 or step not in (None, following):
                break
            step, end = following, end + 1
        sets, start = sets + 1, end
    return sets


def match_of(bots: Mapping[str, Weights], lineup: Sequence[str], seed: bytes) -> Outcome:
    """Plays one match by the rules alone; each bot sees its own hand and the table."""
    game = Scout(len(lineup))
    state, ply = game.start(), 0
    while True:
        match game.turn(state):
            case Finished(scores):
                return outcome(scores)
            case Chance():
                state = game.chance(state, Dice(seed, ply))
            case Decision(seats):
                play = state.play
                chosen = {
                    seat: bots[lineup[seat]].choice(
                        play.hands[seat], play.table, game.legal_actions(state, seat)
                    )
                    for seat in seats
                }
                state = game.apply(state, chosen)
        ply += 1
