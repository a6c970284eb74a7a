"""Ladders: opening them, joining them, looking at them."""

from collections.abc import Collection, Mapping

from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.service.block_rating import newcomer
from arena.service.bots import require_owner
from arena.service.errors import InvalidArgument, WrongState
from arena.service.filling import Unfilled
from arena.service.hosted import require_playing
from arena.service.house import is_house
from arena.service.naming import checked_name, new_id
from arena.service.ports import Now, OpenUnit
from arena.service.records import (
    Author,
    Ladder,
    Options,
    Page,
    RatingChange,
    Standing,
    StandingOrder,
    StandingRow,
)
from arena.service.second_rating import SecondRating
from arena.service.terms import (
    DEFAULT_CLOCK,
    DEFAULT_FAULTS_ALLOWED,
    checked_number,
    checked_seat_counts,
    checked_terms,
)


def create_ladder(
    name: str,
    game: str,
    options: Options,
    seats: int,
    *,
    clock: Clock = DEFAULT_CLOCK,
    faults_allowed: int = DEFAULT_FAULTS_ALLOWED,
    k_factor: float = 32.0,
    initial_rating: float = 1500.0,
    same_author_allowed: bool = False,
    backlog: int = 4,
    second_rating: SecondRating = SecondRating.NONE,
    seat_counts: Collection[int] = (),
    unfilled: Unfilled = Unfilled.WAIT,
    quarantine_after: int = 3,
    open_unit: OpenUnit,
    games: Registry,
    now: Now,
) -> Ladder:
    """Returns a new ladder, open for submissions at once.

    Of several `seat_counts` each block has one; `seats` is then to be the largest, or 0.
    """
    counts = checked_seat_counts(seats, seat_counts)
    terms = checked_terms(game, options, counts[-1], clock, faults_allowed, games=games)
    for count in counts:
        fewer = checked_terms(game, terms.options, count, clock, faults_allowed, games=games)
        if fewer.options != terms.options:
            raise InvalidArgument("options", f"are not the same with {count} seats")
    ladder = Ladder(
        new_id("ladder"),
        checked_name("name", name),
        terms,
        checked_number("k_factor", k_factor, 0.1, 1_000),
        checked_number("initial_rating", initial_rating, -10_000, 10_000),
        same_author_allowed,
        int(checked_number("backlog", backlog, 1, 1_000)),
        now(),
        second_rating=second_rating,
        seat_counts=counts if len(counts) > 1 else (),
        unfilled=unfilled,
        quarantine_after=int(checked_number("quarantine_after", quarantine_after, 0, 1_000)),
    )
    with open_unit() as unit:
        unit.ladders.add(ladder)
    return ladder


def set_anchor(ladder_id: str, submission_id: str, rating: float, *, open_unit: OpenUnit) -> Ladder:
    """Fixes the rating of a submission on a ladder for good, before its first rated block."""
    checked_number("rating", rating, -10_000, 10_000)
    with open_unit() as unit:
        ladder = unit.ladders.lock(unit.ladders.get(ladder_id).ladder_id)
        bot = unit.bots.get(unit.submissions.get(submission_id).bot_id)
        if bot.game != ladder.terms.game:
            why = f"plays {bot.game}; ladder {ladder.name!r} is for {ladder.terms.game}"
            raise InvalidArgument("submission_id", why)
        standings = unit.ladders.standings(ladder.ladder_id, (submission_id,))
        if any(standing.blocks for standing in standings.values()):
            raise WrongState(f"{submission_id} has been rated on ladder {ladder.name!r} already")
        unit.ladders.anchor(ladder.ladder_id, {**ladder.anchors, submission_id: rating})
        return unit.ladders.get(ladder.ladder_id)


def ladder_of(ladder_id: str, *, open_unit: OpenUnit) -> Ladder:
    """Returns a ladder by id or name."""
    with open_unit() as unit:
        return unit.ladders.get(ladder_id)


def list_ladders(size: int, token: str, *, open_unit: OpenUnit) -> Page[Ladder]:
    """Returns a page of ladders, by name."""
    with open_unit() as unit:
        return unit.ladders.page(size, token)


