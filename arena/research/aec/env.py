"""An AEC environment over a table.

Where several seats decide at once, they act one after another, and nobody sees what the others
chose before all have.
"""

import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from arena.games.kernel import Seat
from arena.games.layout import Layout
from arena.research.aec.drawing import drawn
from arena.research.aec.rewards import REWARDS
from arena.research.aec.table import Table, match_seed
from arena.research.aec.tables import table_for
from arena.research.encodings import ENCODINGS

Agent: TypeAlias = str
Seen: TypeAlias = dict[str, np.ndarray[Any, np.dtype[np.int8]]]


class MatchEnv(AECEnv[Agent, Seen, int], EzPickle):  # type: ignore[misc]  # both are untyped
    """One match after another at one table.

    Agents are `seat_0`, `seat_1`, ... in turn order; they act until the match is over, and are
    rewarded then. An illegal action is refused with `ValueError` and changes nothing.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        reward: str = "duels",
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        EzPickle.__init__(self, game, seats, reward, render_mode, **options)
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"reward must be {' or '.join(map(repr, REWARDS))}, not {reward!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be 'ansi' or None, not {render_mode!r}")
        encoding = ENCODINGS[game]
        self._table: Table = table_for(game, seats, options)
        self.metadata = {
            "name": f"{game}_v{encoding.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.notations: tuple[str, ...] = tuple(map(str, encoding.actions))
        """What the numbers of the action space stand for."""
        self.layout: Layout = encoding.layout(seats)
        self._rewarded = REWARDS[reward]
        self._seats: dict[Agent, Seat] = {f"seat_{seat}": seat for seat in range(seats)}
        self.possible_agents = list(self._seats)
        self.agents: list[Agent] = []
        self.action_spaces = {a: spaces.Discrete(len(self.notations)) for a in self._seats}
        self.observation_spaces = {a: _space(self.layout, len(self.notations)) for a in self._seats}
        self._seed, self._episode = secrets.randbits(63), 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the next match; the same seed gives the same matches in the same order."""
        if seed is not None:
            self._seed, self._episode = seed, 0
        self._table.open(match_seed(self._seed, self._episode))
        self._episode += 1
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._turn()

    def step(self, action: int | None) -> None:
        agent, table = self.agent_selection, self._table
        if table.scores is not None:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._mask) or not self._mask[action]:
            raise ValueError(f"{agent} may not play {action!r}")
        table.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._turn()

    def observe(self, agent: Agent) -> Seen:
        """Returns arrays of the caller's own; who is not to act has no legal action."""
        mask = self._mask[:] if agent == self.agent_selection else bytearray(len(self._mask))
        return {
            "observation": np.frombuffer(self._table.vector(self._seats[agent]), np.int8),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def observation_space(self, agent: Agent) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Returns the whole table as text, hidden cards included."""
        return drawn(self._table.spectacle()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Has nothing to release."""

    def _turn(self) -> None:
        """Has the next agent selected, or all rewarded and terminated."""
        table = self._table
        if table.scores is None:
            self.agent_selection = self.possible_agents[table.actor]
            self._mask = table.mask()
            return
        self._mask = bytearray(len(self.notations))
        self.rewards = dict(zip(self.agents, self._rewarded(table.scores), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]


def maker(game: str) -> Callable[..., MatchEnv]:
    """Returns what makes environments of `game`, named as PettingZoo would have it."""

    def env(
        seats: int = 4,
        *,
        reward: str = "duels",
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> MatchEnv:
        return MatchEnv(game, seats, reward, render_mode, **options)

    env.__doc__ = f"Makes an environment of {game}; keywords beyond these are the game's options."
    return env


def _space(layout: Layout, actions: int) -> spaces.Dict:
    low, high = (
        np.concatenate([np.full(p.size, getattr(p, end), np.int8) for p in layout.parts])
        for end in ("low", "high")
    )
    return spaces.Dict(
        observation=spaces.Box(low, high, dtype=np.int8),
        action_mask=spaces.Box(0, 1, (actions,), np.int8),
    )
