"""Determinised Monte Carlo: tries the best few actions in hands that the others might hold.

A subclass says which actions are worth trying, how the others may go on, and what the end of a
round is worth. What it cannot see it has the game imagine, so it knows no more than anybody else.
"""

import time
from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.dice import Dice
from arena.games.kernel import Decision, Game
from arena_sdk import Bot, Prompt, Table


class SearchBot(Bot):
    """Plays each candidate to the end of the round, in the same imagined states for all."""

    worlds: ClassVar[int] = 16
    """How many states are imagined. A fixed number: unless time runs out, the same prompt gets the
    same answer."""
    candidates: ClassVar[int] = 5
    """How many actions are tried."""
    share: ClassVar[float] = 0.6
    """So much of the free thinking time it uses at most; most often it is done long before."""
    trust: ClassVar[float] = 0.5
    """What a point of the first judgement counts beside a point of a round played out."""

    def seated(self, table: Table) -> None:
        self.table = table
        self.game = self.game_of(table)
        self.secret = f"{table.commitment}/{table.seat}".encode()

    def choose(self, prompt: Prompt) -> str:
        judged = self.judged(prompt)
        best = sorted(judged, key=judged.__getitem__, reverse=True)[: self.candidates]
        if len(best) == 1:
            return best[0]
        deadline = time.perf_counter() + self.share * prompt.time_left_s
        sums, tried = dict.fromkeys(best, 0.0), 0
        while tried < self.worlds and time.perf_counter() < deadline:
            dice = Dice(self.secret, prompt.ply * self.worlds + tried)
            state = self.game.imagine(prompt.observation, dice)
            for notation in best:
                sums[notation] += self.played_out(state, notation)
            tried += 1
        return max(best, key=lambda a: sums[a] / max(tried, 1) + self.trust * judged[a])

    def played_out(self, state: Any, notation: str) -> float:
        """Returns what the round is worth in the end if it goes on with this action."""
        game, seat = self.game, self.table.seat
        while isinstance(turn := game.turn(state), Decision):
            actions = {}
            for mover in turn.seats:
                legal = game.legal_actions(state, mover)
                if notation and mover == seat:
                    actions[mover] = next(a for a in legal if str(a) == notation)
                    notation = ""
                else:
                    actions[mover] = self.likely(state, mover, legal)
            state = game.apply(state, actions)
        return self.worth(state)

    def game_of(self, table: Table) -> Game[Any, Any]:
        """Returns the rules of the match."""
        raise NotImplementedError

    def judged(self, prompt: Prompt) -> Mapping[str, float]:
        """Returns what each legal action is worth at first sight."""
        raise NotImplementedError

    def likely(self, state: Any, seat: int, legal: Any) -> Any:
        """Returns what a seat may do; quick rather than wise."""
        raise NotImplementedError

    def worth(self, state: Any) -> float:
        """Returns what the end of a round is worth to this seat."""
        raise NotImplementedError