def every_ladder(open_unit: OpenUnit) -> list[Ladder]:
    """Returns all ladders, by name."""
    ladders, token = list[Ladder](), ""
    while True:
        page = list_ladders(500, token, open_unit=open_unit)
        ladders += page.items
        if not (token := page.next_token):
            return ladders


def pause_ladder(ladder_id: str, paused: bool, *, open_unit: OpenUnit) -> Ladder:
    """Stops or resumes scheduling. Matches that are under way go on."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        unit.ladders.pause(ladder.ladder_id, paused)
        return unit.ladders.get(ladder.ladder_id)


def join_ladder(
    author: Author, ladder_id: str, submission_id: str, *, open_unit: OpenUnit, now: Now
) -> Standing:
    """Returns the standing of a submission that is on the ladder from now on."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        submission = unit.submissions.get(submission_id)
        bot = unit.bots.get(submission.bot_id)
        require_owner(author, bot)
        if submission.retired:
            raise WrongState(f"submission {submission_id} is retired")
        for seats in ladder.sizes:
            require_playing(submission, seats, unit)
        if is_house(submission_id):
            raise WrongState("house bots fill tables; they are not rated")
        if bot.game != ladder.terms.game:
            why = f"plays {bot.game}; ladder {ladder.name!r} is for {ladder.terms.game}"
            raise InvalidArgument("submission_id", why)
        ladder = unit.ladders.lock(ladder.ladder_id)  # an anchor may have come, or be coming
        return unit.ladders.join(newcomer(ladder, submission_id, now()))


def leave_ladder(
    author: Author, ladder_id: str, submission_id: str, *, open_unit: OpenUnit
) -> Standing:
    """Returns the standing of a submission that gets no new matches on the ladder."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        require_owner(author, unit.bots.get(unit.submissions.get(submission_id).bot_id))
        return unit.ladders.leave(ladder.ladder_id, submission_id)


def standing_row(standing: Standing, *, open_unit: OpenUnit) -> StandingRow:
    """Returns a standing as its ladder shows it; its place is 0 while it is not active."""
    with open_unit() as unit:
        names = unit.submissions.names([standing.submission_id])
        better = sum(s.rating > standing.rating for s in unit.ladders.active(standing.ladder_id))
    rank = better + 1 if standing.active else 0
    return StandingRow(rank, names[standing.submission_id], standing)


def standings_of(
    submission_ids: Collection[str], *, open_unit: OpenUnit
) -> tuple[tuple[Ladder, Standing], ...]:
    """Returns the standings of these submissions on all ladders, by the ladders' names."""
    found = []
    for ladder in every_ladder(open_unit):
        with open_unit() as unit:
            standings = unit.ladders.standings(ladder.ladder_id, submission_ids)
        found += [(ladder, standings[one]) for one in submission_ids if one in standings]
    return tuple(found)


def list_standings(
    ladder_id: str,
    size: int,
    token: str,
    *,
    order: StandingOrder = StandingOrder.RATING,
    search: str = "",
    open_unit: OpenUnit,
) -> Page[StandingRow]:
    """Returns a page of standings, best first."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        return unit.ladders.rows(ladder.ladder_id, size, token, order=order, search=search)


def trends(
    ladder: Ladder, blocks: int, submission_ids: Collection[str], *, open_unit: OpenUnit
) -> Mapping[str, float]:
    """Returns how far ratings moved in the newest rated blocks of a ladder."""
    with open_unit() as unit:
        return unit.ladders.moved(ladder.ladder_id, ladder.rated_blocks - blocks, submission_ids)


def page_around(ladder_id: str, submission_id: str, size: int, *, open_unit: OpenUnit) -> str:
    """Returns the token of the page of standings that has this submission in its middle."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        return unit.ladders.token_around(ladder.ladder_id, submission_id, size)


def list_rating_changes(
    ladder_id: str, size: int, token: str, submission_id: str = "", *, open_unit: OpenUnit
) -> Page[RatingChange]:
    """Returns a page of rating changes, newest first."""
    with open_unit() as unit:
        ladder = unit.ladders.get(ladder_id)
        return unit.ladders.changes(ladder.ladder_id, size, token, submission_id=submission_id)
