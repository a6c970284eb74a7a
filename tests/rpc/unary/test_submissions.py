import uuid

import pytest
from google.rpc.error_details_pb2 import RetryInfo
from grpc import StatusCode

from botarena.v1 import submission_service_pb2 as pb

from .world import World, refused


def _create(arena: World, bot_id: str, request_id: str = "") -> pb.Submission:
    request = pb.CreateSubmissionRequest(bot_id=bot_id, request_id=request_id)
    response = arena.submissions.CreateSubmission(request, metadata=arena.ann.metadata)
    submission: pb.Submission = response.submission
    return submission


def test_submissions_of_a_bot_are_numbered_and_listed_newest_first(arena: World) -> None:
    first = arena.submission(arena.ann, "Hal")

    second = _create(arena, "hal")

    assert (second.number, second.bot_name, second.bot_id) == (2, "Hal", first.bot_id)
    assert second.kind == pb.Submission.KIND_REMOTE
    listed = arena.submissions.ListSubmissions(pb.ListSubmissionsRequest(bot_id="Hal"))
    assert [s.submission_id for s in listed.submissions] == [
        second.submission_id,
        first.submission_id,
    ]
    page = arena.submissions.ListSubmissions(
        pb.ListSubmissionsRequest(bot_id=first.bot_id, page_size=1)
    )
    rest = arena.submissions.ListSubmissions(
        pb.ListSubmissionsRequest(bot_id=first.bot_id, page_token=page.next_page_token)
    )
    assert [s.number for s in (*page.submissions, *rest.submissions)] == [2, 1]


def test_a_repeated_request_makes_one_submission(arena: World) -> None:
    bot_id, request_id = arena.submission(arena.ann, "Hal").bot_id, str(uuid.uuid4())

    first, again = _create(arena, bot_id, request_id), _create(arena, bot_id, request_id)

    assert first == again


def test_whether_a_submission_is_online_comes_from_the_relay(arena: World) -> None:
    here, away = arena.submission(arena.ann, "Here"), arena.submission(arena.ann, "Away")
    arena.online.add(here.submission_id)

    online = [
        arena.submissions.GetSubmission(
            pb.GetSubmissionRequest(submission_id=s.submission_id)
        ).submission.online
        for s in (here, away)
    ]

    assert online == [True, False]


def test_without_the_relay_the_answer_is_to_come_back_later(arena: World) -> None:
    submission = arena.submission(arena.ann, "Hal")
    arena.relay_is_down = True

    with refused(StatusCode.UNAVAILABLE) as refusal:
        arena.submissions.GetSubmission(
            pb.GetSubmissionRequest(submission_id=submission.submission_id)
        )

    assert refusal.detail(RetryInfo).retry_delay.seconds == 1
    assert "10.0.0.7" not in str(refusal.status)


def test_a_retired_submission_stays_retired(arena: World) -> None:
    submission = arena.submission(arena.ann, "Hal")
    request = pb.RetireSubmissionRequest(submission_id=submission.submission_id)

    for _ in range(2):
        response = arena.submissions.RetireSubmission(request, metadata=arena.ann.metadata)
        assert response.submission.retired


def test_only_its_author_or_an_operator_touches_a_bot(arena: World) -> None:
    submission = arena.submission(arena.ann, "Hal")
    create = pb.CreateSubmissionRequest(bot_id=submission.bot_id)
    retire = pb.RetireSubmissionRequest(submission_id=submission.submission_id)

    with refused(StatusCode.PERMISSION_DENIED):
        arena.submissions.CreateSubmission(create, metadata=arena.bob.metadata)
    with refused(StatusCode.PERMISSION_DENIED):
        arena.submissions.RetireSubmission(retire, metadata=arena.bob.metadata)
    assert arena.submissions.RetireSubmission(retire, metadata=arena.operator.metadata)


@pytest.mark.parametrize(
    ("bot_id", "request_id", "field"),
    [
        ("", "", "bot_id"),
        ("x" * 101, "", "bot_id"),
        ("Hal", "not a uuid", "request_id"),
        ("Hal", "0" * 5000, "request_id"),
    ],
)
def test_a_bad_submission_is_refused_by_field(
    arena: World, bot_id: str, request_id: str, field: str
) -> None:
    arena.submission(arena.ann, "Hal")

    with refused(StatusCode.INVALID_ARGUMENT, field):
        _create(arena, bot_id, request_id)


def test_what_is_not_there_is_not_found(arena: World) -> None:
    with refused(StatusCode.NOT_FOUND):
        _create(arena, "nobody's")
    with refused(StatusCode.NOT_FOUND):
        arena.submissions.GetSubmission(pb.GetSubmissionRequest(submission_id="sub-0"))
    with refused(StatusCode.NOT_FOUND):
        arena.submissions.ListSubmissions(pb.ListSubmissionsRequest(bot_id="bot-0"))
    with refused(StatusCode.NOT_FOUND):
        arena.submissions.RetireSubmission(
            pb.RetireSubmissionRequest(submission_id="sub-0"), metadata=arena.ann.metadata
        )


def test_bad_ids_and_pages_are_refused_by_field(arena: World) -> None:
    arena.submission(arena.ann, "Hal")

    with refused(StatusCode.INVALID_ARGUMENT, "submission_id"):
        arena.submissions.GetSubmission(pb.GetSubmissionRequest())
    with refused(StatusCode.INVALID_ARGUMENT, "bot_id"):
        arena.submissions.ListSubmissions(pb.ListSubmissionsRequest())
    with refused(StatusCode.INVALID_ARGUMENT, "page_size"):
        arena.submissions.ListSubmissions(pb.ListSubmissionsRequest(bot_id="Hal", page_size=-5))
    with refused(StatusCode.INVALID_ARGUMENT, "page_token"):
        arena.submissions.ListSubmissions(
            pb.ListSubmissionsRequest(bot_id="Hal", page_token="AAAA")
        )
    with refused(StatusCode.INVALID_ARGUMENT, "submission_id"):
        arena.submissions.RetireSubmission(
            pb.RetireSubmissionRequest(), metadata=arena.ann.metadata
        )
