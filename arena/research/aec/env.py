"""An AEC environment over a table.

Where several seats decide at once, they act one after another, and nobody sees what the others
chose before all have.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy import frombuffer
from pettingzoo import AECEnv

from arena.games.kernel import Seat
from arena.games.layout import Layout
from arena.research.aec.drawing import drawn
from arena.research.aec.rewards import REWARDS
from arena.research.aec.table import PlainTable, Table
from arena.research.aec.tables import table_for
from arena.research.encodings import ENCODINGS

Agent: TypeAlias = str
Seen: TypeAlias = dict[str, np.ndarray[Any, np.dtype[np.int8]]]

_FROM_RESET = (
    *("_table", "agent_selection", "rewards", "_cumulative_rewards"),
    *("terminations", "truncations", "infos"),
)

_BYTES = np.dtype(np.int8)


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
        # It is `_table` from `reset` on, so that what comes before is told of, at no cost later.
        self._unopened: Table = table_for(game, seats, options, to_be_drawn=render_mode is not None)
        self.metadata = {
            "name": f"{game}_v{encoding.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.notations: tuple[str, ...] = tuple(map(str, encoding.actions))
        """What the numbers of the action space stand for."""
        self._actions = len(self.notations)
        self._nothing = bytes(self._actions)
        self.layout: Layout = encoding.layout(seats)
        self._rewarded = REWARDS[reward]
        self._seats: dict[Agent, Seat] = {f"seat_{seat}": seat for seat in range(seats)}
        self.possible_agents = list(self._seats)
        self.agents: list[Agent] = []
        self.action_spaces = {a: spaces.Discrete(len(self.notations)) for a in self._seats}
        self.observation_spaces = {a: _space(self.layout, len(self.notations)) for a in self._seats}
        self._generator = np.random.default_rng()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the next match; the same seed gives the same matches in the same order."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self._table = self._unopened
        self._table.open(self._generator)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[self._table.actor]

    def __getattr__(self, name: str) -> Any:
        """Raises `AttributeError` for what is not there, or not yet."""
        if name in _FROM_RESET:
            raise AttributeError(f"call reset() first: before it there is no {name.lstrip('_')}")
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def step(self, action: int | None) -> None:
        table = self._table
        if table.scores is not None:
            self._was_dead_step(action)
            return
        # NumPy's integers are slow to compare and to index with.
        try:
            number = -1 if action is None else int(action)
        except (TypeError, ValueError):
            raise ValueError(f"an action is a number, as in `notations`, not {action!r}") from None
        if not 0 <= number < self._actions or not table.mask[number]:
            raise ValueError(f"{self.agent_selection} may not play {action!r}")
        table.choose(number)
        if table.scores is None:
            self.agent_selection = self.possible_agents[table.actor]
        else:
            self._end(table.scores)

    def observe(self, agent: Agent) -> Seen:
        """Returns arrays of the caller's own; who is not to act has no legal action."""
        table = self._table
        mask = table.mask if agent == self.agent_selection else self._nothing
        return {
            "observation": frombuffer(table.vector(self._seats[agent]), _BYTES),
            "action_mask": frombuffer(bytearray(mask), _BYTES),
        }

    def observation_space(self, agent: Agent) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Returns the whole table as text, hidden cards included."""
        if self.render_mode is None:
            return None
        table = self._table
        return drawn(table.state) if isinstance(table, PlainTable) else None

    def close(self) -> None:
        """Has nothing to release."""

    def _end(self, scores: tuple[int, ...]) -> None:
        """Has all agents rewarded and terminated."""
        self.rewards = dict(zip(self.agents, self._rewarded(scores), strict=True))
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
