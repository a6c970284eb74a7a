"""Starts comparisons: who may compare whom, at which table."""

import secrets
from collections.abc import Sequence
from hashlib import sha256

from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.service.bots import require_owner
from arena.service.comparing import check_test
from arena.service.comparison_storage import Comparison
from arena.service.errors import AlreadyExists, InvalidArgument, NotFound, WrongState
from arena.service.formats import MOST_ROUNDS
from arena.service.hosted import require_playing
from arena.service.house import house_submissions, is_house
from arena.service.named import submission_named
from arena.service.naming import checked_request_id, new_id
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.records import Author, Options, Role, Submission
from arena.service.rounds import advance
from arena.service.terms import DEFAULT_CLOCK, checked_number, checked_terms
from arena.service.tournament_records import Entry, FormatName, Tournament, TournamentState

MOST_BLOCKS = 500
MOST_RUNNING = 3
"""How many comparisons of one author run at a time; operators start as many as they like."""


def start_comparison(
    author: Author,
    new: str,
    old: str,
    others: Sequence[str] = (),
    *,
    seats: int = 0,
    options: Options | None = None,
    clock: Clock = DEFAULT_CLOCK,
    elo0: float = 0.0,
    elo1: float = 20.0,
    most_blocks: int = MOST_BLOCKS,
    fixed: bool = False,
    request_id: str = "",
    hosting: bool,
    open_unit: OpenUnit,
    games: Registry,
    now: Now,
) -> Comparison:
    """Returns a comparison that is being played. House bots fill the table up to `seats`.

    `hosting` tells whether somebody runs those. Submissions are given by id or by name, as `Ada@2`
    or `Ada v2`; the newest is `Ada@newest`, or `Ada`. The same request id of the same author
    returns the first one's comparison.
    """
    check_test(elo0, elo1)
    blocks = int(checked_number("most_block_count", most_blocks, 1, MOST_ROUNDS))
    name = _name(author, checked_request_id(request_id))
    with open_unit() as unit:
        if request_id and (first := _started(name, unit)):
            return first
        lineup = [submission_named(text, unit) for text in (new, old, *others)]
        game = unit.bots.get(lineup[0].bot_id).game
        _check(author, game, lineup, max(seats, len(lineup)), unit)
    seated = tuple(submission.submission_id for submission in lineup)
    terms = checked_terms(game, options or {}, max(seats, len(seated)), clock, games=games)
    missing = terms.seats - len(seated)
    if missing:
        if not hosting:
            why = "this arena runs no house bots: hosting is off"
            raise InvalidArgument("seat_count", why)
        # So many more as there are house bots in the lineup, for those may be the first ones.
        count = missing + sum(map(is_house, seated))
        house = house_submissions(game, count, open_unit=open_unit, now=now)
        seated += tuple(s for s in house if s not in seated)[:missing]
    instant = now()
    tournament = Tournament(
        new_id("tournament"),
        name,
        terms,
        FormatName.GAUNTLET,
        rounds=blocks,
        advancing=0,
        same_author_allowed=True,
        seed=secrets.token_bytes(32),
        created=instant,
        state=TournamentState.RUNNING,
        started=instant,
    )
    comparison = Comparison(
        tournament.tournament_id,
        author.author_id,
        seated[0],
        seated[1],
        elo0,
        elo1,
        blocks,
        fixed,
        counts=(0,) * (2 * len(seated) + 1),
    )
    try:
        with open_unit() as unit:
            unit.tournaments.add(tournament)
            _check_running(author, unit)  # not before `add`, where a repeated request ends
            for number, submission_id in enumerate(seated, 1):
                entry = Entry(tournament.tournament_id, submission_id, number, instant)
                unit.tournaments.enter(entry)
            unit.comparisons.add(comparison)
            advance(tournament, unit, instant)
    except AlreadyExists:
        with open_unit() as unit:
            return unit.comparisons.get(unit.tournaments.get(name).tournament_id)
    return comparison


def _name(author: Author, request_id: str) -> str:
    """Returns the name of the gauntlet, the same for the same request."""
    asked = f"{author.author_id}/{request_id}" if request_id else secrets.token_hex(16)
    return f"compare {sha256(asked.encode()).hexdigest()[:16]}"


def _started(name: str, unit: UnitOfWork) -> Comparison | None:
    """Returns the comparison whose gauntlet has this name, if there is one."""
    try:
        return unit.comparisons.get(unit.tournaments.get(name).tournament_id)
    except NotFound:
        return None


def _check(
    author: Author, game: str, lineup: Sequence[Submission], seats: int, unit: UnitOfWork
) -> None:
    """Two submissions of the author, or of anybody for operators; and house bots beside them."""
    for place, submission in enumerate(lineup):
        if submission in lineup[:place]:
            why = f"{submission.submission_id} has a seat already"
            raise InvalidArgument("submission_ids", why)
        bot = unit.bots.get(submission.bot_id)
        if not is_house(submission.submission_id):
            require_owner(author, bot)
        if bot.game != game:
            raise InvalidArgument("submission_ids", f"{bot.name} plays {bot.game}, not {game}")
        if submission.retired:
            raise WrongState(f"submission {submission.submission_id} is retired")
        require_playing(submission, seats, unit)


def _check_running(author: Author, unit: UnitOfWork) -> None:
    """Refuses one more than an author may have, however many he starts at once."""
    if author.role is Role.OPERATOR:
        return
    unit.authors.lock(author.author_id)
    if len(unit.comparisons.running(author.author_id)) >= MOST_RUNNING:
        raise WrongState(f"{MOST_RUNNING} comparisons of yours are running; stop one first")
