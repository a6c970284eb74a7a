"""What one block does to standings: Elo, the second rating if there is one, and the sums."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import fsum

from arena.contest.blocks import duel_scores
from arena.contest.rating import rate
from arena.contest.scored_block import ScoredBlock
from arena.contest.skill import Skill, rate_skills
from arena.service.records import Block, Ladder, Match, Standing
from arena.service.second_rating import SecondRating


@dataclass(frozen=True, slots=True)
class Rated:
    """Standings after a block."""

    standings: tuple[Standing, ...]
    held: float
    """What the anchors among them would have gained together, if they moved."""


def newcomer(ladder: Ladder, submission_id: str, joined: datetime) -> Standing:
    """Returns the standing with which a submission comes to a ladder."""
    rating = ladder.anchors.get(submission_id, ladder.initial_rating)
    standing = Standing(ladder.ladder_id, submission_id, rating, joined)
    return _with_skill(standing, Skill()) if _has_skills(ladder) else standing


def rated(
    ladder: Ladder, block: Block, matches: Sequence[Match], standings: Sequence[Standing]
) -> Rated:
    """Returns the standings after a block; whoever of its lineup has none here counts for nothing.

    Anchors keep their rating. Raises `ValueError` unless these are the matches of the block.
    """
    results = [(m.lineup, m.outcome.ranks) for m in matches if m.outcome is not None]
    whole = duel_scores(block.lineup, results)
    places = [block.lineup.index(standing.submission_id) for standing in standings]
    scores = tuple(tuple(whole[i][j] for j in places) for i in places)
    ratings = rate([standing.rating for standing in standings], scores, ladder.k_factor)
    moved, held = [], []
    for standing, rating in zip(standings, ratings, strict=True):
        if standing.submission_id in ladder.anchors:
            held.append(rating - standing.rating)
            rating = standing.rating
        moved.append(_counted(standing, rating, matches))
    if _has_skills(ladder):
        lineup = tuple(standing.submission_id for standing in standings)
        skills = rate_skills([_skill(s) for s in standings], ScoredBlock(lineup, scores).points)
        moved = [_with_skill(s, skill) for s, skill in zip(moved, skills, strict=True)]
    return Rated(tuple(moved), fsum(held))


def _has_skills(ladder: Ladder) -> bool:
    return ladder.second_rating is SecondRating.OPENSKILL


def _skill(standing: Standing) -> Skill:
    if standing.mu is None or standing.sigma is None:
        return Skill()
    return Skill(standing.mu, standing.sigma)


def _with_skill(standing: Standing, skill: Skill) -> Standing:
    return replace(standing, mu=skill.mu, sigma=skill.sigma)


def _counted(standing: Standing, rating: float, matches: Sequence[Match]) -> Standing:
    """Returns the standing with this rating, and the matches of a block added to its sums."""
    ranks = scores = faults = 0
    for match in matches:
        seat = match.lineup.index(standing.submission_id)
        assert match.outcome is not None, "a rated match has an outcome"
        ranks += match.outcome.ranks[seat]
        scores += match.outcome.scores[seat]
        faults += match.faults[seat]
    return replace(
        standing,
        rating=rating,
        blocks=standing.blocks + 1,
        matches=standing.matches + len(matches),
        rank_sum=standing.rank_sum + ranks,
        score_sum=standing.score_sum + scores,
        faults=standing.faults + faults,
    )
