"""Tables of ladders that cannot be filled: what becomes of them."""

from enum import Enum


class Unfilled(Enum):
    """What becomes of a table of a ladder for which too few submissions are there."""

    WAIT = "wait"
    """Nobody plays until there are enough."""
    HOUSE = "house"
    """House bots take the seats that are left; nothing of theirs is rated."""
    REFUSE = "refuse"
    """Like waiting, but who asks is told that the table was refused, and since when."""
