"""Which table a game is played at."""

from collections.abc import Callable, Mapping
from typing import Final

from arena.research.aec.carrera_table import CarreraTable
from arena.research.aec.scout_table import ScoutTable
from arena.research.aec.table import Options, PlainTable, Table
from arena.research.encodings import ENCODINGS

_QUICK: Final[Mapping[str, Callable[[int, Options], Table]]] = {
    "scout": ScoutTable,
    "carrera": CarreraTable,
}


def table_for(game: str, seats: int, options: Options, *, to_be_drawn: bool) -> Table:
    """Returns a quick table, or one that has states to draw.

    Raises `ValueError` that names the seats or the option at fault.
    """
    if to_be_drawn or game not in _QUICK:
        return PlainTable(ENCODINGS[game], seats, options)
    return _QUICK[game](seats, options)
