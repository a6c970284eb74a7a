"""House bots: what the arena brings itself to fill a table."""

import io
import secrets
import tarfile
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256

from arena.contest.scored_block import ScoredBlock
from arena.service.errors import AlreadyExists, NotFound
from arena.service.hosting_records import Hosted, HostedState
from arena.service.ports import Now, OpenUnit
from arena.service.records import Author, Bot, Ladder, Role, Submission, SubmissionKind

MEMORY_MB = 128
HOUSE = "house"
"""The name of the author of house bots, which nobody else may take."""
_AUTHOR_ID = "author-house"
_SUBMISSION_ID = "sub-house-"
_MANIFEST = 'name = "{name}"\ngame = "{game}"\ncommand = ["python", "bot.py"]\n'
_PROGRAM = '''\
"""A house bot: any legal action, as chance will have it."""

import random

from arena_sdk import Bot, run


class House(Bot):
    def choose(self, prompt):
        return random.choice(prompt.legal_actions)


run(House)
'''


def house_submissions(game: str, count: int, *, open_unit: OpenUnit, now: Now) -> tuple[str, ...]:
    """Returns so many submissions of house bots for a game; what is missing is made.

    Their ids are known beforehand, so that making them twice makes them once.
    """
    submission_ids = house_ids(game, count)
    _under_a_name(HOUSE, partial(_make_author, open_unit, now))
    for number, submission_id in enumerate(submission_ids, 1):
        name = f"House {game} {number}"
        _under_a_name(name, partial(_make, open_unit, now, submission_id, game))
    return submission_ids


def bring_house(ladder: Ladder, elsewhere: OpenUnit, *, open_unit: OpenUnit, now: Now) -> None:
    """Makes the house bots that a ladder of another arena may seat, if they are there.

    They are the same everywhere by their ids, and each arena runs its own.
    """
    game, count = ladder.terms.game, max(ladder.sizes) - 1
    with elsewhere() as unit:
        there = unit.submissions.names(house_ids(game, count))
    if there:
        house_submissions(game, count, open_unit=open_unit, now=now)


def is_reserved(record_id: str) -> bool:
    """Whether no author, bot or submission but one of the house may have this id."""
    return record_id.split("-")[1:2] == ["house"]


def is_house(submission_id: str) -> bool:
    """Whether it is the submission of a house bot."""
    return submission_id.startswith(_SUBMISSION_ID)


def house_ids(game: str, count: int) -> tuple[str, ...]:
    """Returns the ids of so many submissions of house bots, made or not."""
    return tuple(f"{_SUBMISSION_ID}{game}-{number}" for number in range(1, count + 1))


def rated_lineup(lineup: Sequence[str]) -> tuple[str, ...]:
    """Returns those of a lineup whose ratings a block may move: house bots have none."""
    return tuple(submission for submission in lineup if not is_house(submission))


def without_house(block: ScoredBlock) -> ScoredBlock:
    """Returns what those at a table who are no house bots scored against each other."""
    places = [place for place, s in enumerate(block.lineup) if not is_house(s)]
    return ScoredBlock(
        tuple(block.lineup[i] for i in places),
        tuple(tuple(block.duel_scores[i][j] for j in places) for i in places),
    )


def _under_a_name(name: str, make: Callable[[str], None]) -> None:
    """Makes what is not there, under a longer name if somebody took this one.

    If somebody made it meanwhile, it is there the second time.
    """
    try:
        make(name)
    except AlreadyExists:
        make(f"{name} {secrets.token_hex(2)}")


def _make_author(open_unit: OpenUnit, now: Now, name: str) -> None:
    with open_unit() as unit:
        try:
            unit.authors.get(_AUTHOR_ID)
        except NotFound:
            unit.authors.add(Author(_AUTHOR_ID, name, Role.OPERATOR, now()))


def _make(open_unit: OpenUnit, now: Now, submission_id: str, game: str, name: str) -> None:
    with open_unit() as unit:
        try:
            unit.submissions.get(submission_id)
        except NotFound:
            bot_id = submission_id.replace("sub", "bot", 1)
            unit.bots.add(Bot(bot_id, name, game, _AUTHOR_ID, now()))
            made = Submission(submission_id, bot_id, 0, SubmissionKind.HOSTED, now())
            unit.submissions.add(made)
        try:
            unit.hosted.get(submission_id)
        except NotFound:  # A ladder's file once brought it along without its archive.
            archive = _archive(name, game)
            digest = sha256(archive).hexdigest()
            hosted = Hosted(submission_id, HostedState.ACTIVE, (), MEMORY_MB, digest)
            unit.hosted.add(hosted, archive)


def _archive(name: str, game: str) -> bytes:
    packed = io.BytesIO()
    files = {"bot.toml": _MANIFEST.format(name=name, game=game), "bot.py": _PROGRAM}
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for path, text in files.items():
            info = tarfile.TarInfo(path)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    return packed.getvalue()
