"""The match service: starting matches, and looking at any of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

from grpc.aio import ServicerContext

from arena.match.log import dump_log
from arena.rpc.auth import caller
from arena.rpc.fields import (
    clock_from,
    match_state_from,
    optional_id,
    options_from,
    page_size,
    page_token,
    renamed,
    required_id,
    required_ids,
)
from arena.rpc.ports import Ports
from arena.service import matches
from arena.service.bots import submission_names
from arena.service.records import MatchFilter
from arena.wire.match import event_message
from arena.wire.records import match_message
from botarena.v1 import match_service_pb2 as pb
from botarena.v1.match_pb2 import Match as MatchMessage
from botarena.v1.match_service_pb2_grpc import MatchServiceServicer

CHUNK = 64 * 1024
"""How many bytes of a replay one message carries."""


class MatchServicer(MatchServiceServicer):
    """Serves `botarena.v1.MatchService`."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def CreateMatch(
        self,
        request: pb.CreateMatchRequest,
        context: ServicerContext[pb.CreateMatchRequest, pb.CreateMatchResponse],
    ) -> pb.CreateMatchResponse:
        with renamed("seat_count", "submission_ids"):
            match = await asyncio.to_thread(
                matches.create_match,
                caller(),
                required_id("game_name", request.game_name),
                options_from(request.options),
                required_ids("submission_ids", request.submission_ids),
                clock_from(request.clock),
                request.request_id,
                open_unit=self._ports.open_unit,
                games=self._ports.games,
                now=self._ports.now,
                quota=self._ports.quota,
            )
        return pb.CreateMatchResponse(match=await self._message(match.match_id, whole=False))

    async def GetMatch(
        self,
        request: pb.GetMatchRequest,
        context: ServicerContext[pb.GetMatchRequest, pb.GetMatchResponse],
    ) -> pb.GetMatchResponse:
        match_id = required_id("match_id", request.match_id)
        return pb.GetMatchResponse(match=await self._message(match_id, whole=True))

    async def ListMatches(
        self,
        request: pb.ListMatchesRequest,
        context: ServicerContext[pb.ListMatchesRequest, pb.ListMatchesResponse],
    ) -> pb.ListMatchesResponse:
        open_unit = self._ports.open_unit
        where = MatchFilter(
            optional_id("ladder_id", request.ladder_id),
            optional_id("submission_id", request.submission_id),
            match_state_from(request.state),
        )
        page = await asyncio.to_thread(
            matches.list_matches,
            page_size(request.page_size),
            page_token(request.page_token),
            where,
            open_unit=open_unit,
        )
        seated = {submission for match in page.items for submission in match.lineup}
        names = await asyncio.to_thread(submission_names, seated, open_unit=open_unit)
        revealed = await asyncio.to_thread(matches.revealed_among, page.items, open_unit=open_unit)
        return pb.ListMatchesResponse(
            matches=[
                match_message(match, names, seed_open=match.match_id in revealed)
                for match in page.items
            ],
            next_page_token=page.next_token,
        )

    async def WatchMatch(
        self,
        request: pb.WatchMatchRequest,
        context: ServicerContext[pb.WatchMatchRequest, pb.WatchMatchResponse],
    ) -> AsyncIterator[pb.WatchMatchResponse]:
        events = matches.watch_match(
            required_id("match_id", request.match_id),
            request.after_event_id,
            open_unit=self._ports.open_unit,
            logs=self._ports.logs,
        )
        async with aclosing(events):
            async for event_id, event in events:
                yield pb.WatchMatchResponse(event=event_message(event_id, event))

    async def DownloadReplay(
        self,
        request: pb.DownloadReplayRequest,
        context: ServicerContext[pb.DownloadReplayRequest, pb.DownloadReplayResponse],
    ) -> AsyncIterator[pb.DownloadReplayResponse]:
        match_id = required_id("match_id", request.match_id)
        replay = await asyncio.to_thread(self._replay, match_id)
        for start in range(0, len(replay), CHUNK):
            yield pb.DownloadReplayResponse(chunk=replay[start : start + CHUNK])

    def _replay(self, match_id: str) -> bytes:
        return dump_log(matches.replay_of(match_id, open_unit=self._ports.open_unit)).encode()

    async def _message(self, match_id: str, *, whole: bool) -> MatchMessage:
        """Returns a match by id; its attempts belong to the whole."""
        open_unit = self._ports.open_unit
        match, attempts, revealed = await asyncio.to_thread(
            matches.match_of, match_id, open_unit=open_unit
        )
        names = await asyncio.to_thread(submission_names, match.lineup, open_unit=open_unit)
        return match_message(match, names, attempts if whole else (), seed_open=revealed)
