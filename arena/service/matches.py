"""Matches outside contests, and looking at any match."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from datetime import timedelta

from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.match.events import Ended, MatchEvent, spectator_view
from arena.service.errors import InvalidArgument, NotAllowed, NotFound, WrongState
from arena.service.hosted import require_playing
from arena.service.house import is_house
from arena.service.naming import checked_request_id, new_id
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.quotas import UNLIMITED, Quota
from arena.service.records import (
    Attempt,
    AttemptEnd,
    Author,
    BlockState,
    Match,
    MatchFilter,
    MatchState,
    Options,
    Page,
    Role,
)
from arena.service.relay_ports import LiveLogs
from arena.service.terms import DEFAULT_CLOCK, checked_terms

DEADLINE = timedelta(hours=2)
"""How long after its creation a match has ended, one way or the other."""
_AT_ONCE = 1_000
_LOOK_AGAIN_S = 2.0
"""How often a watcher of a quiet match asks whether it was given up."""


def create_match(
    author: Author,
    game: str,
    options: Options,
    submission_ids: Sequence[str],
    clock: Clock = DEFAULT_CLOCK,
    request_id: str = "",
    *,
    open_unit: OpenUnit,
    games: Registry,
    now: Now,
    quota: Quota = UNLIMITED,
) -> Match:
    """Queues a match that counts for nothing; the next tick gives it to a worker.

    The quota is for authors; operators have any number of matches.
    """
    terms = checked_terms(game, options, len(submission_ids), clock, games=games)
    request_id = checked_request_id(request_id)
    with open_unit() as unit:
        _check_lineup(author, game, submission_ids, clock, unit)
        created = now()
        match = Match(
            new_id("match"),
            terms,
            tuple(submission_ids),
            secrets.token_bytes(32),
            created,
            created + DEADLINE,
        )
        if author.role is not Role.OPERATOR:
            unit.authors.lock(author.author_id)  # two at once would both be the last one
        kept = unit.matches.add(match, request_id=request_id, author_id=author.author_id)
        if author.role is not Role.OPERATOR and kept.match_id == match.match_id:
            quota.check_matches(unit.matches.unfinished(author.author_id) - 1)
        return kept


def _check_lineup(
    author: Author, game: str, submission_ids: Sequence[str], clock: Clock, unit: UnitOfWork
) -> None:
    owners, strangers = set(), False
    for seat, submission_id in enumerate(submission_ids):
        field = f"submission_ids[{seat}]"
        try:
            submission = unit.submissions.get(submission_id)
        except NotFound as error:
            raise InvalidArgument(field, str(error)) from None
        bot = unit.bots.get(submission.bot_id)
        if bot.game != game:
            raise InvalidArgument(field, f"plays {bot.game}, not {game}")
        if submission.retired:
            raise InvalidArgument(field, f"{submission_id} is retired")
        require_playing(submission, len(submission_ids), unit)
        if submission_id in submission_ids[:seat]:
            raise InvalidArgument(field, f"{submission_id} has a seat already")
        owners.add(bot.author_id)
        strangers |= bot.author_id != author.author_id and not is_house(submission_id)
    if author.role is Role.OPERATOR:
        return
    if author.author_id not in owners:
        raise NotAllowed("at least one of the submissions must be yours")
    if strangers:
        _check_clock(clock)


def _check_clock(clock: Clock) -> None:
    """Raises `InvalidArgument` if it is slower than the default: others' bots have more to do."""
    for field, given_ms, most_ms in (
        ("limit", clock.limit_ms, DEFAULT_CLOCK.limit_ms),
        ("bank", clock.bank_ms, DEFAULT_CLOCK.bank_ms),
        ("lag_allowance", clock.lag_ms, DEFAULT_CLOCK.lag_ms),
        ("join_limit", clock.join_ms, DEFAULT_CLOCK.join_ms),
    ):
        if given_ms > most_ms:
            why = f"at most {most_ms:,} ms where a bot of another author sits, not {given_ms:,}"
            raise InvalidArgument(f"clock.{field}", why)


def void_match(author: Author, match_id: str, *, open_unit: OpenUnit, now: Now) -> Match:
    """Gives a match up that is not final; its block will be void, too."""
    if author.role is not Role.OPERATOR:
        raise NotAllowed("only an operator can void a match")
    with open_unit() as unit:
        match = unit.matches.get(match_id)
        if not unit.matches.void(match_id, AttemptEnd.OPERATOR, f"by {author.name}", now()):
            raise WrongState(f"match {match_id} is {match.state.value} already")
        return unit.matches.get(match_id)


