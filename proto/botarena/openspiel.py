"""SCOUT and My Favorite Carrera RS as games of OpenSpiel.

Importing this module registers `python_botarena_scout` and `python_botarena_carrera`.
"""

from importlib.util import find_spec

if find_spec("pyspiel") is None:
    raise ModuleNotFoundError(
        "botarena.openspiel needs pyspiel: pip install 'botarena[openspiel]'", name="pyspiel"
    )

from arena.research.spiel.ours import CarreraGame, ScoutGame

__all__ = ["CarreraGame", "ScoutGame"]
