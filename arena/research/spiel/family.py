"""The family `openspiel`: a game `openspiel:NAME` for every game of OpenSpiel that fits.

`docs/openspiel.md` lists them.
"""

from functools import cache
from typing import Any

import pyspiel

from arena.games.kernel import Game
from arena.research.spiel.fitting import obstacle
from arena.research.spiel.game import OpenSpielGame
from arena.research.spiel.parameters import seat_counts

FAMILY = "openspiel"


@cache
def member(short_name: str) -> type[Game[Any, Any]]:
    """Returns the game `openspiel:SHORT_NAME`; raises `LookupError` that says why there is none."""
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if short_name not in kinds:
        raise LookupError(f"OpenSpiel has no game {short_name!r}")
    kind = kinds[short_name]
    if reason := obstacle(kind):
        raise LookupError(f"{FAMILY}:{short_name} is not supported: {reason}")
    fields = {
        "__doc__": f"{kind.long_name}, played by OpenSpiel.",
        "__module__": __name__,
        "name": f"{FAMILY}:{short_name}",
        "seat_counts": seat_counts(kind),
    }
    return type(short_name, (OpenSpielGame,), fields)
