"""Which actions a seat has.

The list is Shows by (start, length), then Scouts by (end, flip, insert), then Scout & Shows
likewise (Rules §40).
"""

from collections.abc import Sequence

from arena.games.scout.actions import (
    LONE_SCOUTS,
    LONE_SCOUTS_AND_SHOWS,
    SCOUTS,
    SCOUTS_AND_SHOWS,
    SHOWS,
    Action,
    End,
    Scouting,
)
from arena.games.scout.sets import reaches, shortest_beating, strongest_around, table_strength
from arena.games.scout.state import Phase, Round


def legal_in_play(play: Round) -> Sequence[Action]:
    """Returns what the mover may do in `Phase.PLAY` or `Phase.SHOW`."""
    mover = play.mover
    hand = play.hands[mover]
    table = play.table
    values = [c.up for c in hand]
    reach = reaches(values)
    legal: list[Action] = []
    for start, length in shortest_beating(values, reach, table_strength(table)):
        legal += SHOWS[start][length - 1 : reach[start]]
    if not table or play.phase is Phase.SHOW:
        return legal
    if len(play.hands) > 2 or play.chips[mover]:
        legal += (SCOUTS if len(table) > 1 else LONE_SCOUTS)[len(hand)]
    if play.scout_and_show[mover]:
        if len(table) == 1:
            legal += LONE_SCOUTS_AND_SHOWS[len(hand)]
        else:
            legal += _scouts_before_show(play, values, reach, End.LEFT)
            legal += _scouts_before_show(play, values, reach, End.RIGHT)
    return legal


def _scouts_before_show(
    play: Round, values: Sequence[int], reach: Sequence[int], end: End
) -> list[Scouting]:
    """Returns the scouts at `end` after which the hand holds a Show (Rules §20).

    A card inserted inside a set breaks it; at the gaps where this would break every set that
    beats the rest of the table, the card itself must complete one.
    """
    card, rest = (
        (play.table[0], play.table[1:]) if end is End.LEFT else (play.table[-1], play.table[:-1])
    )
    to_beat = table_strength(rest)
    sets = shortest_beating(values, reach, to_beat)
    last_start = max((start for start, _ in sets), default=-1)
    first_end = min((start + length for start, length in sets), default=len(values) + 1)
    legal: list[Scouting] = []
    for flip, value in ((False, card.up), (True, card.down)):
        row = SCOUTS_AND_SHOWS[end, flip][: len(values) + 1]
        if last_start + 1 >= first_end:
            legal += row
            continue
        legal += row[: last_start + 1]
        for gap in range(last_start + 1, first_end):
            if strongest_around(values, gap, value) > to_beat:
                legal.append(row[gap])
        legal += row[first_end:]
    return legal
