"""Keeps ladders supplied with blocks, and workers with matches."""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta

from arena.contest.lineups import Candidate, draw_lineups
from arena.games.dice import Dice
from arena.service.blocks import open_block
from arena.service.errors import Unavailable
from arena.service.ladders import every_ladder
from arena.service.naming import new_id
from arena.service.ports import Now, OpenUnit, Queue, UnitOfWork
from arena.service.records import Block, Ladder
from arena.service.relay_ports import Presence

REDISPATCH = timedelta(seconds=30)
"""A match that nobody took so long after it was queued is queued again."""
DISPATCHED_AT_ONCE = 500
STARTING = timedelta(seconds=60)
"""So long a new match waits for a bot that the arena has to start."""

Online = Callable[[Collection[str]], Mapping[str, Presence]]
"""Tells which of the given submissions have a session now."""


def schedule_ladders(*, open_unit: OpenUnit, online: Online, now: Now) -> None:
    """Fills the backlog of every ladder that is not paused. Doing it twice does it once."""
    for ladder in every_ladder(open_unit):
        if not ladder.paused:
            schedule_ladder(ladder.ladder_id, open_unit=open_unit, online=online, now=now)


def schedule_ladder(ladder_id: str, *, open_unit: OpenUnit, online: Online, now: Now) -> None:
    """Opens new blocks until the ladder's backlog is full or no table can be filled."""
    with open_unit() as unit:
        submission_ids = [s.submission_id for s in unit.ladders.active(ladder_id)]
    presences = online(submission_ids)
    with open_unit() as unit:
        ladder = unit.ladders.lock(ladder_id)
        lineups = unit.blocks.open_lineups(ladder_id)
        wanted = ladder.backlog - len(lineups)
        if ladder.paused:
            return
        if wanted > 0:
            candidates = ladder_candidates(ladder, lineups, presences, unit)
            drawn = draw_lineups(
                candidates,
                ladder.terms.seats,
                wanted,
                same_author_allowed=ladder.same_author_allowed,
                dice=Dice(secrets.token_bytes(32), 0),
            )
            for lineup in drawn:
                block = Block(new_id("block"), ladder_id, lineup, now())
                open_block(block, ladder.terms, secrets.token_bytes(32), unit)
        unit.ladders.tick(ladder_id, now())


def ladder_candidates(
    ladder: Ladder,
    open_lineups: Collection[tuple[str, ...]],
    presences: Mapping[str, Presence],
    unit: UnitOfWork,
) -> list[Candidate]:
    """Returns who is online and has room for one more block."""
    under_way = Counter(submission for lineup in open_lineups for submission in lineup)
    standings = [s for s in unit.ladders.active(ladder.ladder_id) if s.submission_id in presences]
    names = unit.submissions.names([s.submission_id for s in standings])
    candidates = []
    for standing in standings:
        submission_id, open_blocks = standing.submission_id, under_way[standing.submission_id]
        room = blocks_at_once(presences[submission_id].capacity, ladder.terms.seats) - open_blocks
        if room > 0:
            candidates.append(
                Candidate(
                    submission_id,
                    names[submission_id].author_id,
                    standing.rating,
                    standing.blocks,
                    room,
                    open_blocks,
                )
            )
    return candidates


def blocks_at_once(capacity: int, seats: int) -> int:
    """Returns how many blocks a bot that plays `capacity` matches at once can be in.

    A bot that cannot play all matches of a block at once plays them one after another.
    """
    return max(1, capacity // seats) if capacity else 0


def dispatch_matches(*, open_unit: OpenUnit, online: Online, queue: Queue, now: Now) -> None:
    """Queues the matches that nobody plays yet and whose bots have room for one more.

    A bot that is away does not hold a match up: it has its time to join when the match starts.
    But it gets its matches one by one, since it may come back and have room for no more. One that
    the arena itself is to start has `STARTING` to be there first.
    """
    with open_unit() as unit:
        waiting = unit.matches.waiting(now() - REDISPATCH, DISPATCHED_AT_ONCE)
    if not waiting:
        return
    presences = online({s for match in waiting for s in match.lineup})
    with open_unit() as unit:
        unit.matches.lock_dispatch()  # two at once would both give away a bot's last place
        waiting = unit.matches.waiting(now() - REDISPATCH, DISPATCHED_AT_ONCE)
        load = Counter(unit.matches.load(now()))
        starting = unit.hosted.among({s for m in waiting for s in m.lineup} - presences.keys())
        chosen = []
        for match in waiting:
            if match.created > now() - STARTING and not starting.keys().isdisjoint(match.lineup):
                continue
            if all(_room(presences.get(s), load[s]) for s in match.lineup):
                load.update(match.lineup)
                chosen.append(match.match_id)
        unit.matches.dispatch(chosen, now())
    for sent, match_id in enumerate(chosen):
        try:
            queue.play(match_id)
        except Unavailable:
            with open_unit() as unit:
                unit.matches.dispatch(chosen[sent:], None)
            raise


def _room(presence: Presence | None, load: int) -> bool:
    """Whether a bot can take one more match; one that is away takes one at a time."""
    capacity = presence.capacity if presence is not None else 0
    return load < max(1, capacity)
