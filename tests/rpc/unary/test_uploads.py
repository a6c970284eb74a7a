import io
import secrets
import tarfile
import uuid
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

import pytest
from grpc import StatusCode

from arena.service import hosted
from arena.service.bots import admit_session
from arena.service.errors import InvalidArgument, NotAllowed, Unauthenticated, WrongState
from arena.service.hosting_ports import Manifest, Plays
from arena.service.hosting_records import HostedState
from arena.service.ladders import create_ladder, join_ladder
from arena.service.matches import create_match
from arena.service.naming import secret_hash
from arena.service.quotas import Quota
from arena.service.records import Submission
from botarena.v1 import submission_service_pb2 as pb

from .world import Person, World, refused

MANIFEST = 'name = "Hal"\ngame = "odd-lots"\nseats = [3]\ncommand = ["python", "bot.py"]\n'
CHUNK = 1_000


def archive(manifest: str = MANIFEST, **files: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as file:
        for name, content in {"bot.toml": manifest.encode(), "bot.py": b"", **files}.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            file.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def parts(
    data: bytes, request_id: str = "", digest: str = "", size: int = -1
) -> Iterator[pb.UploadSubmissionRequest]:
    metadata = pb.UploadMetadata(
        sha256=digest or sha256(data).hexdigest(),
        size_bytes=len(data) if size < 0 else size,
        request_id=request_id,
    )
    yield pb.UploadSubmissionRequest(metadata=metadata)
    for start in range(0, len(data), CHUNK):
        yield pb.UploadSubmissionRequest(chunk=data[start : start + CHUNK])


def upload(
    arena: World, data: bytes, person: Person | None = None, **more: object
) -> pb.Submission:
    response = arena.submissions.UploadSubmission(
        parts(data, **more),  # type: ignore[arg-type]
        metadata=(person or arena.ann).metadata,
    )
    submission: pb.Submission = response.submission
    return submission


def test_an_upload_makes_the_bot_and_its_next_version(arena: World) -> None:
    first = upload(arena, archive(noise=bytes(range(256)) * 20))
    second = upload(arena, archive())

    assert (first.bot_name, first.number, second.number) == ("Hal", 1, 2)
    assert first.kind == pb.Submission.KIND_HOSTED
    assert first.state == pb.Submission.STATE_CHECKING
    with arena.unit() as unit:
        kept = unit.hosted.get(second.submission_id)
        assert unit.hosted.archive(second.submission_id) == archive()
    assert (kept.seats, kept.memory_mb, kept.state) == ((3,), 256, HostedState.CHECKING)


def test_a_repeated_upload_is_answered_without_its_chunks(arena: World) -> None:
    data, request_id = archive(), str(uuid.uuid4())
    first = upload(arena, data, request_id=request_id)

    again = arena.submissions.UploadSubmission(
        iter([next(parts(data, request_id))]), metadata=arena.ann.metadata
    )

    assert again.submission == first
    assert upload(arena, data, request_id=str(uuid.uuid4())).number == 2
    with refused(StatusCode.PERMISSION_DENIED):
        upload(arena, data, arena.bob, request_id=request_id)


def test_a_bot_that_plays_several_games_is_a_submission_for_each(arena: World) -> None:
    manifest = MANIFEST.replace('game = "odd-lots"\nseats = [3]', 'games = ["scout", "carrera"]')
    data, request_id = archive(manifest), str(uuid.uuid4())
    metadata = arena.ann.metadata

    made = arena.submissions.UploadSubmission(parts(data, request_id), metadata=metadata)
    again = arena.submissions.UploadSubmission(
        iter([next(parts(data, request_id))]), metadata=metadata
    )

    assert [s.bot_name for s in made.submissions] == ["Hal-carrera", "Hal-scout"]
    assert made.submission == made.submissions[0]
    assert again == made
    with arena.unit() as unit:
        seats = [unit.hosted.get(s.submission_id).seats for s in made.submissions]
        games = [unit.bots.get(s.bot_id).game for s in made.submissions]
    assert (games, seats) == (["carrera", "scout"], [(3, 4, 5), (2, 3, 4, 5)])


def kept(arena: World, versions: int = 0, archive_mb: int = 0) -> Submission:
    manifest = Manifest("Hal", (Plays("odd-lots", (3,)),), ("python", "bot.py"))
    (made,) = hosted.upload_submission(
        arena.ann.author,
        bytes(600_000),
        "",
        "",
        read=lambda *_: manifest,
        open_unit=arena.open_unit,
        now=arena.now,
        quota=Quota(versions, archive_mb),
    )
    return made


def test_an_author_has_room_for_so_many_versions_and_retiring_makes_room(arena: World) -> None:
    first, second = kept(arena, versions=2), kept(arena, versions=2)

    with pytest.raises(WrongState, match=r"2 uploaded versions .ARENA_AUTHOR_VERSIONS.*you have 2"):
        kept(arena, versions=2)
    with arena.unit() as unit:
        unit.submissions.retire(first.submission_id)
    third = kept(arena, versions=2)

    assert (first.number, second.number, third.number) == (1, 2, 3)


def test_an_author_has_room_for_so_many_bytes_until_they_are_forgotten(arena: World) -> None:
    first = kept(arena, archive_mb=1)
    with arena.unit() as unit:
        unit.hosted.move(first.submission_id, HostedState.REFUSED)

    with pytest.raises(WrongState, match=r"1 MB .ARENA_AUTHOR_UPLOAD_MB.*yours take 1\.1 MB"):
        kept(arena, archive_mb=1)
    hosted.forget_bot_logs(0.0, open_unit=arena.open_unit, now=arena.now)

    assert kept(arena, archive_mb=1).number == 2


@pytest.mark.parametrize(
    ("data", "more", "field"),
    [
        (archive('name = "Hal"'), {}, "bot.toml game"),
        (archive(MANIFEST.replace("odd-lots", "go")), {}, "bot.toml game"),
        (archive(**{"../x": b""}), {}, "archive"),
        (b"no archive", {}, "archive"),
        (archive(), {"digest": "0" * 64}, "sha256"),
        (archive(), {"digest": "0"}, "metadata.sha256"),
        (archive(), {"size": 0}, "metadata.size_bytes"),
        (archive(), {"size": (1 << 20) + 1}, "metadata.size_bytes"),
        (archive(), {"size": 5}, "chunk"),
        (archive(), {"size": 100_000}, "chunk"),
        (archive(), {"request_id": "7"}, "request_id"),
    ],
)
def test_a_bad_upload_is_refused_and_leaves_nothing(
    arena: World, data: bytes, more: dict[str, object], field: str
) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, field):
        upload(arena, data, **more)

    with arena.unit() as unit:
        assert unit.bots.page(10, "").items == ()
        assert unit.hosted.wanted() == ()


