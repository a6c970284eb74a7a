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
from arena.service.records import Author, Bot, Submission, SubmissionKind

REDISPATCH = timedelta(seconds=5)
"""What no worker took so long after it was queued is queued again."""
TOKEN_PREFIX = "hosted_"
"""Tells the tokens that a worker makes for its bots from the keys of authors."""

ReadUpload: TypeAlias = Callable[[bytes, str], Manifest]
"""Checks an archive and its SHA-256, and returns its manifest; raises `InvalidArgument`."""


def uploaded_before(
    author: Author, sha256: str, request_id: str, *, open_unit: OpenUnit
) -> Submission | None:
    """Returns what this very upload made when it came first."""
    request_id = checked_request_id(request_id)
    if not request_id:
        return None
    with open_unit() as unit:
        submission_id = unit.hosted.uploaded(sha256.lower(), request_id)
        if not submission_id:
            return None
        submission = unit.submissions.get(submission_id)
        require_owner(author, unit.bots.get(submission.bot_id))
        return submission


def upload_submission(
    author: Author,
    archive: bytes,
    sha256: str,
    request_id: str,
    *,
    read: ReadUpload,
    open_unit: OpenUnit,
    now: Now,
) -> Submission:
    """Returns a new hosted submission of the bot that the archive's manifest names."""
    request_id = checked_request_id(request_id)
    manifest = read(archive, sha256)
    with open_unit() as unit:
        bot = _bot(author, manifest, unit, now())
        fresh = Submission(new_id("sub"), bot.bot_id, 0, SubmissionKind.HOSTED, now())
        kept = unit.submissions.add(fresh, request_id=request_id)
        if kept.submission_id == fresh.submission_id:
            state, digest = HostedState.CHECKING, sha256.lower()
            unit.hosted.add(
                Hosted(kept.submission_id, state, manifest.seats, manifest.memory_mb, digest),
                archive,
            )
        return kept


def _bot(author: Author, manifest: Manifest, unit: UnitOfWork, now: datetime) -> Bot:
    """Returns the author's bot of this name, a new one if there is none."""
    try:
        bot = unit.bots.get(manifest.name)
    except NotFound:
        bot = Bot(new_id("bot"), manifest.name, manifest.game, author.author_id, now)
        unit.bots.add(bot)
    require_owner(author, bot)
    if bot.game != manifest.game:
        why = f"bot {bot.name!r} plays {bot.game}; give one for {manifest.game} another name"
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
    """Forgets logs that are older; returns how many."""
    with open_unit() as unit:
        return unit.hosted.forget_logs(now() - timedelta(days=days))


def dispatch_hosting(*, open_unit: OpenUnit, queue: Queue, now: Now) -> None:
    """Queues the hosted submissions that are to run and that nobody runs."""
    with open_unit() as unit:
        chosen = [h.submission_id for h in unit.hosted.wanted() if _waits(h, now())]
        unit.hosted.dispatch(chosen, now())
    for submission_id in chosen:
        queue.host(submission_id)


def _waits(hosted: Hosted, now: datetime) -> bool:
    held = hosted.lease_until is not None and hosted.lease_until >= now
    queued = hosted.dispatched is not None and hosted.dispatched > now - REDISPATCH
    return not held and not queued


def authenticate_hosting(token: str, *, open_unit: OpenUnit, now: Now) -> tuple[Author, str]:
    """Returns for whose submission, and for which one, a worker's token speaks."""
    with open_unit() as unit:
        try:
            hosted = unit.hosted.of_token(secret_hash(token), now())
        except NotFound:
            raise Unauthenticated("this token is unknown, or its lease is over") from None
        bot = unit.bots.get(unit.submissions.get(hosted.submission_id).bot_id)
        return unit.authors.get(bot.author_id), hosted.submission_id
