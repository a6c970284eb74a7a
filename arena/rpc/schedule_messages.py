"""How ladders are scheduled, as messages."""

from collections.abc import Mapping, Sequence

from arena.service.errors import InvalidArgument
from arena.service.explaining import Explanation
from arena.service.filling import Unfilled
from arena.service.workload import Workload
from arena.wire.durations import duration
from arena.wire.records import timestamp
from botarena.v1 import ladder_service_pb2 as ladder_pb

_MOST_COUNTS = 100

UNFILLED: Mapping[Unfilled, ladder_pb.Ladder.Unfilled] = {
    Unfilled.WAIT: ladder_pb.Ladder.UNFILLED_WAIT,
    Unfilled.HOUSE: ladder_pb.Ladder.UNFILLED_HOUSE,
    Unfilled.REFUSE: ladder_pb.Ladder.UNFILLED_REFUSE,
}


def unfilled_from(number: ladder_pb.Ladder.Unfilled, *, hosting: bool) -> Unfilled:
    """Raises `InvalidArgument` if there is no such policy, or nobody to run house bots."""
    if number == ladder_pb.Ladder.UNFILLED_UNSPECIFIED:
        return Unfilled.WAIT
    for unfilled, known in UNFILLED.items():
        if number == known:
            if unfilled is Unfilled.HOUSE and not hosting:
                raise InvalidArgument("unfilled", "this arena runs no house bots: hosting is off")
            return unfilled
    raise InvalidArgument("unfilled", f"unknown value {number}")


def seat_counts_from(counts: Sequence[int]) -> tuple[int, ...]:
    """Returns numbers of seats; whether the game has them is for the game to say."""
    if len(counts) > _MOST_COUNTS:
        raise InvalidArgument("seat_counts", f"at most {_MOST_COUNTS}, not {len(counts)}")
    return tuple(counts)


def schedule_message(found: Workload) -> ladder_pb.GetScheduleResponse:
    return ladder_pb.GetScheduleResponse(
        queued_match_count=found.queued,
        oldest_wait=duration(int(1_000 * found.oldest_s)),
        running_match_count=sum(found.running.values()),
        abandoned_match_count=found.abandoned,
        tick_time=timestamp(found.ticked),
    )


def explanation_message(explained: Explanation) -> ladder_pb.ExplainScheduleResponse:
    """Returns the message that says why a submission is not playing."""
    obstacle = ladder_pb.ExplainScheduleResponse.Obstacle
    return ladder_pb.ExplainScheduleResponse(
        obstacles=[
            obstacle(
                cause=f"CAUSE_{one.cause.name}",
                detail=one.detail,
                remedy=one.remedy,
            )
            for one in explained.obstacles
        ],
        open_block_count=explained.open_blocks,
        ladder_block_count=explained.ladder_blocks,
        backlog=explained.backlog,
        tick_time=timestamp(explained.ticked),
    )