def test_chunks_follow_metadata_and_nothing_else(arena: World) -> None:
    chunk = pb.UploadSubmissionRequest(chunk=b"x")
    metadata = next(parts(archive()))

    with refused(StatusCode.INVALID_ARGUMENT, "metadata"):
        arena.submissions.UploadSubmission(iter([chunk]), metadata=arena.ann.metadata)
    with refused(StatusCode.INVALID_ARGUMENT, "part"):
        arena.submissions.UploadSubmission(iter([metadata] * 2), metadata=arena.ann.metadata)


def test_a_bot_is_uploaded_by_its_author_and_plays_one_game(arena: World) -> None:
    upload(arena, archive())

    with refused(StatusCode.PERMISSION_DENIED):
        upload(arena, archive(), arena.bob)
    with refused(StatusCode.INVALID_ARGUMENT, "bot.toml game"):
        upload(arena, archive('name = "Hal"\ngame = "scout"\ncommand = "python bot.py"'))


def download(arena: World, person: Person, submission_id: str, match_id: str = "") -> bytes:
    request = pb.DownloadBotLogRequest(submission_id=submission_id, match_id=match_id, seat=2)
    answers = arena.submissions.DownloadBotLog(request, metadata=person.metadata)
    return b"".join(answer.chunk for answer in answers)


def test_a_log_is_for_its_author_and_operators(arena: World) -> None:
    submission_id = upload(arena, archive()).submission_id
    log = bytes(range(256)) * 2_000
    with arena.unit() as unit:
        unit.hosted.keep_log(submission_id, "match-1", 2, log, arena.now())

    assert download(arena, arena.ann, submission_id, "match-1") == log
    assert download(arena, arena.operator, submission_id, "match-1") == log
    with refused(StatusCode.PERMISSION_DENIED):
        download(arena, arena.bob, submission_id, "match-1")
    with refused(StatusCode.NOT_FOUND):
        download(arena, arena.ann, submission_id)


def test_logs_are_kept_for_so_many_days(arena: World) -> None:
    submission_id = upload(arena, archive()).submission_id
    written = arena.now()
    with arena.unit() as unit:
        unit.hosted.keep_log(submission_id, "match-1", 2, b"long ago", written - timedelta(days=8))
        unit.hosted.keep_log(submission_id, "match-2", 2, b"of late", written - timedelta(days=6))

    forgotten = hosted.forget_bot_logs(7.0, open_unit=arena.open_unit, now=arena.now)

    assert forgotten == 1
    assert download(arena, arena.ann, submission_id, "match-2") == b"of late"
    with refused(StatusCode.NOT_FOUND):
        download(arena, arena.ann, submission_id, "match-1")


