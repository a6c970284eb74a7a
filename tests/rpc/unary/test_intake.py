"""Who stalls an upload keeps nobody else from uploading, and not for long from anything."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import grpc
import pytest
from grpc import StatusCode

from arena.rpc.intake import AT_ONCE, Intake
from arena.service.errors import TooMany
from botarena.v1 import submission_service_pb2 as pb

from .test_uploads import archive, parts, upload
from .world import Person, World, refused

SIZE = 200_000


@contextmanager
def stalled(arena: World, person: Person) -> Iterator[grpc.Future]:
    """Begins an upload, and sends no more of it until the end of the block."""
    enough = threading.Event()

    def sent() -> Iterator[pb.UploadSubmissionRequest]:
        yield next(parts(archive(), size=SIZE))
        yield pb.UploadSubmissionRequest(chunk=b"x")
        enough.wait()

    call = arena.submissions.UploadSubmission.future(sent(), metadata=person.metadata)
    try:
        yield call
    finally:
        call.cancel()
        enough.set()


def test_one_author_who_stalls_keeps_nobody_else_waiting(arena: World) -> None:
    with ExitStack() as stalling:
        for _ in range(2 * AT_ONCE):
            stalling.enter_context(stalled(arena, arena.ann))

        assert upload(arena, archive(), arena.bob).number == 1


def test_many_authors_who_stall_are_refused_and_make_room(arena: World) -> None:
    arena.upload_idle_s = 0.3
    stallers = [arena.person(f"Staller {n}") for n in range(2 * AT_ONCE)]

    with arena.served(), ExitStack() as stalling:
        calls = [stalling.enter_context(stalled(arena, person)) for person in stallers]
        assert upload(arena, archive(), arena.bob).number == 1

        with refused(StatusCode.INVALID_ARGUMENT, "chunk") as refusal:
            calls[0].result(timeout=10)

    assert "less than 64 KiB came in 0.3 s" in refusal.status.message


def test_a_trickle_is_no_better_than_nothing(arena: World) -> None:
    arena.upload_idle_s = 0.5

    def trickle() -> Iterator[pb.UploadSubmissionRequest]:
        yield next(parts(archive(), size=SIZE))
        for _ in range(SIZE):
            time.sleep(0.05)
            yield pb.UploadSubmissionRequest(chunk=b"x")

    with arena.served(), refused(StatusCode.INVALID_ARGUMENT, "chunk"):
        arena.submissions.UploadSubmission(trickle(), metadata=arena.ann.metadata)


def test_whoever_waits_for_a_place_is_not_idle(arena: World) -> None:
    arena.upload_idle_s = 1.0

    with arena.served(), stalled(arena, arena.ann):
        for _ in range(3):
            assert upload(arena, archive(), arena.ann).number


def test_whoever_waits_too_long_is_told_when_to_come_back() -> None:
    async def scene() -> None:
        intake = Intake(at_once=1, patience_s=0.05)
        async with intake.place("ann"):
            for author in ("ann", "bob"):
                with pytest.raises(TooMany, match="one upload of an author at a time") as told:
                    async with intake.place(author):
                        raise AssertionError("there is one place")
                assert told.value.retry_s == 0.05
        async with intake.place("bob"), asyncio.timeout(1):
            pass

    asyncio.run(scene())
