"""Hosted submissions: uploading them, seeing to it that they run, reading what they printed."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

from arena.service.bots import require_owner
from arena.service.errors import InvalidArgument, NotFound, Unauthenticated, WrongState
from arena.service.hosting_ports import Manifest
from arena.service.hosting_records import Hosted, HostedState
from arena.service.naming import checked_request_id, new_id, secret_hash
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.queueing import Queue
from arena.service.quotas import UNLIMITED, Quota
from arena.service.records import Author, Bot, Submission, SubmissionKind
from arena.service.turns import in_turn

REDISPATCH = timedelta(seconds=5)
"""What no worker took so long after it was queued is queued again."""
TOKEN_PREFIX = "hosted_"
"""Tells the tokens that a worker makes for its bots from the keys of authors."""

ReadUpload: TypeAlias = Callable[[bytes, str], Manifest]
"""Checks an archive and its SHA-256, and returns its manifest; raises `InvalidArgument`."""


def uploaded_before(
    author: Author, sha256: str, request_id: str, *, open_unit: OpenUnit
) -> tuple[Submission, ...]:
    """Returns what this very upload made when it came first; nothing if it never came."""
    request_id = checked_request_id(request_id)
    if not request_id:
        return ()
    with open_unit() as unit:
        made = tuple(map(unit.submissions.get, unit.hosted.uploaded(sha256.lower(), request_id)))
        for submission in made:
            require_owner(author, unit.bots.get(submission.bot_id))
        return made


def upload_submission(
    author: Author,
    archive: bytes,
    sha256: str,
    request_id: str,
    *,
    read: ReadUpload,
    open_unit: OpenUnit,
    now: Now,
    quota: Quota = UNLIMITED,
) -> tuple[Submission, ...]:
    """Returns new hosted submissions, one for each game that the archive's manifest names."""
    request_id = checked_request_id(request_id)
    manifest = read(archive, sha256)
    with open_unit() as unit:
        unit.authors.lock(author.author_id)  # two at once would both be the last that fits
        made = []
        for plays in manifest.games:
            bot = _bot(author, manifest.bot_name(plays.game), plays.game, unit, now())
            fresh = Submission(new_id("sub"), bot.bot_id, 0, SubmissionKind.HOSTED, now())
            kept = unit.submissions.add(fresh, request_id=request_id)
            if kept.submission_id == fresh.submission_id:
                state, memory_mb = HostedState.CHECKING, manifest.memory_mb
                quota.check(unit.hosted.holdings(author.author_id), len(archive))
                hosted = Hosted(kept.submission_id, state, plays.seats, memory_mb, sha256.lower())
                unit.hosted.add(hosted, archive)
            made.append(kept)
        return tuple(made)


def _bot(author: Author, name: str, game: str, unit: UnitOfWork, now: datetime) -> Bot:
    """Returns the author's bot of this name, a new one if there is none."""
    try:
        bot = unit.bots.get(name)
    except NotFound:
        bot = Bot(new_id("bot"), name, game, author.author_id, now)
        unit.bots.add(bot)
    require_owner(author, bot)
    if bot.game != game:
        why = f"bot {bot.name!r} plays {bot.game}; give one for {game} another name"
        raise InvalidArgument("bot.toml game", why)
    return bot


def hosted_among(submission_ids: Collection[str], *, open_unit: OpenUnit) -> Mapping[str, Hosted]:
    """Returns those of the submissions that are hosted."""
    with open_unit() as unit:
        return unit.hosted.among(submission_ids)


def require_playing(submission: Submission, seats: int, unit: UnitOfWork) -> None:
    """Raises `WrongState` or `InvalidArgument` if it is hosted and cannot play at such a table."""
    if submission.kind is not SubmissionKind.HOSTED:
        return
    hosted = unit.hosted.get(submission.submission_id)
    if hosted.state is not HostedState.ACTIVE:
        why = f" ({hosted.reason})" if hosted.reason else ""
        raise WrongState(f"submission {submission.submission_id} is {hosted.state.value}{why}")
    if hosted.seats and seats not in hosted.seats:
        possible = ", ".join(map(str, hosted.seats))
        raise InvalidArgument("submission_id", f"plays with {possible} seats, not {seats}")


def bot_log(
    author: Author, submission_id: str, match_id: str, seat: int, *, open_unit: OpenUnit
) -> bytes:
    """Returns what a submission of the author printed in a match, or in none."""
    with open_unit() as unit:
        require_owner(author, unit.bots.get(unit.submissions.get(submission_id).bot_id))
        return unit.hosted.log(submission_id, match_id, seat)


def archive_of(author: Author, submission_id: str, *, open_unit: OpenUnit) -> bytes:
    """Returns what the arena runs for a hosted submission of the author."""
    with open_unit() as unit:
        submission = unit.submissions.get(submission_id)
        require_owner(author, unit.bots.get(submission.bot_id))
        if submission.kind is not SubmissionKind.HOSTED:
            raise WrongState(f"submission {submission_id} is remote: its program is not here")
        return unit.hosted.archive(submission_id)


def forget_bot_logs(days: float, *, open_unit: OpenUnit, now: Now) -> int:
    """Forgets logs that are older, and archives that nobody will run; returns how many logs."""
    before = now() - timedelta(days=days)
    with open_unit() as unit:
        unit.hosted.forget_archives(before)
        return unit.hosted.forget_logs(before)


def dispatch_hosting(*, open_unit: OpenUnit, queue: Queue, now: Now) -> None:
    """Queues the hosted submissions that are to run and that nobody runs, in their turns.

    Not while some are in the queue: where nobody takes them, more of the same are of no use.
    """
    with open_unit() as unit:
        instant = now()
        waiting = [hosted for hosted in unit.hosted.wanted() if not _is_run(hosted, instant)]
    if not any(_is_due(hosted, instant) for hosted in waiting) or queue.hosting_waits():
        return
    # All anew, since the queue is first come, first served.
    chosen = [hosted.submission_id for hosted in in_turn(waiting)]
    with open_unit() as unit:
        unit.hosted.dispatch(chosen, instant)
    for submission_id in chosen:
        queue.host(submission_id)


def _is_run(hosted: Hosted, now: datetime) -> bool:
    return hosted.lease_until is not None and hosted.lease_until >= now


def _is_due(hosted: Hosted, now: datetime) -> bool:
    return hosted.dispatched is None or hosted.dispatched <= now - REDISPATCH


def unhosted(
    submission_ids: Collection[str], instant: datetime, unit: UnitOfWork
) -> frozenset[str]:
    """Returns those of the submissions that the arena is to run, and does not yet."""
    wanted = (h for h in unit.hosted.wanted() if h.submission_id in submission_ids)
    return frozenset(h.submission_id for h in wanted if not _is_run(h, instant))


def authenticate_hosting(token: str, *, open_unit: OpenUnit, now: Now) -> tuple[Author, str]:
    """Returns for whose submission, and for which one, a worker's token speaks."""
    with open_unit() as unit:
        try:
            hosted = unit.hosted.of_token(secret_hash(token), now())
        except NotFound:
            raise Unauthenticated("this token is unknown, or its lease is over") from None
        bot = unit.bots.get(unit.submissions.get(hosted.submission_id).bot_id)
        return unit.authors.get(bot.author_id), hosted.submission_id
