"""Which games have numbers for their actions and vectors for their observations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from arena.games.carrera import Carrera
from arena.games.carrera import encoding as carrera
from arena.games.kernel import Game
from arena.games.layout import Layout
from arena.games.scout import Scout
from arena.games.scout import encoding as scout


@dataclass(frozen=True, slots=True)
class Encoding:
    """A game's module `encoding` as a value."""

    game: type[Game[Any, Any]]
    actions: tuple[Any, ...]
    index: Callable[[Any], int]
    layout: Callable[[int], Layout]
    vector: Callable[[Any], bytes]


ENCODINGS: Final[Mapping[str, Encoding]] = {
    "scout": Encoding(Scout, scout.ACTIONS, scout.action_index, scout.layout, scout.vector),
    "carrera": Encoding(
        Carrera, carrera.ACTIONS, carrera.action_index, carrera.layout, carrera.vector
    ),
}
"""By the name of the game."""
