"""States of our games as OpenSpiel wants them: chance is made of single even draws."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from arena.games.codec import encode
from arena.games.kernel import Chance, Decision, Finished, Seat
from arena.games.layout import Layout
from arena.research.spiel.events import Rehearsed, Scripted


class Held:
    """Something that copies of a state may share, since nothing changes it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __deepcopy__(self, memo: Mapping[int, Any]) -> "Held":
        return self


class MatchState(pyspiel.State):  # type: ignore[misc]  # pyspiel is not typed
    """A match between two draws or decisions."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._game = Held(game)
        self._draws: list[int] = []
        self._chosen: dict[Seat, int] = {}
        self._enter(game.rules.start())

    def current_player(self) -> int:
        if self._bounds:
            return int(pyspiel.PlayerId.CHANCE)
        return self._waiting[0] if self._waiting else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        bound = self._bounds[0]
        return [(outcome, 1 / bound) for outcome in range(bound)]

    def is_terminal(self) -> bool:
        return not (self._bounds or self._waiting)

    def returns(self) -> list[float]:
        turn = self._rules.turn(self.match)
        if isinstance(turn, Finished):
            return list(map(float, turn.scores))
        return [0.0] * self._rules.seats

    @property
    def match(self) -> Any:
        """The state of our game; decisions still open are not in it."""
        return self._match.value

    def observation(self, player: int) -> Any:
        """Returns what a seat knows, as our game tells it."""
        return self._rules.observe(self.match, player)

    def vector(self, player: int) -> bytes:
        """Returns the same as signed bytes."""
        vector: bytes = self._game.value.encoding.vector(self.observation(player))
        return vector

    def _legal_actions(self, player: int) -> list[int]:
        if self.is_terminal() or player != self.current_player():
            return []
        index = self._game.value.encoding.index
        return sorted(index(action) for action in self._rules.legal_actions(self.match, player))

    def _apply_action(self, action: int) -> None:
        if self._bounds:
            self._draws.append(action)
            self._bounds.pop(0)
            if not self._bounds:
                draws, self._draws = self._draws, []
                self._enter(self._rules.chance(self.match, Scripted(draws)))
            return
        self._chosen[self._waiting.pop(0)] = action
        if not self._waiting:
            actions = self._game.value.encoding.actions
            chosen = {seat: actions[number] for seat, number in self._chosen.items()}
            self._chosen = {}
            self._enter(self._rules.apply(self.match, chosen))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return str(self._game.value.encoding.actions[action])

    def __str__(self) -> str:
        return f"{self.match} drawn {self._draws} chosen {self._chosen}"

    @property
    def _rules(self) -> Any:
        return self._game.value.rules

    def _enter(self, match: Any) -> None:
        self._match = Held(match)
        turn = self._rules.turn(match)
        self._waiting = list(turn.seats) if isinstance(turn, Decision) else []
        self._bounds: list[int] = []
        if isinstance(turn, Chance):
            rehearsed = Rehearsed()
            self._rules.chance(match, rehearsed)
            self._bounds = rehearsed.bounds


class Seeing:
    """An observer: the vector of our game, whole and by its parts."""

    def __init__(self, layout: Layout) -> None:
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {
            part.name: self.tensor[place].reshape(part.shape)
            for part, place in zip(layout.parts, layout.slices().values(), strict=True)
        }

    def set_from(self, state: MatchState, player: int) -> None:
        """Fills the tensor with what `player` knows."""
        self.tensor[:] = np.frombuffer(state.vector(player), np.int8)

    def string_from(self, state: MatchState, player: int) -> str:
        """Returns what `player` knows as JSON."""
        return encode(state.observation(player))
