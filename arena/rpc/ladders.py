"""The ladder service: how bots rank."""

import asyncio

from grpc.aio import ServicerContext

from arena.rpc.auth import caller
from arena.rpc.fields import (
    clock_from,
    optional_id,
    options_from,
    page_size,
    page_token,
    present,
    required_id,
)
from arena.rpc.messages import rating_change_message
from arena.rpc.ports import Ports
from arena.rpc.schedule_messages import (
    explanation_message,
    schedule_message,
    seat_counts_from,
    unfilled_from,
)
from arena.rpc.standing_messages import (
    ladder_message,
    second_rating_from,
    standing_message,
    standing_view_message,
)
from arena.service import conduct, explaining, ladders, standing_views
from arena.service.workload import workload
from arena.wire.records import timestamp
from botarena.v1 import ladder_service_pb2 as pb
from botarena.v1.ladder_service_pb2_grpc import LadderServiceServicer


class LadderServicer(LadderServiceServicer):
    """Serves `botarena.v1.LadderService`."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def CreateLadder(
        self,
        request: pb.CreateLadderRequest,
        context: ServicerContext[pb.CreateLadderRequest, pb.CreateLadderResponse],
    ) -> pb.CreateLadderResponse:
        ladder = await asyncio.to_thread(
            ladders.create_ladder,
            request.name,
            required_id("game_name", request.game_name),
            options_from(request.options),
            request.seat_count,
            clock=clock_from(request.clock),
            same_author_allowed=request.same_author_allowed,
            second_rating=second_rating_from(request.second_rating),
            seat_counts=seat_counts_from(request.seat_counts),
            unfilled=unfilled_from(request.unfilled, hosting=self._ports.uploads is not None),
            open_unit=self._ports.open_unit,
            games=self._ports.games,
            now=self._ports.now,
            **present(
                request,
                "faults_allowed",
                "k_factor",
                "initial_rating",
                "backlog",
                "quarantine_after",
            ),
        )
        return pb.CreateLadderResponse(ladder=ladder_message(ladder))

    async def GetLadder(
        self,
        request: pb.GetLadderRequest,
        context: ServicerContext[pb.GetLadderRequest, pb.GetLadderResponse],
    ) -> pb.GetLadderResponse:
        ladder = await asyncio.to_thread(
            ladders.ladder_of,
            required_id("ladder_id", request.ladder_id),
            open_unit=self._ports.open_unit,
        )
        return pb.GetLadderResponse(ladder=ladder_message(ladder))

    async def ListLadders(
        self,
        request: pb.ListLaddersRequest,
        context: ServicerContext[pb.ListLaddersRequest, pb.ListLaddersResponse],
    ) -> pb.ListLaddersResponse:
        page = await asyncio.to_thread(
            ladders.list_ladders,
            page_size(request.page_size),
            page_token(request.page_token),
            open_unit=self._ports.open_unit,
        )
        return pb.ListLaddersResponse(
            ladders=map(ladder_message, page.items), next_page_token=page.next_token
        )

    async def PauseLadder(
        self,
        request: pb.PauseLadderRequest,
        context: ServicerContext[pb.PauseLadderRequest, pb.PauseLadderResponse],
    ) -> pb.PauseLadderResponse:
        ladder = await asyncio.to_thread(
            ladders.pause_ladder,
            required_id("ladder_id", request.ladder_id),
            request.paused,
            open_unit=self._ports.open_unit,
        )
        return pb.PauseLadderResponse(ladder=ladder_message(ladder))

    async def JoinLadder(
        self,
        request: pb.JoinLadderRequest,
        context: ServicerContext[pb.JoinLadderRequest, pb.JoinLadderResponse],
    ) -> pb.JoinLadderResponse:
        standing = await asyncio.to_thread(
            ladders.join_ladder,
            caller(),
            required_id("ladder_id", request.ladder_id),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        row = await asyncio.to_thread(
            ladders.standing_row, standing, open_unit=self._ports.open_unit
        )
        return pb.JoinLadderResponse(standing=standing_message(row))

    async def LeaveLadder(
        self,
        request: pb.LeaveLadderRequest,
        context: ServicerContext[pb.LeaveLadderRequest, pb.LeaveLadderResponse],
    ) -> pb.LeaveLadderResponse:
        standing = await asyncio.to_thread(
            ladders.leave_ladder,
            caller(),
            required_id("ladder_id", request.ladder_id),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
        )
        row = await asyncio.to_thread(
            ladders.standing_row, standing, open_unit=self._ports.open_unit
        )
        return pb.LeaveLadderResponse(standing=standing_message(row))

    async def SetAnchor(
        self,
        request: pb.SetAnchorRequest,
        context: ServicerContext[pb.SetAnchorRequest, pb.SetAnchorResponse],
    ) -> pb.SetAnchorResponse:
        ladder = await asyncio.to_thread(
            ladders.set_anchor,
            required_id("ladder_id", request.ladder_id),
            required_id("submission_id", request.submission_id),
            request.rating,
            open_unit=self._ports.open_unit,
        )
        return pb.SetAnchorResponse(ladder=ladder_message(ladder))

    async def ListStandings(
        self,
        request: pb.ListStandingsRequest,
        context: ServicerContext[pb.ListStandingsRequest, pb.ListStandingsResponse],
    ) -> pb.ListStandingsResponse:
        found = await asyncio.to_thread(
            standing_views.view_standings,
            required_id("ladder_id", request.ladder_id),
            page_size(request.page_size),
            page_token(request.page_token),
            open_unit=self._ports.open_unit,
        )
        return pb.ListStandingsResponse(
            standings=map(standing_view_message, found.page.items),
            next_page_token=found.page.next_token,
            estimated_block_count=found.covered,
        )

    async def ListRatingChanges(
        self,
        request: pb.ListRatingChangesRequest,
        context: ServicerContext[pb.ListRatingChangesRequest, pb.ListRatingChangesResponse],
    ) -> pb.ListRatingChangesResponse:
        page = await asyncio.to_thread(
            ladders.list_rating_changes,
            required_id("ladder_id", request.ladder_id),
            page_size(request.page_size),
            page_token(request.page_token),
            optional_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
        )
        return pb.ListRatingChangesResponse(
            changes=map(rating_change_message, page.items), next_page_token=page.next_token
        )

    async def Quarantine(
        self,
        request: pb.QuarantineRequest,
        context: ServicerContext[pb.QuarantineRequest, pb.QuarantineResponse],
    ) -> pb.QuarantineResponse:
        found = await asyncio.to_thread(
            conduct.quarantine,
            required_id("ladder_id", request.ladder_id),
            required_id("submission_id", request.submission_id),
            request.reason,
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.QuarantineResponse(quarantine_time=timestamp(found.quarantined))

    async def LiftQuarantine(
        self,
        request: pb.LiftQuarantineRequest,
        context: ServicerContext[pb.LiftQuarantineRequest, pb.LiftQuarantineResponse],
    ) -> pb.LiftQuarantineResponse:
        await asyncio.to_thread(
            conduct.lift_quarantine,
            required_id("ladder_id", request.ladder_id),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
        )
        return pb.LiftQuarantineResponse()

    async def GetSchedule(
        self,
        request: pb.GetScheduleRequest,
        context: ServicerContext[pb.GetScheduleRequest, pb.GetScheduleResponse],
    ) -> pb.GetScheduleResponse:
        found = await asyncio.to_thread(
            workload, open_unit=self._ports.open_unit, now=self._ports.now
        )
        return schedule_message(found)

    async def ExplainSchedule(
        self,
        request: pb.ExplainScheduleRequest,
        context: ServicerContext[pb.ExplainScheduleRequest, pb.ExplainScheduleResponse],
    ) -> pb.ExplainScheduleResponse:
        explained = await asyncio.to_thread(
            explaining.explain_schedule,
            required_id("ladder_id", request.ladder_id),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
            online=self._ports.online_from_threads(),
            now=self._ports.now,
        )
        return explanation_message(explained)
