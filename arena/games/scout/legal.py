"""Which actions a seat has.

The list is Shows by (start, length), then Scouts by (end, flip, insert), then Scout & Shows
likewise (Rules §40).
"""

from collections.abc import Sequence
from itertools import compress

from arena.games.scout.actions import (
    LONE_SCOUTS,
    LONE_SCOUTS_AND_SHOWS,
    SCOUTS,
    SCOUTS_AND_SHOWS,
    SHOWS,
    Action,
    End,
)
from arena.games.scout.beating import gaps_before_show, shows
from arena.games.scout.sets import table_strength
from arena.games.scout.state import Phase, Round


def legal_in_play(play: Round) -> Sequence[Action]:
    """Returns what the mover may do in `Phase.PLAY` or `Phase.SHOW`."""
    mover, table = play.mover, play.table
    values = bytes([c.up for c in play.hands[mover]])
    legal: list[Action] = list(compress(SHOWS, shows(values, table_strength(table))))
    if not table or play.phase is Phase.SHOW:
        return legal
    if len(play.hands) > 2 or play.chips[mover]:
        legal += (SCOUTS if len(table) > 1 else LONE_SCOUTS)[len(values)]
    if play.scout_and_show[mover]:
        if len(table) == 1:
            legal += LONE_SCOUTS_AND_SHOWS[len(values)]
        else:
            for end, card, rest in (
                (End.LEFT, table[0], table[1:]),
                (End.RIGHT, table[-1], table[:-1]),
            ):
                gaps = gaps_before_show(values, bytes((card.up, card.down)), table_strength(rest))
                legal += compress(SCOUTS_AND_SHOWS[end], gaps)
    return legal
