"""Takes an archive that comes in chunks: counted as it comes, kept once it is whole."""

import asyncio
from collections.abc import AsyncIterator

from google.protobuf.message import DecodeError

from arena.rpc.ports import Ports, Uploads
from arena.service import hosted
from arena.service.errors import InvalidArgument
from arena.service.records import Author, Submission
from botarena.v1 import submission_service_pb2 as pb

CHUNK_BYTES = 128 << 10
_AT_ONCE = 4
"""So many archives are in memory at a time; further ones wait."""
_WHOLE_S = 300.0
_SHA256_LENGTH = 64

_turns = asyncio.Semaphore(_AT_ONCE)


async def take_upload(
    author: Author,
    requests: AsyncIterator[pb.UploadSubmissionRequest],
    ports: Ports,
    uploads: Uploads,
) -> tuple[Submission, ...]:
    """Returns the submissions that an upload makes, or made when it came first."""
    async with _turns:
        try:
            async with asyncio.timeout(_WHOLE_S):
                return await _taken(author, requests, ports, uploads)
        except DecodeError:
            raise InvalidArgument("request", "is not a message of the type that is due") from None
        except TimeoutError:
            raise InvalidArgument("chunk", f"the upload took longer than {_WHOLE_S:g} s") from None


async def _taken(
    author: Author,
    requests: AsyncIterator[pb.UploadSubmissionRequest],
    ports: Ports,
    uploads: Uploads,
) -> tuple[Submission, ...]:
    metadata = await _metadata(requests, uploads.most_bytes)
    earlier = await asyncio.to_thread(
        hosted.uploaded_before,
        author,
        metadata.sha256,
        metadata.request_id,
        open_unit=ports.open_unit,
    )
    if earlier:
        return earlier
    archive = bytearray()
    async for request in requests:
        if request.WhichOneof("part") != "chunk":
            raise InvalidArgument("part", "after the metadata there are only chunks")
        if len(archive) + len(request.chunk) > metadata.size_bytes:
            raise InvalidArgument("chunk", f"more than the {metadata.size_bytes:,} bytes announced")
        archive += request.chunk
    if len(archive) < metadata.size_bytes:
        why = f"{len(archive):,} of {metadata.size_bytes:,} bytes arrived; upload it again"
        raise InvalidArgument("chunk", why)
    return await asyncio.to_thread(
        hosted.upload_submission,
        author,
        bytes(archive),
        metadata.sha256,
        metadata.request_id,
        read=uploads.read,
        open_unit=ports.open_unit,
        now=ports.now,
        quota=uploads.quota,
    )


async def _metadata(
    requests: AsyncIterator[pb.UploadSubmissionRequest], most_bytes: int
) -> pb.UploadMetadata:
    first = await anext(aiter(requests), pb.UploadSubmissionRequest())
    if first.WhichOneof("part") != "metadata":
        raise InvalidArgument("metadata", "must come first")
    metadata = first.metadata
    if len(metadata.sha256) != _SHA256_LENGTH:
        raise InvalidArgument("metadata.sha256", "64 hexadecimal digits")
    if not 0 < metadata.size_bytes <= most_bytes:
        why = f"1 to {most_bytes:,}, not {metadata.size_bytes:,}"
        raise InvalidArgument("metadata.size_bytes", why)
    return metadata
