"""Which table a game is played at."""

from arena.research.aec.table import Options, PlainTable, Table
from arena.research.encodings import ENCODINGS


def table_for(game: str, seats: int, options: Options) -> Table:
    """Raises `ValueError` that names the seats or the option at fault."""
    return PlainTable(ENCODINGS[game], seats, options)
