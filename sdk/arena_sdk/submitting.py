"""Uploads a bot that the arena is to run, and waits until it is known whether it will."""

import asyncio
import io
import os
import tarfile
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import grpc
import grpc.aio

from arena_sdk.settings import Settings, settings
from botarena.v1 import submission_service_pb2 as pb
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub

T = TypeVar("T")

Progress = Callable[[str, int, int], None]
"""Hears what goes on, and how many bytes of how many have been sent."""

_CHUNK_BYTES = 64 << 10
_LOOK_S = 1.0
_TRIES = 5
_LEFT_OUT = ("__pycache__", ".git", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache")
_FINAL = (pb.Submission.STATE_ACTIVE, pb.Submission.STATE_REFUSED)


class SubmissionRefused(Exception):
    """The arena will not run the bot; the text says why, and what the bot printed."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of an upload."""

    submission_id: str
    bot: str
    number: int
    state: str
    """Such as `active`; `checking`, `building` or `qualifying` if it was not waited for."""
    others: "tuple[Submitted, ...]" = ()
    """The same for the other games that the bot plays, if it plays several."""


def submit(
    path: str | os.PathLike[str],
    *,
    address: str | None = None,
    key: str | None = None,
    tls: bool | None = None,
    roots: str | os.PathLike[str] | None = None,
    wait: bool = True,
    progress: Progress = lambda *_: None,
) -> Submitted:
    """Uploads a directory with a `bot.toml` in it, or an archive of one, zip or tar.gz.

    Takes from the environment what is not given, as `run` does. Returns when the submission is
    active; raises `SubmissionRefused` if it never will be, and `grpc.RpcError` if the arena cannot
    be reached or does not take the upload.
    """
    found = settings(address=address, key=key, submission="-", tls=tls, roots=roots)
    archive = packed(Path(path))
    return asyncio.run(_submit(archive, found, wait, progress))


def packed(path: Path) -> bytes:
    """Returns the archive of a directory, the same for the same files; a file is one already."""
    if path.is_file():
        return path.read_bytes()
    if not path.exists():
        raise ValueError(f"{path}: there is no such file or folder")
    if not (path / "bot.toml").is_file():
        raise ValueError(f"{path} has no bot.toml")
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for file in sorted(path.rglob("*")):
            if not set(file.relative_to(path).parts) & set(_LEFT_OUT):
                tar.add(file, str(file.relative_to(path)), recursive=False, filter=_anonymous)
    return archive.getvalue()


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


async def _submit(archive: bytes, found: Settings, wait: bool, progress: Progress) -> Submitted:
    channel = found.channel()
    try:
        stub: Any = SubmissionServiceStub(channel)
        request_id = str(uuid.uuid4())
        response = await _retried(
            lambda: stub.UploadSubmission(
                _parts(archive, request_id, progress), metadata=found.metadata
            )
        )
        made = list(response.submissions) or [response.submission]  # an older arena knows of one
        if wait:
            size = len(archive)
            made = [
                await _settled(stub, submission, lambda state: progress(state, size, size), found)
                for submission in made
            ]
        first, *others = map(_submitted, made)
        return replace(first, others=tuple(others))
    finally:
        await channel.close()


async def _settled(
    stub: Any, submission: pb.Submission, told: Callable[[str], None], found: Settings
) -> pb.Submission:
    """Waits until it is known whether the arena runs a submission; raises if it does not."""
    shown = ""
    while submission.state not in _FINAL:
        if shown != (shown := _state(submission)):
            told(shown)
        await asyncio.sleep(_LOOK_S)
        request = pb.GetSubmissionRequest(submission_id=submission.submission_id)
        submission = (await _retried(partial(stub.GetSubmission, request))).submission
    if submission.state == pb.Submission.STATE_REFUSED:
        log = await _log(stub, submission.submission_id, found)
        raise SubmissionRefused(f"{submission.state_reason}\n{log}".strip())
    return submission


def _submitted(one: pb.Submission) -> Submitted:
    return Submitted(one.submission_id, one.bot_name, one.number, _state(one))


async def _parts(
    archive: bytes, request_id: str, progress: Progress
) -> AsyncIterator[pb.UploadSubmissionRequest]:
    metadata = pb.UploadMetadata(
        sha256=sha256(archive).hexdigest(), size_bytes=len(archive), request_id=request_id
    )
    yield pb.UploadSubmissionRequest(metadata=metadata)
    for start, chunk in _chunks(archive):
        yield pb.UploadSubmissionRequest(chunk=chunk)
        progress("uploading", start + len(chunk), len(archive))


def _chunks(archive: bytes) -> Iterator[tuple[int, bytes]]:
    for start in range(0, len(archive), _CHUNK_BYTES):
        yield start, archive[start : start + _CHUNK_BYTES]


async def _log(stub: Any, submission_id: str, found: Settings) -> str:
    """Returns the submission's own log, empty if nothing was printed."""
    request = pb.DownloadBotLogRequest(submission_id=submission_id)
    log = b""
    try:
        async for response in stub.DownloadBotLog(request, metadata=found.metadata):
            log += response.chunk
    except grpc.aio.AioRpcError as error:
        if error.code() is not grpc.StatusCode.NOT_FOUND:
            raise
    return log.decode(errors="replace")


async def _retried(call: Callable[[], Any]) -> Any:
    """Tries again while the arena is away; the request id makes that harmless."""
    for number in range(_TRIES):
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE or number == _TRIES - 1:
                raise
        await asyncio.sleep(0.2 * 2**number)
    raise AssertionError("the last try returns or raises")


def _state(submission: pb.Submission) -> str:
    return pb.Submission.State.Name(submission.state).removeprefix("STATE_").lower()
