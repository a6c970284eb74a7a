"""Is one submission better than another? Blocks with both of them, until that is settled.

A comparison is a gauntlet of one table a round: the new submission, the old one, and whoever fills
the table up.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from arena.contest.score_counts import Difference, ScoreCounts
from arena.contest.sprt import Scale, Sprt, Verdict
from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.service.errors import InvalidArgument
from arena.service.ports import Now, OpenUnit
from arena.service.progress import played_rounds, rounds_of
from arena.service.records import Author, Options
from arena.service.terms import DEFAULT_CLOCK
from arena.service.tournament_records import FormatName, Tournament
from arena.service.tournaments import create_tournament, enter_tournament, start_tournament


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the blocks so far say."""

    blocks: int
    llr: float
    """The log-likelihood ratio, positive if they speak for `elo1`."""
    verdict: Verdict
    difference: Difference | None
    """By how many points the new one is ahead; absent before the first block."""
    over: bool
    """Whether no more blocks come, settled or not."""


def checked_test(elo0: float, elo1: float) -> Sprt:
    """Returns the test that is wrong in 5 of 100 cases, either way."""
    try:
        return Sprt(elo0, elo1, Scale.LOGISTIC)
    except ValueError as error:
        raise InvalidArgument("elo1", str(error)) from None


def start_comparison(
    author: Author,
    new: str,
    old: str,
    others: Sequence[str],
    blocks: int,
    options: Options,
    clock: Clock = DEFAULT_CLOCK,
    *,
    open_unit: OpenUnit,
    games: Registry,
    now: Now,
) -> Tournament:
    """Returns a comparison that is being played, of so many blocks at most."""
    lineup = (new, old, *others)
    with open_unit() as unit:
        game = unit.bots.get(unit.submissions.get(new).bot_id).game
    made = create_tournament(
        f"compare {secrets.token_hex(8)}",
        game,
        options,
        len(lineup),
        FormatName.GAUNTLET,
        rounds=blocks,
        clock=clock,
        same_author_allowed=True,
        open_unit=open_unit,
        games=games,
        now=now,
    )
    for submission_id in lineup:
        enter_tournament(author, made.tournament_id, submission_id, open_unit=open_unit, now=now)
    return start_tournament(made.tournament_id, open_unit=open_unit, now=now)


def comparison_of(tournament_id: str, test: Sprt, *, open_unit: OpenUnit) -> Comparison:
    """Returns what a comparison has come to; blocks after the one that settled it are ignored."""
    with open_unit() as unit:
        tournament = unit.tournaments.get(tournament_id)
        entries = unit.tournaments.entries(tournament.tournament_id)
        played = played_rounds(rounds_of(tournament.tournament_id, unit), unit)
    new, old, *_ = (entry.submission_id for entry in entries)
    scores: list[float] = []
    llr, counts = 0.0, ScoreCounts.of(scores, matches=tournament.terms.seats)
    for one in played:
        (block,) = one.tables
        scores.append(block.duel_scores[block.lineup.index(new)][block.lineup.index(old)])
        counts = ScoreCounts.of(scores, matches=tournament.terms.seats)
        llr = test.llr(counts)
        if not test.lower < llr < test.upper:
            break
    verdict = test.verdict(counts)
    return Comparison(
        len(scores),
        llr,
        verdict,
        counts.difference() if scores else None,
        verdict is not Verdict.UNDECIDED or tournament.state.final,
    )
