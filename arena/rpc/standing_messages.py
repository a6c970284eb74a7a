"""Ladders and their standings as the messages that callers get."""

from collections.abc import Mapping

from arena.rpc.schedule_messages import UNFILLED
from arena.service.errors import InvalidArgument
from arena.service.estimate_storage import KeptEstimate
from arena.service.records import Ladder, StandingRow
from arena.service.second_rating import SecondRating
from arena.service.standing_views import StandingView
from arena.wire.match import clock_message, game_message
from arena.wire.records import timestamp
from botarena.v1 import ladder_service_pb2 as pb

_SECOND_RATINGS: Mapping[SecondRating, pb.SecondRating] = {
    SecondRating.NONE: pb.SECOND_RATING_UNSPECIFIED,
    SecondRating.OPENSKILL: pb.SECOND_RATING_OPENSKILL,
}
_SECOND_RATINGS_FROM = {number: rating for rating, number in _SECOND_RATINGS.items()}


def second_rating_from(number: pb.SecondRating) -> SecondRating:
    """Raises `InvalidArgument` if there is no such rating."""
    if number not in _SECOND_RATINGS_FROM:
        names = ", ".join(pb.SecondRating.Name(known) for known in _SECOND_RATINGS_FROM)
        raise InvalidArgument("second_rating", f"one of {names}")
    return _SECOND_RATINGS_FROM[number]


def ladder_message(ladder: Ladder) -> pb.Ladder:
    terms = ladder.terms
    return pb.Ladder(
        ladder_id=ladder.ladder_id,
        name=ladder.name,
        game=game_message(terms.game, terms.version, terms.options),
        seat_count=terms.seats,
        clock=clock_message(terms.clock),
        faults_allowed=terms.faults_allowed,
        k_factor=ladder.k_factor,
        initial_rating=ladder.initial_rating,
        same_author_allowed=ladder.same_author_allowed,
        backlog=ladder.backlog,
        paused=ladder.paused,
        rated_block_count=ladder.rated_blocks,
        create_time=timestamp(ladder.created),
        second_rating=_SECOND_RATINGS[ladder.second_rating],
        anchors=[
            pb.Ladder.Anchor(submission_id=submission_id, rating=rating)
            for submission_id, rating in ladder.anchors.items()
        ],
        seat_counts=ladder.seat_counts,
        unfilled=UNFILLED[ladder.unfilled],
        quarantine_after=ladder.quarantine_after,
        refuse_time=timestamp(ladder.refused),
    )


def standing_message(row: StandingRow) -> pb.Standing:
    """Returns one row alone, without what the others have to do with it."""
    standing = row.standing
    matches = max(standing.matches, 1)
    message = pb.Standing(
        rank=row.rank,
        submission_id=standing.submission_id,
        bot_name=row.name.bot,
        submission_number=row.name.number,
        author_name=row.name.author,
        rating=standing.rating,
        block_count=standing.blocks,
        match_count=standing.matches,
        mean_rank=standing.rank_sum / matches,
        mean_score=standing.score_sum / matches,
        fault_count=standing.faults,
        active=standing.active,
    )
    if standing.mu is not None and standing.sigma is not None:
        message.skill.CopyFrom(pb.Standing.Skill(mu=standing.mu, sigma=standing.sigma))
    return message


def standing_view_message(view: StandingView) -> pb.Standing:
    """Returns a row among others."""
    message = standing_message(view.row)
    message.anchor = view.anchor
    if view.superiority is not None:
        message.superiority = view.superiority
    if view.estimate is not None:
        message.estimate.CopyFrom(_estimate_message(view.estimate))
    return message


def _estimate_message(estimate: KeptEstimate) -> pb.Standing.Estimate:
    return pb.Standing.Estimate(
        rating=None if estimate.apart else estimate.rating,
        low=estimate.low,
        high=estimate.high,
        block_count=estimate.blocks,
        group=estimate.apart,
    )
