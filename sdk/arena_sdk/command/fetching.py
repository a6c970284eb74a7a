"""Programs of the author's hosted submissions, fetched from the arena to play here.

They are kept under `~/.cache/arena-sdk`: a submission never changes.
"""

import argparse
import io
import os
import shlex
import shutil
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

from arena_sdk.command.reaching import Arena, reached
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.submissions import submission_id
from botarena.v1 import submission_service_pb2 as pb
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub


def program_of(name: str) -> Path:
    """Returns the file of a submission's bot; raises `Refusal` if it cannot be played here."""
    nowhere_else = argparse.Namespace(address=None, key=None, tls=None, roots=None)
    with reached(nowhere_else) as arena:
        found = submission_id(arena, name)
        folder = _cache() / found
        if not folder.is_dir():
            _fetch(arena, found, folder)
    return _program(folder, name)


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "arena-sdk"


def _fetch(arena: Arena, found: str, folder: Path) -> None:
    """Makes the folder, whole or not at all."""
    stub = SubmissionServiceStub(arena.channel)
    request = pb.GetSubmissionRequest(submission_id=found)
    submission = arena.call(stub.GetSubmission, request).submission
    if submission.state != pb.Submission.STATE_ACTIVE:  # a build may still change it
        state = pb.Submission.State.Name(submission.state).removeprefix("STATE_").lower()
        raise Refusal(f"{found} is not active but {state}", 4)
    parts = arena.call(stub.DownloadArchive, pb.DownloadArchiveRequest(submission_id=found))
    archive = io.BytesIO(b"".join(part.chunk for part in parts))
    folder.parent.mkdir(parents=True, exist_ok=True)
    unpacked = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        if zipfile.is_zipfile(archive):
            zipfile.ZipFile(archive).extractall(unpacked)
        else:
            archive.seek(0)
            with tarfile.open(fileobj=archive) as tar:
                # The first ones of Python 3.11 have no filters; the arena let no links in.
                tar.extraction_filter = getattr(tarfile, "data_filter", None)
                tar.extractall(unpacked)
        if not folder.is_dir():  # another process may have been quicker
            unpacked.rename(folder)
    finally:
        shutil.rmtree(unpacked, ignore_errors=True)


def _program(folder: Path, name: str) -> Path:
    command = tomllib.loads((folder / "bot.toml").read_text())["command"]
    words = shlex.split(command) if isinstance(command, str) else command
    for word in words:
        if word.endswith(".py") and (folder / word).is_file():
            return folder / word
    raise Refusal(f"{name} is started by {shlex.join(words)!r}; only bots in Python can play here")
