"""Who can be given a block of a ladder now."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from math import sqrt

from arena.contest.lineups import Candidate
from arena.service.ports import UnitOfWork
from arena.service.records import Ladder
from arena.service.relay_ports import Presence

Online = Callable[[Collection[str]], Mapping[str, Presence]]
"""Tells which of the given submissions have a session now."""

_UNCERTAIN = 400.0
"""By how many points a newcomer's rating may be off; it shrinks with the root of the blocks."""


def ladder_candidates(
    ladder: Ladder,
    open_lineups: Collection[tuple[str, ...]],
    presences: Mapping[str, Presence],
    instant: datetime,
    unit: UnitOfWork,
) -> list[Candidate]:
    """Returns who is online and has room for one more block.

    Whoever is quarantined has room for a probe, once that is due and all its blocks are over.
    """
    under_way = Counter(submission for lineup in open_lineups for submission in lineup)
    standings = [s for s in unit.ladders.active(ladder.ladder_id) if s.submission_id in presences]
    names = unit.submissions.names([s.submission_id for s in standings])
    conducts = unit.conducts.of_ladder(ladder.ladder_id)
    open_turns = Counter((s, len(lineup)) for lineup in open_lineups for s in lineup)
    candidates = []
    for standing in standings:
        submission_id, open_blocks = standing.submission_id, under_way[standing.submission_id]
        room = blocks_at_once(presences[submission_id].capacity, max(ladder.sizes)) - open_blocks
        turns: tuple[int, ...] = ()
        if (conduct := conducts.get(submission_id)) is not None:
            if conduct.quarantined is not None:
                room = 0 if open_blocks or conduct.barred(instant) else min(room, 1)
            turns = conduct.turns
        if len(ladder.sizes) > 1:
            had = dict(zip(ladder.sizes, turns, strict=False))
            turns = tuple(had.get(n, 0) + open_turns[submission_id, n] for n in ladder.sizes)
        if room > 0:
            candidates.append(
                Candidate(
                    submission_id,
                    names[submission_id].author_id,
                    standing.rating,
                    standing.blocks,
                    room,
                    open_blocks,
                    _UNCERTAIN / sqrt(1 + standing.blocks),
                    turns,
                )
            )
    return candidates


def blocks_at_once(capacity: int, seats: int) -> int:
    """Returns how many blocks a bot that plays `capacity` matches at once can be in.

    A bot that cannot play all matches of a block at once plays them one after another.
    """
    return max(1, capacity // seats) if capacity else 0


def is_fresh(blocks: int, open_blocks: int) -> bool:
    """Whether a submission has not been given a block yet: it does not wait for the backlog."""
    return not blocks and not open_blocks


def most_open(ladder: Ladder, *, fresh: bool) -> int:
    """Returns with how many open blocks nobody gets one more; the fresh find as many again."""
    return 2 * ladder.backlog if fresh else ladder.backlog
