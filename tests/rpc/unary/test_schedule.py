"""How ladders are scheduled, over gRPC: seats, tables that stay empty, quarantine, what waits."""

from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from grpc import StatusCode

from arena.rpc.schedule_messages import unfilled_from
from arena.service.errors import InvalidArgument
from arena.service.filling import Unfilled
from botarena.v1 import ladder_service_pb2 as pb

from .world import World, refused

REFUSE, HOUSE = pb.Ladder.UNFILLED_REFUSE, pb.Ladder.UNFILLED_HOUSE


def ladder(arena: World, **fields: Any) -> pb.Ladder:
    given = {"name": "Lots", "game_name": "odd-lots", "seat_count": 3, **fields}
    request = pb.CreateLadderRequest(**given)
    response = arena.ladders.CreateLadder(request, metadata=arena.operator.metadata)
    made: pb.Ladder = response.ladder
    return made


def joined(arena: World) -> str:
    """Returns a submission of Ann's on the ladder."""
    submission_id = arena.submission(arena.ann, "Shedder").submission_id
    arena.ladders.JoinLadder(
        pb.JoinLadderRequest(ladder_id="Lots", submission_id=submission_id),
        metadata=arena.ann.metadata,
    )
    return submission_id


def obstacles(arena: World, submission_id: str) -> dict[int, str]:
    """Returns what keeps a submission from playing, by cause."""
    request = pb.ExplainScheduleRequest(ladder_id="Lots", submission_id=submission_id)
    return {o.cause: o.detail for o in arena.ladders.ExplainSchedule(request).obstacles}


def test_by_default_tables_wait_and_three_failures_quarantine(arena: World) -> None:
    made = ladder(arena)

    assert made.unfilled == pb.Ladder.UNFILLED_WAIT
    assert (made.quarantine_after, list(made.seat_counts)) == (3, [])
    assert not made.HasField("refuse_time")


def test_a_ladder_says_how_its_tables_are_filled(arena: World) -> None:
    made = ladder(arena, seat_count=0, seat_counts=[5, 3], unfilled=REFUSE, quarantine_after=0)

    assert (made.seat_count, list(made.seat_counts)) == (5, [3, 5])
    assert (made.unfilled, made.quarantine_after) == (REFUSE, 0)


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"seat_counts": [3, 4]}, "seat_count"),
        ({"seat_counts": [3, 5], "seat_count": 3}, "seat_count"),
        ({"seat_counts": [3] * 101}, "seat_counts"),
        ({"unfilled": 99}, "unfilled"),
        ({"quarantine_after": -1}, "quarantine_after"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arena: World, fields: dict[str, Any], at_fault: str
) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, at_fault):
        ladder(arena, **fields)


def test_house_bots_fill_no_tables_where_nobody_runs_them() -> None:
    with pytest.raises(InvalidArgument, match="hosting is off"):
        unfilled_from(HOUSE, hosting=False)

    assert unfilled_from(HOUSE, hosting=True) is Unfilled.HOUSE


def test_an_operator_quarantines_and_its_author_is_told_until_that_is_lifted(
    arena: World,
) -> None:
    ladder(arena)
    submission_id = joined(arena)
    where = {"ladder_id": "Lots", "submission_id": submission_id}

    response = arena.ladders.Quarantine(
        pb.QuarantineRequest(**where, reason="it floods"), metadata=arena.operator.metadata
    )
    cause = pb.ExplainScheduleResponse.Obstacle.CAUSE_QUARANTINED

    assert response.quarantine_time.seconds > 0
    assert obstacles(arena, submission_id)[cause].endswith("it floods")
    arena.ladders.LiftQuarantine(
        pb.LiftQuarantineRequest(**where), metadata=arena.operator.metadata
    )
    assert cause not in obstacles(arena, submission_id)
    with refused(StatusCode.FAILED_PRECONDITION):
        arena.ladders.LiftQuarantine(
            pb.LiftQuarantineRequest(**where), metadata=arena.operator.metadata
        )


def test_a_quarantine_names_its_field(arena: World) -> None:
    ladder(arena)
    request = pb.QuarantineRequest(ladder_id="Lots", submission_id=joined(arena), reason=" ")

    with refused(StatusCode.INVALID_ARGUMENT, "reason"):
        arena.ladders.Quarantine(request, metadata=arena.operator.metadata)


def test_the_schedule_of_a_quiet_arena_is_empty(arena: World) -> None:
    made = ladder(arena)
    with arena.unit() as unit:
        unit.ladders.tick(made.ladder_id, arena.now())

    found = arena.ladders.GetSchedule(pb.GetScheduleRequest())

    assert (found.queued_match_count, found.running_match_count) == (0, 0)
    assert found.abandoned_match_count == 0
    assert found.oldest_wait == Duration()
    assert found.tick_time.seconds > 0
