"""The submission service: the versions of bots."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from grpc.aio import ServicerContext

from arena.rpc.auth import caller
from arena.rpc.fields import optional_id, page_size, page_token, required_id
from arena.rpc.intake import Intake
from arena.rpc.messages import submission_message
from arena.rpc.ports import Ports
from arena.rpc.uploads import CHUNK_BYTES, take_upload
from arena.service import bots, hosted
from arena.service.errors import WrongState
from arena.service.records import Submission
from botarena.v1 import submission_service_pb2 as pb
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceServicer


class SubmissionServicer(SubmissionServiceServicer):
    """Serves `botarena.v1.SubmissionService`."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._intake = Intake()

    async def CreateSubmission(
        self,
        request: pb.CreateSubmissionRequest,
        context: ServicerContext[pb.CreateSubmissionRequest, pb.CreateSubmissionResponse],
    ) -> pb.CreateSubmissionResponse:
        submission = await asyncio.to_thread(
            bots.create_submission,
            caller(),
            required_id("bot_id", request.bot_id),
            request.request_id,
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        (message,) = await self._messages([submission])
        return pb.CreateSubmissionResponse(submission=message)

    async def GetSubmission(
        self,
        request: pb.GetSubmissionRequest,
        context: ServicerContext[pb.GetSubmissionRequest, pb.GetSubmissionResponse],
    ) -> pb.GetSubmissionResponse:
        submission = await asyncio.to_thread(
            bots.submission_of,
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
        )
        (message,) = await self._messages([submission])
        return pb.GetSubmissionResponse(submission=message)

    async def ListSubmissions(
        self,
        request: pb.ListSubmissionsRequest,
        context: ServicerContext[pb.ListSubmissionsRequest, pb.ListSubmissionsResponse],
    ) -> pb.ListSubmissionsResponse:
        page = await asyncio.to_thread(
            bots.list_submissions,
            required_id("bot_id", request.bot_id),
            page_size(request.page_size),
            page_token(request.page_token),
            open_unit=self._ports.open_unit,
        )
        return pb.ListSubmissionsResponse(
            submissions=await self._messages(page.items), next_page_token=page.next_token
        )

    async def RetireSubmission(
        self,
        request: pb.RetireSubmissionRequest,
        context: ServicerContext[pb.RetireSubmissionRequest, pb.RetireSubmissionResponse],
    ) -> pb.RetireSubmissionResponse:
        submission = await asyncio.to_thread(
            bots.retire_submission,
            caller(),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
        )
        (message,) = await self._messages([submission])
        return pb.RetireSubmissionResponse(submission=message)

    async def UploadSubmission(
        self,
        requests: AsyncIterator[pb.UploadSubmissionRequest],
        context: ServicerContext[pb.UploadSubmissionRequest, pb.UploadSubmissionResponse],
    ) -> pb.UploadSubmissionResponse:
        if self._ports.uploads is None:
            raise WrongState("this arena hosts no bots; connect yours by yourself")
        uploads, intake = self._ports.uploads, self._intake
        made = await take_upload(caller(), requests, self._ports, uploads, intake)
        messages = await self._messages(made)
        return pb.UploadSubmissionResponse(submission=messages[0], submissions=messages)

    async def DownloadBotLog(
        self,
        request: pb.DownloadBotLogRequest,
        context: ServicerContext[pb.DownloadBotLogRequest, pb.DownloadBotLogResponse],
    ) -> AsyncIterator[pb.DownloadBotLogResponse]:
        log = await asyncio.to_thread(
            hosted.bot_log,
            caller(),
            required_id("submission_id", request.submission_id),
            optional_id("match_id", request.match_id),
            request.seat,
            open_unit=self._ports.open_unit,
        )
        for start in range(0, len(log), CHUNK_BYTES):
            yield pb.DownloadBotLogResponse(chunk=log[start : start + CHUNK_BYTES])

    async def DownloadArchive(
        self,
        request: pb.DownloadArchiveRequest,
        context: ServicerContext[pb.DownloadArchiveRequest, pb.DownloadArchiveResponse],
    ) -> AsyncIterator[pb.DownloadArchiveResponse]:
        archive = await asyncio.to_thread(
            hosted.archive_of,
            caller(),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
        )
        for start in range(0, len(archive), CHUNK_BYTES):
            yield pb.DownloadArchiveResponse(chunk=archive[start : start + CHUNK_BYTES])

    async def _messages(self, submissions: Sequence[Submission]) -> list[pb.Submission]:
        ids = [submission.submission_id for submission in submissions]
        online = await self._ports.online(ids)
        open_unit = self._ports.open_unit
        names = await asyncio.to_thread(bots.submission_names, ids, open_unit=open_unit)
        runs = await asyncio.to_thread(hosted.hosted_among, ids, open_unit=open_unit)
        return [
            submission_message(s, names[i], runs.get(i), online=i in online)
            for i, s in zip(ids, submissions, strict=True)
        ]
