"""The comparison service: which of two submissions is better."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from grpc.aio import ServicerContext

from arena.contest.sprt import Verdict
from arena.rpc.auth import caller
from arena.rpc.fields import (
    clock_from,
    optional_id,
    options_from,
    present,
    required_id,
    required_ids,
)
from arena.rpc.ports import Ports
from arena.service import comparing
from arena.service.comparing import ComparisonView
from arena.service.starting_comparisons import start_comparison
from arena.wire.records import timestamp
from botarena.v1 import comparison_service_pb2 as pb
from botarena.v1.comparison_service_pb2_grpc import ComparisonServiceServicer

LOOK_AGAIN_S = 0.5
"""How often a watcher looks whether another block is counted."""

_VERDICTS: Mapping[Verdict, pb.Comparison.Verdict] = {
    Verdict.UNDECIDED: pb.Comparison.VERDICT_UNSPECIFIED,
    Verdict.ELO0: pb.Comparison.VERDICT_ELO0,
    Verdict.ELO1: pb.Comparison.VERDICT_ELO1,
}


class ComparisonServicer(ComparisonServiceServicer):
    """Serves `botarena.v1.ComparisonService`."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def StartComparison(
        self,
        request: pb.StartComparisonRequest,
        context: ServicerContext[pb.StartComparisonRequest, pb.StartComparisonResponse],
    ) -> pb.StartComparisonResponse:
        asked = present(request, "elo0", "elo1", "most_block_count")
        if "most_block_count" in asked:
            asked["most_blocks"] = asked.pop("most_block_count")
        started = await asyncio.to_thread(
            start_comparison,
            caller(),
            required_id("new_submission_id", request.new_submission_id),
            required_id("old_submission_id", request.old_submission_id),
            required_ids("other_submission_ids", request.other_submission_ids),
            seats=request.seat_count,
            options=options_from(request.options),
            clock=clock_from(request.clock),
            fixed=request.fixed,
            request_id=optional_id("request_id", request.request_id),
            hosting=self._ports.uploads is not None,
            open_unit=self._ports.open_unit,
            games=self._ports.games,
            now=self._ports.now,
            **asked,
        )
        return pb.StartComparisonResponse(comparison=await self._message(started.tournament_id))

    async def GetComparison(
        self,
        request: pb.GetComparisonRequest,
        context: ServicerContext[pb.GetComparisonRequest, pb.GetComparisonResponse],
    ) -> pb.GetComparisonResponse:
        comparison_id = required_id("comparison_id", request.comparison_id)
        return pb.GetComparisonResponse(comparison=await self._message(comparison_id))

    async def WatchComparison(
        self,
        request: pb.WatchComparisonRequest,
        context: ServicerContext[pb.WatchComparisonRequest, pb.WatchComparisonResponse],
    ) -> AsyncIterator[pb.WatchComparisonResponse]:
        comparison_id = required_id("comparison_id", request.comparison_id)
        sent = None
        while True:
            message = await self._message(comparison_id)
            if message != sent:
                yield pb.WatchComparisonResponse(comparison=message)
            if message.HasField("end_time"):
                return
            sent = message
            await asyncio.sleep(LOOK_AGAIN_S)

    async def StopComparison(
        self,
        request: pb.StopComparisonRequest,
        context: ServicerContext[pb.StopComparisonRequest, pb.StopComparisonResponse],
    ) -> pb.StopComparisonResponse:
        comparison_id = required_id("comparison_id", request.comparison_id)
        await asyncio.to_thread(
            comparing.stop_comparison,
            caller(),
            comparison_id,
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.StopComparisonResponse(comparison=await self._message(comparison_id))

    async def _message(self, comparison_id: str) -> pb.Comparison:
        view = await asyncio.to_thread(
            comparing.comparison_of, comparison_id, open_unit=self._ports.open_unit
        )
        return _comparison_message(view)


def _comparison_message(view: ComparisonView) -> pb.Comparison:
    one, ahead = view.comparison, view.difference
    message = pb.Comparison(
        comparison_id=one.tournament_id,
        new_submission_id=one.new_id,
        new_name=str(view.new),
        old_submission_id=one.old_id,
        old_name=str(view.old),
        submission_ids=view.lineup,
        elo0=one.elo0,
        elo1=one.elo1,
        most_block_count=one.most_blocks,
        fixed=one.fixed,
        block_count=one.blocks,
        score_counts=one.counts,
        llr=one.llr,
        lower_bound=view.test.lower,
        upper_bound=view.test.upper,
        verdict=_VERDICTS[one.verdict],
        end_time=timestamp(one.over),
    )
    if ahead is not None:
        difference = pb.Comparison.Difference(elo=ahead.elo, low=ahead.low, high=ahead.high)
        message.difference.CopyFrom(difference)
    return message
