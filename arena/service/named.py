"""Finds authors and submissions by what people call them."""

import re

from arena.service.errors import NotFound
from arena.service.ports import OpenUnit, UnitOfWork
from arena.service.records import Author, Page, Submission

_NAMED = re.compile(r"(.+?)(?:(?: v|@)([0-9]+)|@newest)?")


def submission_named(text: str, unit: UnitOfWork) -> Submission:
    """Returns a submission by id or by name, as `Ada@2` or `Ada v2`.

    The newest of a bot is `Ada@newest`, or `Ada`.
    """
    try:
        return unit.submissions.get(text)
    except NotFound:
        named = _NAMED.fullmatch(text)
        name, number = (named[1], named[2] or "") if named else (text, "")
        try:
            bot = unit.bots.get(name)
        except NotFound:
            raise NotFound("submission", text) from None
    token = ""
    while True:
        page = unit.submissions.page(500, token, bot_id=bot.bot_id)
        for submission in page.items:
            if number in ("", str(submission.number)):
                return submission
        if not (token := page.next_token):
            raise NotFound("submission", text)


def submission_id_of(text: str, *, open_unit: OpenUnit) -> str:
    """Returns the id of a submission that is given in any of these ways."""
    with open_unit() as unit:
        return submission_named(text, unit).submission_id


def author_named(text: str, *, open_unit: OpenUnit) -> Author:
    """Returns an author by id or name."""
    with open_unit() as unit:
        return unit.authors.find(text)


def list_authors(size: int, token: str, *, open_unit: OpenUnit) -> Page[Author]:
    """Returns a page of authors, by name."""
    with open_unit() as unit:
        return unit.authors.page(size, token)
