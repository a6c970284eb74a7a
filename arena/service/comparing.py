"""Is one submission better than another? Blocks with both of them, until that is settled.

A comparison is a gauntlet of one table a round: the new submission, the old one, and whoever fills
the table up.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from arena.contest.score_counts import Difference, ScoreCounts
from arena.contest.sprt import Scale, Sprt, Verdict
from arena.service.comparison_storage import Comparison
from arena.service.errors import InvalidArgument, NotAllowed, WrongState
from arena.service.isolation import isolated
from arena.service.ports import Now, OpenUnit, UnitOfWork
from arena.service.progress import RoundProgress, played_rounds, rounds_of
from arena.service.records import Author, Name, Page, Role
from arena.service.rounds import play_void_again
from arena.service.terms import checked_number
from arena.service.tournament_records import Tournament
from arena.service.tournaments import cancel

MOST_ELO = 1_000
"""So far apart one wins 997 of 1,000; much further out the mean score of a block is 1 itself."""
_MOST_PLAYS = 3
"""A block that is void so often is the end of a comparison."""


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """How a comparison stands."""

    comparison: Comparison
    new: Name
    old: Name
    lineup: tuple[str, ...]
    """Who sits at its table."""
    test: Sprt
    difference: Difference | None
    """By how many points the new one is ahead; absent before the first block."""


def check_test(elo0: float, elo1: float) -> None:
    """Refuses bounds that no test can tell apart, or that are out of all proportion."""
    for field, elo in (("elo0", elo0), ("elo1", elo1)):
        checked_number(field, elo, -MOST_ELO, MOST_ELO)
    try:
        _test(elo0, elo1)
    except ValueError as error:
        raise InvalidArgument("elo1", str(error)) from None


def comparison_of(comparison_id: str, *, open_unit: OpenUnit) -> ComparisonView:
    """Returns how a comparison stands."""
    with open_unit() as unit:
        (view,) = _views([unit.comparisons.get(comparison_id)], unit)
    return view


def list_comparisons(size: int, token: str, *, open_unit: OpenUnit) -> Page[ComparisonView]:
    """Returns a page of comparisons, newest first."""
    with open_unit() as unit:
        page = unit.comparisons.page(size, token)
        return Page(_views(page.items, unit), page.next_token)


def comparisons_of(
    submission_ids: Collection[str], most: int, *, open_unit: OpenUnit
) -> tuple[ComparisonView, ...]:
    """Returns the newest comparisons of any of these with others, newest first."""
    with open_unit() as unit:
        return _views(unit.comparisons.of_submissions(submission_ids, most), unit)


def stop_comparison(author: Author, comparison_id: str, *, open_unit: OpenUnit, now: Now) -> None:
    """Plays no more of it; what was counted stays. Doing it twice does it once."""
    with open_unit() as unit:
        asked_by = unit.comparisons.get(comparison_id).author_id
        if author.role is not Role.OPERATOR and asked_by != author.author_id:
            raise NotAllowed("the comparison is of another author")
        tournament = unit.tournaments.lock(comparison_id)
        found = unit.comparisons.get(comparison_id)  # as it is now that nobody counts
        if found.over is None:
            _end(found, tournament, unit, now())


def settle_comparisons(*, open_unit: OpenUnit, now: Now) -> None:
    """Does `settle_comparison` for all that are not over."""
    with open_unit() as unit:
        running = unit.comparisons.running()
    for comparison_id in running:
        with isolated(comparison=comparison_id):
            settle_comparison(comparison_id, open_unit=open_unit, now=now)


def settle_comparison(comparison_id: str, *, open_unit: OpenUnit, now: Now) -> None:
    """Counts the blocks that were played since, one by one, and stops it once they tell.

    Void blocks are played again. Doing it twice does it once.
    """
    with open_unit() as unit:
        tournament = unit.tournaments.lock(comparison_id)
        found = unit.comparisons.get(comparison_id)
        if found.over is not None:
            return
        rounds = rounds_of(comparison_id, unit)
        moved = _counted(found, rounds, unit)
        void = [table for one in rounds for table in one.void]
        given_up = any(table.plays >= _MOST_PLAYS for table in void)
        settled = moved.verdict is not Verdict.UNDECIDED and not moved.fixed
        complete = moved.blocks >= moved.most_blocks
        if settled or complete or given_up or tournament.state.final:
            _end(moved, tournament, unit, now())
            return
        if moved != found:
            unit.comparisons.move(moved)
    if void:
        with suppress(WrongState):  # somebody else was faster
            play_void_again(comparison_id, open_unit=open_unit, now=now)


def _test(elo0: float, elo1: float) -> Sprt:
    """Returns the test that is wrong in 5 of 100 cases, either way."""
    return Sprt(elo0, elo1, Scale.LOGISTIC)


def _views(comparisons: Sequence[Comparison], unit: UnitOfWork) -> tuple[ComparisonView, ...]:
    names = unit.submissions.names({s for one in comparisons for s in (one.new_id, one.old_id)})
    return tuple(
        ComparisonView(
            one,
            names[one.new_id],
            names[one.old_id],
            tuple(entry.submission_id for entry in unit.tournaments.entries(one.tournament_id)),
            _test(one.elo0, one.elo1),
            ScoreCounts(one.counts).difference() if one.blocks else None,
        )
        for one in comparisons
    )


def _counted(found: Comparison, rounds: Sequence[RoundProgress], unit: UnitOfWork) -> Comparison:
    """Counts block by block, so that none counts behind the one that settled it."""
    test, counts = _test(found.elo0, found.elo1), list(found.counts)
    for one in played_rounds(rounds[found.blocks :], unit):
        (block,) = one.tables
        new, old = (block.lineup.index(s) for s in (found.new_id, found.old_id))
        counts[round(block.duel_scores[new][old] * (len(counts) - 1))] += 1
        so_far = ScoreCounts(tuple(counts))
        llr = test.llr(so_far)
        found = replace(
            found,
            counts=so_far.counts,
            llr=llr,
            verdict=test.verdict(so_far),
            ratios=(*found.ratios, round(llr, 4)),
        )
        if found.verdict is not Verdict.UNDECIDED and not found.fixed:
            break
    return found


def _end(counted: Comparison, tournament: Tournament, unit: UnitOfWork, instant: datetime) -> None:
    """Counts no more, and gives up what is still under way: there is no use for it."""
    unit.comparisons.move(replace(counted, over=instant))
    if not tournament.state.final:
        cancel(tournament, unit, instant)
