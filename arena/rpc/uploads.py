"""Takes an archive that comes in chunks: counted as it comes, kept once it is whole."""

import asyncio
from collections.abc import AsyncIterator

from google.protobuf.message import DecodeError

from arena.rpc.intake import Intake
from arena.rpc.ports import Ports, Uploads
from arena.service import hosted
from arena.service.errors import InvalidArgument
from arena.service.records import Author, Submission
from botarena.v1 import submission_service_pb2 as pb

CHUNK_BYTES = 128 << 10
PACE_BYTES = 64 << 10
"""So much, or what is left, has to come in the time that a sender may be idle."""
_WHOLE_S = 300.0
_SHA256_LENGTH = 64


async def take_upload(
    author: Author,
    requests: AsyncIterator[pb.UploadSubmissionRequest],
    ports: Ports,
    uploads: Uploads,
    intake: Intake,
) -> tuple[Submission, ...]:
    """Returns the submissions that an upload makes, or made when it came first."""
    parts = _Parts(requests, uploads.idle_s)
    metadata = await _metadata(parts, uploads.most_bytes)
    earlier = await asyncio.to_thread(
        hosted.uploaded_before,
        author,
        metadata.sha256,
        metadata.request_id,
        open_unit=ports.open_unit,
    )
    if earlier:
        return earlier
    async with intake.place(author.author_id):
        archive = await _archive(parts, metadata.size_bytes)
        return await asyncio.to_thread(
            hosted.upload_submission,
            author,
            archive,
            metadata.sha256,
            metadata.request_id,
            read=uploads.read,
            open_unit=ports.open_unit,
            now=ports.now,
            quota=uploads.quota,
        )


class _Parts:
    """What a sender sends; raises if too little of it comes while somebody waits for it."""

    def __init__(self, requests: AsyncIterator[pb.UploadSubmissionRequest], idle_s: float) -> None:
        self._requests = aiter(requests)
        self._idle_s = idle_s
        self._left_s, self._lacking = idle_s, PACE_BYTES

    async def following(self) -> pb.UploadSubmissionRequest | None:
        """Returns the next part; `None` after the last one."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        try:
            async with asyncio.timeout(self._left_s):
                part = await anext(self._requests, None)
        except TimeoutError:
            why = f"less than {PACE_BYTES >> 10} KiB came in {self._idle_s:g} s; upload it again"
            raise InvalidArgument("chunk", why) from None
        except DecodeError:
            raise InvalidArgument("request", "is not a message of the type that is due") from None
        self._left_s -= clock() - begun
        self._lacking -= 0 if part is None else len(part.chunk)
        if self._lacking <= 0:
            self._left_s, self._lacking = self._idle_s, PACE_BYTES
        return part


async def _metadata(parts: _Parts, most_bytes: int) -> pb.UploadMetadata:
    first = await parts.following()
    if first is None or first.WhichOneof("part") != "metadata":
        raise InvalidArgument("metadata", "must come first")
    metadata = first.metadata
    if len(metadata.sha256) != _SHA256_LENGTH:
        raise InvalidArgument("metadata.sha256", "64 hexadecimal digits")
    if not 0 < metadata.size_bytes <= most_bytes:
        why = f"1 to {most_bytes:,}, not {metadata.size_bytes:,}"
        raise InvalidArgument("metadata.size_bytes", why)
    return metadata


async def _archive(parts: _Parts, size: int) -> bytes:
    """Returns all chunks together, if they are as many bytes as announced."""
    archive = bytearray()
    try:
        async with asyncio.timeout(_WHOLE_S):
            while (part := await parts.following()) is not None:
                if part.WhichOneof("part") != "chunk":
                    raise InvalidArgument("part", "after the metadata there are only chunks")
                if len(archive) + len(part.chunk) > size:
                    raise InvalidArgument("chunk", f"more than the {size:,} bytes announced")
                archive += part.chunk
    except TimeoutError:
        raise InvalidArgument("chunk", f"the upload took longer than {_WHOLE_S:g} s") from None
    if len(archive) < size:
        why = f"{len(archive):,} of {size:,} bytes arrived; upload it again"
        raise InvalidArgument("chunk", why)
    return bytes(archive)
