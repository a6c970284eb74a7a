"""Who can be given a block of a ladder now."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from math import sqrt

from arena.contest.blocks import Lineup
from arena.contest.conduct import Conduct
from arena.contest.lineups import Candidate
from arena.service.contenders import Contender
from arena.service.ports import UnitOfWork
from arena.service.records import Ladder
from arena.service.relay_ports import Presence

Online = Callable[[Collection[str]], Mapping[str, Presence]]
"""Tells which of the given submissions have a session now."""

_UNCERTAIN = 400.0
"""By how many points a newcomer's rating may be off; it shrinks with the root of the blocks."""


def ladder_candidates(
    ladder: Ladder,
    contenders: Mapping[str, Contender],
    open_lineups: Collection[Lineup],
    presences: Mapping[str, Presence],
    instant: datetime,
    unit: UnitOfWork,
) -> list[Candidate]:
    """Returns who is online and has room for one more block.

    Whoever is quarantined has room for a probe, once that is due and all its blocks are over.
    """
    open_blocks = Counter(submission for lineup in open_lineups for submission in lineup)
    conducts = unit.conducts.of_ladder(ladder.ladder_id)
    turns = _turns(ladder, open_lineups, conducts) if len(ladder.sizes) > 1 else {}
    most_seats = max(ladder.sizes)
    candidates = []
    for submission_id, (author_id, rating, blocks) in contenders.items():
        if (presence := presences.get(submission_id)) is None:
            continue
        under_way = open_blocks[submission_id]
        room = blocks_at_once(presence.capacity, most_seats) - under_way
        conduct = conducts.get(submission_id)
        if conduct is not None and conduct.quarantined is not None:
            room = 0 if under_way or conduct.barred(instant) else min(room, 1)
        if room > 0:
            doubt, had = _UNCERTAIN / sqrt(1 + blocks), turns.get(submission_id, ())
            candidates.append(
                Candidate(submission_id, author_id, rating, blocks, room, under_way, doubt, had)
            )
    return candidates


def _turns(
    ladder: Ladder, open_lineups: Collection[Lineup], conducts: Mapping[str, Conduct]
) -> Mapping[str, tuple[int, ...]]:
    """Returns how many blocks of each size submissions were in, or are."""
    places = {size: place for place, size in enumerate(ladder.sizes)}
    turns = {s: list(conduct.turns) for s, conduct in conducts.items() if conduct.turns}
    for lineup in open_lineups:
        for submission in lineup:
            turns.setdefault(submission, [0] * len(places))[places[len(lineup)]] += 1
    return {submission: tuple(had) for submission, had in turns.items()}


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
