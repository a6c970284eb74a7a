"""Who may call what: keys, one table of rights, and the author behind the call."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import IntEnum

from arena.service.authors import authenticate
from arena.service.bots import admit_session
from arena.service.errors import NotAllowed, Unauthenticated
from arena.service.hosted import TOKEN_PREFIX, authenticate_hosting
from arena.service.naming import secret_hash
from arena.service.ports import Now, OpenUnit
from arena.service.records import Author, Role


class Right(IntEnum):
    """Who may make a call; each may make the calls of those before it."""

    ANYBODY = 0
    AUTHOR = 1
    OPERATOR = 2


RIGHTS: Mapping[str, Right] = {
    "/botarena.v1.AuthorService/CreateAuthor": Right.OPERATOR,
    "/botarena.v1.AuthorService/GetSelf": Right.AUTHOR,
    "/botarena.v1.AuthorService/CreateKey": Right.AUTHOR,
    "/botarena.v1.AuthorService/ListKeys": Right.AUTHOR,
    "/botarena.v1.AuthorService/RevokeKey": Right.AUTHOR,
    "/botarena.v1.BotService/CreateBot": Right.AUTHOR,
    "/botarena.v1.BotService/GetBot": Right.ANYBODY,
    "/botarena.v1.BotService/ListBots": Right.ANYBODY,
    "/botarena.v1.ComparisonService/StartComparison": Right.AUTHOR,
    "/botarena.v1.ComparisonService/GetComparison": Right.ANYBODY,
    "/botarena.v1.ComparisonService/WatchComparison": Right.ANYBODY,
    "/botarena.v1.ComparisonService/StopComparison": Right.AUTHOR,
    "/botarena.v1.GameService/ListGames": Right.ANYBODY,
    "/botarena.v1.LadderService/CreateLadder": Right.OPERATOR,
    "/botarena.v1.LadderService/GetLadder": Right.ANYBODY,
    "/botarena.v1.LadderService/ListLadders": Right.ANYBODY,
    "/botarena.v1.LadderService/PauseLadder": Right.OPERATOR,
    "/botarena.v1.LadderService/JoinLadder": Right.AUTHOR,
    "/botarena.v1.LadderService/LeaveLadder": Right.AUTHOR,
    "/botarena.v1.LadderService/SetAnchor": Right.OPERATOR,
    "/botarena.v1.LadderService/Quarantine": Right.OPERATOR,
    "/botarena.v1.LadderService/LiftQuarantine": Right.OPERATOR,
    "/botarena.v1.LadderService/GetSchedule": Right.ANYBODY,
    "/botarena.v1.LadderService/ListStandings": Right.ANYBODY,
    "/botarena.v1.LadderService/ListRatingChanges": Right.ANYBODY,
    "/botarena.v1.LadderService/ExplainSchedule": Right.ANYBODY,
    "/botarena.v1.MatchService/CreateMatch": Right.AUTHOR,
    "/botarena.v1.MatchService/GetMatch": Right.ANYBODY,
    "/botarena.v1.MatchService/ListMatches": Right.ANYBODY,
    "/botarena.v1.MatchService/WatchMatch": Right.ANYBODY,
    "/botarena.v1.MatchService/DownloadReplay": Right.ANYBODY,
    "/botarena.v1.PlayService/Play": Right.AUTHOR,
    "/botarena.v1.SubmissionService/CreateSubmission": Right.AUTHOR,
    "/botarena.v1.SubmissionService/DownloadBotLog": Right.AUTHOR,
    "/botarena.v1.SubmissionService/DownloadArchive": Right.AUTHOR,
    "/botarena.v1.SubmissionService/GetSubmission": Right.ANYBODY,
    "/botarena.v1.SubmissionService/ListSubmissions": Right.ANYBODY,
    "/botarena.v1.SubmissionService/RetireSubmission": Right.AUTHOR,
    "/botarena.v1.SubmissionService/UploadSubmission": Right.AUTHOR,
    "/botarena.v1.TournamentService/CreateTournament": Right.OPERATOR,
    "/botarena.v1.TournamentService/GetTournament": Right.ANYBODY,
    "/botarena.v1.TournamentService/ListTournaments": Right.ANYBODY,
    "/botarena.v1.TournamentService/EnterTournament": Right.AUTHOR,
    "/botarena.v1.TournamentService/WithdrawEntry": Right.AUTHOR,
    "/botarena.v1.TournamentService/StartTournament": Right.OPERATOR,
    "/botarena.v1.TournamentService/PauseTournament": Right.OPERATOR,
    "/botarena.v1.TournamentService/CancelTournament": Right.OPERATOR,
    "/botarena.v1.TournamentService/PlayVoidAgain": Right.OPERATOR,
    "/botarena.v1.TournamentService/ListEntries": Right.ANYBODY,
    "/botarena.v1.TournamentService/ListRounds": Right.ANYBODY,
    "/botarena.v1.TournamentService/ListPlacings": Right.ANYBODY,
}
"""Every call of ours by its full name. What is missing here is refused to everybody."""

KNOWN_S = 1.0
"""How long a key is taken for good without asking again: a revocation works this late at most."""
_KNOWN_KEYS = 1024

_PLAY = "/botarena.v1.PlayService/Play"

_caller: ContextVar[Author] = ContextVar("caller")
_hosted: ContextVar[str] = ContextVar("hosted", default="")
"""For which submission a worker's token speaks; empty for the keys of authors."""


