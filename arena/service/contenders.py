"""What the scheduler asks of everybody on a ladder, at every tick."""

from typing import NamedTuple


class Contender(NamedTuple):
    """Part of an active standing, and whose it is. A tuple, since there are many of them."""

    author_id: str
    rating: float
    blocks: int