def archive_of(arena: World, person: Person, submission_id: str) -> bytes:
    request = pb.DownloadArchiveRequest(submission_id=submission_id)
    answers = arena.submissions.DownloadArchive(request, metadata=person.metadata)
    return b"".join(answer.chunk for answer in answers)


def test_an_archive_is_for_its_author_and_operators(arena: World) -> None:
    data = archive(noise=secrets.token_bytes(200_000))
    submission_id = upload(arena, data).submission_id

    assert archive_of(arena, arena.ann, submission_id) == data
    assert archive_of(arena, arena.operator, submission_id) == data
    with refused(StatusCode.PERMISSION_DENIED):
        archive_of(arena, arena.bob, submission_id)
    with refused(StatusCode.NOT_FOUND):
        archive_of(arena, arena.ann, "sub-0")


def test_a_remote_submission_has_no_archive(arena: World) -> None:
    remote = arena.submission(arena.ann, "Ada").submission_id

    with refused(StatusCode.FAILED_PRECONDITION):
        archive_of(arena, arena.ann, remote)


def test_what_is_not_active_neither_joins_nor_sits(arena: World) -> None:
    mine = upload(arena, archive()).submission_id
    others = [arena.submission(arena.bob, f"Bot {n}").submission_id for n in range(2)]
    ports = {"open_unit": arena.open_unit, "now": arena.now}
    ladders = [
        create_ladder(f"lots {n}", "odd-lots", {}, n, games=arena.games, **ports) for n in (3, 5)
    ]

    def join(n: int) -> None:
        join_ladder(arena.ann.author, ladders[n].ladder_id, mine, **ports)

    def seat() -> None:
        lineup = [mine, *others]
        create_match(arena.ann.author, "odd-lots", {}, lineup, games=arena.games, **ports)

    for state in (HostedState.CHECKING, HostedState.QUALIFYING, HostedState.REFUSED):
        with arena.unit() as unit:
            unit.hosted.move(mine, state, "it does not start")
        with pytest.raises(WrongState, match=rf"is {state.value} \(it does not start\)"):
            join(0)
        with pytest.raises(WrongState, match=state.value):
            seat()
    with arena.unit() as unit:
        unit.hosted.move(mine, HostedState.ACTIVE)
    with pytest.raises(InvalidArgument, match="plays with 3 seats, not 5"):
        join(1)
    join(0)
    seat()


def test_only_the_worker_that_runs_a_submission_speaks_for_it(arena: World) -> None:
    mine = upload(arena, archive()).submission_id
    token = hosted.TOKEN_PREFIX + "secret"
    now = arena.now()
    with arena.unit() as unit:
        unit.hosted.claim(mine, "worker", secret_hash(token), now, now.replace(hour=1))

    author, submission_id = hosted.authenticate_hosting(
        token, open_unit=arena.open_unit, now=arena.now
    )

    assert (author, submission_id) == (arena.ann.author, mine)
    assert admit_session(author, mine, run_by_us=True, open_unit=arena.open_unit)
    with pytest.raises(NotAllowed, match="the arena runs it"):
        admit_session(arena.ann.author, mine, open_unit=arena.open_unit)
    with pytest.raises(Unauthenticated):
        hosted.authenticate_hosting(token + "x", open_unit=arena.open_unit, now=arena.now)
    with refused(StatusCode.UNAUTHENTICATED):
        arena.submissions.RetireSubmission(
            pb.RetireSubmissionRequest(submission_id=mine),
            metadata=(("authorization", f"Bearer {token}"),),
        )


class Queue(list[str]):
    def host(self, submission_id: str) -> None:
        self.append(submission_id)

    play = rate = host

    def hosting_waits(self) -> bool:
        return False


def test_what_nobody_runs_is_queued_and_queued_again_only_later(arena: World) -> None:
    first, second = (upload(arena, archive()).submission_id for _ in range(2))
    queue = Queue()
    ports = {"open_unit": arena.open_unit, "now": arena.now}
    with arena.unit() as unit:
        unit.hosted.claim(second, "worker", "hash", arena.now(), arena.now().replace(hour=1))

    hosted.dispatch_hosting(queue=queue, **ports)
    hosted.dispatch_hosting(queue=queue, **ports)
    for _ in range(5):
        arena.now()
    hosted.dispatch_hosting(queue=queue, **ports)

    assert queue == [first, first]


def test_an_arena_that_hosts_no_bots_says_so(arena: World) -> None:
    arena.hosts_bots = False

    with arena.served(), refused(StatusCode.FAILED_PRECONDITION) as refusal:
        upload(arena, archive())

    assert "hosts no bots" in refusal.status.message
