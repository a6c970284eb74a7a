"""What a rated block does to the standings of its submissions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.contest.blocks import Lineup, Played, duel_scores
from arena.contest.rating import rate


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one standing."""

    rating: float
    blocks: int = 0
    matches: int = 0
    rank_sum: int = 0
    score_sum: int = 0
    faults: int = 0


def tallied(
    before: Mapping[str, Tally], lineup: Lineup, played: Sequence[Played], k: float
) -> dict[str, Tally]:
    """Returns the tally of every submission of the lineup after its block."""
    duels = duel_scores(lineup, played)
    ratings = rate([before[submission].rating for submission in lineup], duels, k)
    return {
        submission: _added(before[submission], rating, submission, played)
        for submission, rating in zip(lineup, ratings, strict=True)
    }


def _added(tally: Tally, rating: float, submission: str, played: Sequence[Played]) -> Tally:
    seats = [(match, match.lineup.index(submission)) for match in played]
    return Tally(
        rating,
        tally.blocks + 1,
        tally.matches + len(played),
        tally.rank_sum + sum(match.ranks[seat] for match, seat in seats),
        tally.score_sum + sum(match.scores[seat] for match, seat in seats),
        tally.faults + sum(match.faults[seat] for match, seat in seats),
    )
