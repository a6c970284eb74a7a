import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from grpc import StatusCode

from arena.match.events import Ended
from arena.match.outcome import outcome
from arena.service.closing import close_block
from arena.service.comparing import settle_comparison
from arena.service.progress import rounds_of
from arena.service.rounds import advance_tournament
from botarena.v1 import comparison_service_pb2 as pb
from botarena.v1.comparison_service_pb2_grpc import ComparisonServiceStub

from .world import World, refused


def _trio(arena: World) -> list[str]:
    return [arena.submission(arena.ann, name).submission_id for name in ("Ada", "Bee", "Cid")]


def _start(arena: World, lineup: Sequence[str], **fields: Any) -> pb.Comparison:
    new, old, *others = lineup
    request = pb.StartComparisonRequest(
        new_submission_id=new, old_submission_id=old, other_submission_ids=others, **fields
    )
    stub = ComparisonServiceStub(arena.channel)
    found: pb.Comparison = stub.StartComparison(request, metadata=arena.ann.metadata).comparison
    return found


def play_block(arena: World, one: pb.Comparison, order: Sequence[str]) -> bool:
    """Plays a block in which everybody comes in as in this order, and counts it.

    Returns whether there is another one to play.
    """
    with arena.unit() as unit:
        (table,) = rounds_of(one.comparison_id, unit)[-1].tables
        matches = unit.blocks.matches(table.block.block_id)
        for match in matches:
            claimed = unit.matches.claim(match.match_id, "w", arena.now(), arena.now())
            assert claimed is not None
            final = outcome([-order.index(s) for s in match.lineup])
            log = [Ended(0, final, match.seed)]
            assert unit.matches.finish(match.match_id, claimed.attempt, final, log, arena.now())
    ports: Any = {"open_unit": arena.open_unit, "now": arena.now}
    close_block(table.block.block_id, **ports)
    settle_comparison(one.comparison_id, **ports)
    advance_tournament(one.comparison_id, **ports)
    with arena.unit() as unit:
        return unit.comparisons.get(one.comparison_id).over is None


def test_a_comparison_is_watched_until_it_is_settled(arena: World) -> None:
    one = _start(arena, _trio(arena), elo1=100)
    stub = ComparisonServiceStub(arena.channel)

    def watched() -> list[pb.Comparison]:
        request = pb.WatchComparisonRequest(comparison_id=one.comparison_id)
        return [response.comparison for response in stub.WatchComparison(request, timeout=60)]

    with ThreadPoolExecutor(1) as pool:
        watching = pool.submit(watched)
        order = [one.submission_ids[place] for place in (0, 2, 1)]
        while play_block(arena, one, order):
            pass
        *before, last = watching.result()

    assert (one.new_name, one.old_name, one.block_count) == ("Ada v1", "Bee v1", 0)
    assert (one.elo0, one.elo1, one.most_block_count) == (0, 100, 500)
    assert one.upper_bound == -one.lower_bound == pytest.approx(2.944439)
    assert last.verdict == pb.Comparison.VERDICT_ELO1
    assert last.llr >= last.upper_bound
    assert list(last.score_counts) == [0] * 6 + [last.block_count]
    assert last.difference.elo > last.difference.low > 0
    counts = [message.block_count for message in (*before, last)]
    assert counts == sorted(set(counts)), "told once for every change"


def test_a_comparison_is_asked_for_by_name_and_once(arena: World) -> None:
    _trio(arena)
    request_id = str(uuid.uuid4())

    first, again = (
        _start(arena, ("Ada", "Bee v1"), seat_count=5, request_id=request_id, fixed=True)
        for _ in range(2)
    )

    assert again == first
    assert first.fixed
    assert len(first.submission_ids) == 5
    assert not first.HasField("difference")


def test_a_comparison_is_stopped_by_its_author(arena: World) -> None:
    one = _start(arena, _trio(arena))
    stub = ComparisonServiceStub(arena.channel)
    request = pb.StopComparisonRequest(comparison_id=one.comparison_id)

    with refused(StatusCode.PERMISSION_DENIED):
        stub.StopComparison(request, metadata=arena.bob.metadata)
    stopped = stub.StopComparison(request, metadata=arena.ann.metadata).comparison

    assert stopped.HasField("end_time")
    assert stopped.verdict == pb.Comparison.VERDICT_UNSPECIFIED


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"elo0": 5.0, "elo1": 5.0}, "elo1"),
        ({"elo0": -130_000.0}, "elo0"),
        ({"elo1": 7_000.0}, "elo1"),
        ({"most_block_count": 0}, "most_block_count"),
        ({"seat_count": 2**31 - 1}, "seat_count"),
        ({"request_id": "x"}, "request_id"),
    ],
)
def test_a_bad_comparison_is_refused_by_field(
    arena: World, fields: dict[str, Any], at_fault: str
) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, at_fault):
        _start(arena, _trio(arena), **fields)


def test_house_bots_join_no_table_where_nobody_runs_them(arena: World) -> None:
    arena.hosts_bots = False

    with arena.served(), refused(StatusCode.INVALID_ARGUMENT, "seat_count"):
        _start(arena, _trio(arena), seat_count=5)
    with arena.served():
        assert len(_start(arena, ("Ada", "Bee", "Cid")).submission_ids) == 3


def test_what_is_not_there_is_not_found(arena: World) -> None:
    stub = ComparisonServiceStub(arena.channel)

    with refused(StatusCode.NOT_FOUND):
        _start(arena, ("Nobody", "Ada"))
    with refused(StatusCode.NOT_FOUND):
        stub.GetComparison(pb.GetComparisonRequest(comparison_id="tournament-0"))
    with refused(StatusCode.NOT_FOUND):
        list(stub.WatchComparison(pb.WatchComparisonRequest(comparison_id="tournament-0")))