def match_of(match_id: str, *, open_unit: OpenUnit) -> tuple[Match, tuple[Attempt, ...], bool]:
    """Returns a match, its attempts, and whether its seed may be shown."""
    with open_unit() as unit:
        match = unit.matches.get(match_id)
        return match, unit.matches.attempts(match_id), revealed(match, unit)


def list_matches(size: int, token: str, where: MatchFilter, *, open_unit: OpenUnit) -> Page[Match]:
    """Returns a page of matches, newest first."""
    with open_unit() as unit:
        return unit.matches.page(size, token, where)


def revealed_among(matches: Iterable[Match], *, open_unit: OpenUnit) -> frozenset[str]:
    """Returns the ids of those of the matches whose seeds may be shown."""
    final = [match for match in matches if match.state.final]
    alone = {match.match_id for match in final if match.block_id is None}
    blocks = {match.block_id: match for match in final if match.block_id is not None}
    with open_unit() as unit:
        done = {block_id for block_id, match in blocks.items() if revealed(match, unit)}
    return frozenset(alone | {match.match_id for match in final if match.block_id in done})


def revealed(match: Match, unit: UnitOfWork) -> bool:
    """Whether nothing of the match's deal is hidden any more.

    A block plays one deal several times, so the deal stays secret until the whole block is done.
    """
    if match.block_id is None:
        return match.state.final
    return unit.blocks.get(match.block_id).state is not BlockState.OPEN


def replay_of(match_id: str, *, open_unit: OpenUnit) -> tuple[MatchEvent, ...]:
    """Returns the whole log of a finished match, seed included.

    Raises `WrongState` while the match, or another one of its block, is not done.
    """
    with open_unit() as unit:
        match = unit.matches.get(match_id)
        if match.state is MatchState.VOID:
            raise WrongState(f"match {match_id} is void and has no log")
        if match.state is not MatchState.FINISHED:
            raise WrongState(f"match {match_id} is {match.state.value}; its log is not complete")
        if not revealed(match, unit):
            raise WrongState(f"the deal of match {match_id} is still played by others of its block")
        if not (log := unit.matches.log(match_id)):
            raise WrongState(f"the log of match {match_id} was kept for its time, and is forgotten")
        return log


def forget_replays(days: float, *, open_unit: OpenUnit, now: Now) -> int:
    """Forgets the logs of matches that ended before; returns how many. 0 days: none, ever.

    Outcomes, faults and ratings stay, and with them the proof of the ratings.
    """
    forgotten = 0
    while days:
        with open_unit() as unit:
            dated = unit.matches.date_logs(_AT_ONCE)
            some = unit.matches.forget_logs(now() - timedelta(days=days), _AT_ONCE)
        forgotten += some
        if max(dated, some) < _AT_ONCE:
            break
    return forgotten


async def watch_match(
    match_id: str, after: int, *, open_unit: OpenUnit, logs: LiveLogs
) -> AsyncGenerator[tuple[int, MatchEvent], None]:
    """Yields the events of a match with their numbers, from `after + 1` on, as they come.

    While anything is hidden, events are as a spectator may see them. Ends after `Ended`, or
    when the arena gave the match up.
    """
    async with aclosing(follow_match(match_id, after, open_unit=open_unit, logs=logs)) as events:
        async for number, event, _, open_to_all in events:
            yield number, event if open_to_all else spectator_view(event)


async def follow_match(
    match_id: str, after: int, *, open_unit: OpenUnit, logs: LiveLogs
) -> AsyncGenerator[tuple[int, MatchEvent, Match, bool], None]:
    """Yields whole events for `watch_match` and others who know what they may show.

    With each come the match and whether nothing of it is hidden any more.
    """
    if after < 0:
        raise InvalidArgument("after_event_id", f"0 or more, not {after}")

    def look() -> tuple[Match, bool, tuple[MatchEvent, ...]]:
        with open_unit() as unit:
            match = unit.matches.get(match_id)
            log = unit.matches.log(match_id) if match.state is MatchState.FINISHED else ()
            return match, revealed(match, unit), log

    match, open_to_all, log = await asyncio.to_thread(look)
    if not match.state.final:
        events = logs.follow(match_id, after)
        coming = asyncio.ensure_future(anext(events))
        try:
            while not match.state.final:
                await asyncio.wait({coming}, timeout=_LOOK_AGAIN_S)
                if not coming.done():
                    match, open_to_all, log = await asyncio.to_thread(look)
                    continue
                after, event = coming.result()
                yield after, event, match, False
                if isinstance(event, Ended):
                    return
                coming = asyncio.ensure_future(anext(events))
        finally:
            coming.cancel()
    for number, event in enumerate(log[after:], after + 1):
        yield number, event, match, open_to_all
