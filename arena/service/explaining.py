"""Why a submission is not playing: every cause by name, and what helps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from arena.contest.conduct import Conduct
from arena.contest.lineups import Candidate
from arena.service.candidates import (
    Online,
    blocks_at_once,
    is_fresh,
    ladder_candidates,
    most_open,
)
from arena.service.filling import Unfilled
from arena.service.ports import Now, OpenUnit
from arena.service.records import Ladder, Standing
from arena.service.relay_ports import Presence

TICK_OVERDUE = timedelta(seconds=15)
"""A scheduler that did not look for so long is not running."""


class Cause(Enum):
    """What keeps a submission from its next block."""

    RETIRED = "retired"
    NOT_ON_LADDER = "not_on_ladder"
    LADDER_PAUSED = "ladder_paused"
    QUARANTINED = "quarantined"
    OFFLINE = "offline"
    LEAVING = "leaving"
    NO_ROOM = "no_room"
    TOO_FEW_OPPONENTS = "too_few_opponents"
    AUTHOR_SEATED = "author_seated"
    TABLE_REFUSED = "table_refused"
    BACKLOG_FULL = "backlog_full"
    NO_TICK = "no_tick"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One cause, as it is now, and what to do about it."""

    cause: Cause
    detail: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a submission stands with the scheduler of one ladder."""

    obstacles: tuple[Obstacle, ...]
    """Empty: nothing keeps it from its next block."""
    open_blocks: int
    """Blocks of the submission that are queued or being played."""
    ladder_blocks: int
    """Blocks of the whole ladder that are queued or being played."""
    backlog: int
    """How many of those the scheduler keeps open."""
    ticked: datetime | None
    """When the scheduler last looked at the ladder."""


def explain_schedule(
    ladder_id: str, submission_id: str, *, open_unit: OpenUnit, online: Online, now: Now
) -> Explanation:
    """Returns what keeps a submission from its next block on a ladder."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        submission = unit.submissions.get(submission_id)
        standing = unit.ladders.standings(ladder.ladder_id, [submission_id]).get(submission_id)
        conduct = unit.conducts.among(ladder.ladder_id, [submission_id]).get(submission_id)
        contenders = unit.ladders.contenders(ladder.ladder_id)
    presences = online({submission_id, *contenders})
    with open_unit() as unit:
        lineups = unit.blocks.open_lineups(ladder.ladder_id)
        able = ladder_candidates(ladder, contenders, lineups, presences, now(), unit)
        author = unit.submissions.names([submission_id])[submission_id].author_id
    mine = sum(submission_id in lineup for lineup in lineups)
    opponents = [c for c in able if c.submission_id != submission_id]

    def obstacles() -> Iterator[Obstacle]:
        if submission.retired:
            yield Obstacle(Cause.RETIRED, "it is retired, for ever", "add a new submission")
        yield from _of_ladder(ladder, standing, now())
        if conduct is not None:
            yield from of_quarantine(conduct, now())
        yield from _of_presence(ladder, presences.get(submission_id), mine)
        yield from _of_table(ladder, opponents, author)
        fresh = standing is not None and is_fresh(standing.blocks, mine)
        if not mine and len(lineups) >= most_open(ladder, fresh=fresh):
            yield Obstacle(
                Cause.BACKLOG_FULL,
                f"{len(lineups)} blocks are open, the ladder keeps {ladder.backlog}",
                "wait: whoever has played least comes next",
            )

    return Explanation(tuple(obstacles()), mine, len(lineups), ladder.backlog, ladder.ticked)


def _of_ladder(ladder: Ladder, standing: Standing | None, instant: datetime) -> Iterator[Obstacle]:
    if standing is None or not standing.active:
        yield Obstacle(
            Cause.NOT_ON_LADDER, f"it is not on ladder {ladder.name!r}", "let it join the ladder"
        )
    if ladder.paused:
        yield Obstacle(
            Cause.LADDER_PAUSED, f"ladder {ladder.name!r} is paused", "wait for an operator"
        )
    elif ladder.ticked is None or instant - ladder.ticked > TICK_OVERDUE:
        since = "ever" if ladder.ticked is None else f"since {_shown(ladder.ticked)}"
        yield Obstacle(
            Cause.NO_TICK,
            f"the scheduler did not look at the ladder {since}",
            "tell an operator: beat or the ledger worker is not running",
        )


def of_quarantine(conduct: Conduct, instant: datetime) -> Iterator[Obstacle]:
    """Yields what keeps a submission from a ladder by its own doing, or an operator's."""
    if conduct.quarantined is None:
        return
    detail = f"it is quarantined since {_shown(conduct.quarantined)}: {conduct.reason}"
    if conduct.probe_due is None:
        yield Obstacle(Cause.QUARANTINED, detail, "ask an operator, who alone can lift that")
        return
    when = "now" if conduct.probe_due <= instant else f"at {_shown(conduct.probe_due)}"
    yield Obstacle(
        Cause.QUARANTINED,
        f"{detail}; the next probe is due {when}",
        "mend it, and be online then: one block without a failure ends the quarantine",
    )


def _of_presence(ladder: Ladder, presence: Presence | None, mine: int) -> Iterator[Obstacle]:
    if presence is None:
        yield Obstacle(
            Cause.OFFLINE, "it has no session", "start the bot and look at what it prints"
        )
    elif presence.capacity == 0:
        yield Obstacle(Cause.LEAVING, "it said goodbye", "start the bot again")
    elif mine >= blocks_at_once(presence.capacity, max(ladder.sizes)):
        yield Obstacle(
            Cause.NO_ROOM,
            f"it is in {mine} blocks, and plays {presence.capacity} matches at once",
            "wait, or let it play more matches at once",
        )


def _of_table(ladder: Ladder, opponents: Sequence[Candidate], author: str) -> Iterator[Obstacle]:
    """Yields why no table can be filled, unless house bots fill every table of this ladder."""
    if ladder.unfilled is Unfilled.HOUSE:
        return
    needed = min(ladder.sizes) - 1
    if ladder.same_author_allowed:
        parties = {c.submission_id for c in opponents}
    else:
        parties = {c.author_id for c in opponents} - {author}
    if len(parties) >= needed:
        return
    if needed <= len(opponents):
        yield Obstacle(
            Cause.AUTHOR_SEATED,
            f"of {len(opponents)} opponents with room too many share an author",
            "one author sits once at a table: wait for other authors",
        )
    else:
        yield Obstacle(
            Cause.TOO_FEW_OPPONENTS,
            f"{len(parties)} opponents are online with room, a table needs {needed}",
            "wait for other bots, or invite some",
        )
    if ladder.refused is not None:
        yield Obstacle(
            Cause.TABLE_REFUSED,
            f"the ladder refuses tables that it cannot fill, since {_shown(ladder.refused)}",
            "ask an operator for a ladder that house bots fill, or come back when others are there",
        )


def _shown(instant: datetime) -> str:
    return f"{instant:%Y-%m-%d %H:%M:%S} UTC"
