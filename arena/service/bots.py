"""Bots and their submissions."""

from collections.abc import Collection, Mapping

from arena.games.registry import Registry, UnknownGame
from arena.service.errors import InvalidArgument, NotAllowed, WrongState
from arena.service.naming import checked_name, checked_request_id, new_id
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.records import (
    Author,
    Bot,
    MatchFilter,
    MatchState,
    Name,
    Page,
    Role,
    Submission,
    SubmissionKind,
)


def create_bot(
    author: Author, name: str, game: str, *, open_unit: OpenUnit, games: Registry, now: Now
) -> Bot:
    """Returns a new bot of the author."""
    try:
        games.find(game)
    except UnknownGame as error:
        raise InvalidArgument("game_name", str(error)) from None
    bot = Bot(new_id("bot"), checked_name("name", name), game, author.author_id, now())
    with open_unit() as unit:
        unit.bots.add(bot)
    return bot


def bot_of(bot_id: str, *, open_unit: OpenUnit) -> Bot:
    """Returns a bot by id or name."""
    with open_unit() as unit:
        return unit.bots.get(bot_id)


def list_bots(
    size: int, token: str, *, author_id: str = "", game: str = "", open_unit: OpenUnit
) -> Page[Bot]:
    """Returns a page of bots, by name."""
    with open_unit() as unit:
        return unit.bots.page(size, token, author_id=author_id, game=game)


def create_submission(
    author: Author, bot_id: str, request_id: str = "", *, open_unit: OpenUnit, now: Now
) -> Submission:
    """Returns a new remote submission of a bot of the author."""
    request_id = checked_request_id(request_id)
    with open_unit() as unit:
        bot = unit.bots.get(bot_id)
        require_owner(author, bot)
        fresh = Submission(new_id("sub"), bot.bot_id, 0, SubmissionKind.REMOTE, now())
        return unit.submissions.add(fresh, request_id=request_id)


def submission_of(submission_id: str, *, open_unit: OpenUnit) -> Submission:
    """Returns a submission by id."""
    with open_unit() as unit:
        return unit.submissions.get(submission_id)


def list_submissions(
    bot_id: str, size: int, token: str, *, open_unit: OpenUnit
) -> Page[Submission]:
    """Returns a page of the submissions of a bot, newest first."""
    with open_unit() as unit:
        return unit.submissions.page(size, token, bot_id=unit.bots.get(bot_id).bot_id)


def submission_names(submission_ids: Collection[str], *, open_unit: OpenUnit) -> Mapping[str, Name]:
    """Returns how submissions are shown to people, by id."""
    with open_unit() as unit:
        return unit.submissions.names(submission_ids)


def retire_submission(author: Author, submission_id: str, *, open_unit: OpenUnit) -> Submission:
    """Takes a submission out of every ladder for ever; doing it twice does it once."""
    with open_unit() as unit:
        submission = unit.submissions.get(submission_id)
        require_owner(author, unit.bots.get(submission.bot_id))
        unit.submissions.retire(submission_id)
        return unit.submissions.get(submission_id)


def admit_session(
    author: Author, submission_id: str, *, run_by_us: bool = False, open_unit: OpenUnit
) -> Submission:
    """Returns the submission if the author may open a session for it now.

    A hosted one is `run_by_us`: nobody else opens a session for it. One that was retired may come
    back until the last match that it sits in has ended.
    """
    if not submission_id:
        raise InvalidArgument("hello.submission_id", "is empty")
    with open_unit() as unit:
        submission = unit.submissions.get(submission_id)
        require_owner(author, unit.bots.get(submission.bot_id))
        if submission.retired and not _sits(submission_id, unit):
            raise WrongState(f"submission {submission_id} is retired")
    if submission.kind is SubmissionKind.HOSTED and not run_by_us:
        raise NotAllowed(f"submission {submission_id} is hosted: the arena runs it")
    return submission


def _sits(submission_id: str, unit: UnitOfWork) -> bool:
    """Returns whether a submission has a seat in a match that is not over."""
    going_on = [state for state in MatchState if not state.final]
    wheres = [MatchFilter(submission_id=submission_id, state=state) for state in going_on]
    return any(unit.matches.page(1, "", where).items for where in wheres)


def require_owner(author: Author, bot: Bot) -> None:
    """Raises `NotAllowed` unless the author owns the bot or is an operator."""
    if author.role is not Role.OPERATOR and bot.author_id != author.author_id:
        raise NotAllowed(f"bot {bot.name!r} belongs to another author")