def caller() -> Author:
    """Returns the author whose key the running call carries, if the call asks for one."""
    return _caller.get()


def caller_if_known() -> Author | None:
    """Returns the same, or `None` where the running call is open to anybody."""
    return _caller.get(None)


def is_ours() -> bool:
    """Returns whether the running call is of a bot that the arena itself runs."""
    return bool(_hosted.get())


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Doorkeeper:
    """Lets through who may make a call, by the key in the call's metadata."""

    def __init__(
        self,
        *,
        open_unit: OpenUnit,
        rights: Mapping[str, Right] = RIGHTS,
        clock_s: Callable[[], float] = time.monotonic,
        now: Now = _utc_now,
    ) -> None:
        self._open_unit = open_unit
        self._rights = rights
        self._clock_s = clock_s
        self._now = now
        self._known: dict[str, tuple[Author, float]] = {}

    async def admit(self, method: str, metadata: Iterable[tuple[str, str | bytes]]) -> None:
        """Makes `caller` answer for the running call.

        Raises `Unauthenticated` or `NotAllowed`. Calls that are open to anybody are let through
        whatever key they carry.
        """
        right = self._rights.get(method)
        if right is None:
            raise NotAllowed(f"nobody may call {method}")
        if right is Right.ANYBODY:
            return
        secret = _secret(metadata)
        if method == _PLAY and secret.startswith(TOKEN_PREFIX):
            author, submission_id = await asyncio.to_thread(
                authenticate_hosting, secret, open_unit=self._open_unit, now=self._now
            )
            _hosted.set(submission_id)
            _caller.set(author)
            return
        author = await self._author(secret)
        if right is Right.OPERATOR and author.role is not Role.OPERATOR:
            raise NotAllowed(f"{method.rpartition('/')[2]} is for operators")
        _caller.set(author)

    async def _author(self, secret: str) -> Author:
        digest, now_s = secret_hash(secret), self._clock_s()
        author, until_s = self._known.get(digest, (None, 0.0))
        if author is not None and now_s < until_s:
            return author
        author = await asyncio.to_thread(authenticate, secret, open_unit=self._open_unit)
        self._remember(digest, author, now_s)
        return author

    async def admit_session(self, context: object, submission_id: str) -> None:
        """Raises, as an `ArenaError`, unless the caller may play for the submission now."""
        if _hosted.get() not in ("", submission_id):
            raise NotAllowed("this token is for another submission")
        await asyncio.to_thread(
            admit_session,
            caller(),
            submission_id,
            run_by_us=bool(_hosted.get()),
            open_unit=self._open_unit,
        )

    def _remember(self, digest: str, author: Author, asked_s: float) -> None:
        """Counts from when it was asked for: a key may have been revoked since."""
        if len(self._known) >= _KNOWN_KEYS:
            self._known = {d: (a, s) for d, (a, s) in self._known.items() if asked_s < s}
        if len(self._known) < _KNOWN_KEYS:
            self._known[digest] = (author, asked_s + KNOWN_S)


def _secret(metadata: Iterable[tuple[str, str | bytes]]) -> str:
    """Returns the key of a call, empty if it carries none."""
    values = [str(value) for key, value in metadata if key == "authorization"]
    if not values:
        return ""
    scheme, _, secret = values[0].partition(" ")
    if len(values) > 1 or scheme.lower() != "bearer":
        raise Unauthenticated("send one key in metadata, as `authorization: Bearer KEY`")
    return secret.strip()
