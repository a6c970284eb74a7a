"""SCOUT and My Favorite Carrera RS as PettingZoo environments: `scout_v1` and `carrera_v1`."""

from importlib.util import find_spec

__all__ = ["carrera_v1", "scout_v1"]

for _needed in ("numpy", "gymnasium", "pettingzoo"):
    if find_spec(_needed) is None:
        raise ModuleNotFoundError(
            f"botarena.pettingzoo needs {_needed}: pip install 'botarena[rl]'", name=_needed
        )
