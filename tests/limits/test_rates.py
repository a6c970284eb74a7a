"""Whoever comes too often, or stays too much, is told when to come back: over gRPC and by form."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import Queue

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode
from grpc_status import rpc_status

from arena.service.bots import create_bot, create_submission
from arena.service.matches import create_match
from arena.service.records import Role
from botarena.v1 import author_service_pb2 as authors
from botarena.v1 import game_service_pb2 as games
from botarena.v1 import match_service_pb2 as matches
from botarena.v1 import play_service_pb2 as play
from botarena.v1.author_service_pb2_grpc import AuthorServiceStub
from botarena.v1.game_service_pb2_grpc import GameServiceStub
from botarena.v1.match_service_pb2_grpc import MatchServiceStub
from botarena.v1.play_service_pb2_grpc import PlayServiceStub
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub
from tests.web.serving import Reader

from .place import FEW, Person, Place
from .sending import packed, uploaded

PATIENCE_S = 20.0
NOISE = 2_000

Call = Callable[[grpc.Channel, Person], object]


def a_call(channel: grpc.Channel, person: Person) -> object:
    return AuthorServiceStub(channel).GetSelf(authors.GetSelfRequest(), metadata=person.metadata)


def a_session(channel: grpc.Channel, person: Person) -> object:
    return list(PlayServiceStub(channel).Play(iter(()), metadata=person.metadata))


def an_upload(channel: grpc.Channel, person: Person) -> object:
    stub = SubmissionServiceStub(channel)
    return stub.UploadSubmission(iter(()), metadata=person.metadata)


def a_stranger(channel: grpc.Channel, _: Person) -> object:
    return GameServiceStub(channel).ListGames(games.ListGamesRequest())


RATES = [
    (a_call, "calls", 60 / FEW),
    (a_session, "connects", 60 / FEW),
    (an_upload, "uploads", 3_600 / FEW),
    (a_stranger, "address", 60 / FEW),
]


@pytest.mark.parametrize(("call", "limit", "longest_s"), RATES, ids=[row[1] for row in RATES])
def test_so_many_are_let_through_and_the_next_is_told_when_to_come_back(
    here: Place, call: Call, limit: str, longest_s: float
) -> None:
    person = here.person()

    before = [refusal(lambda: call(here.narrow, person)) for _ in range(FEW)]
    code, info, retry = refusal(lambda: call(here.narrow, person))

    assert StatusCode.RESOURCE_EXHAUSTED not in [each[0] for each in before]
    assert code is StatusCode.RESOURCE_EXHAUSTED
    assert (info.reason, info.metadata["limit"]) == ("TOO_MANY", limit)
    assert 0 < retry.retry_delay.ToTimedelta().total_seconds() <= longest_s


def test_operators_are_never_counted(here: Place) -> None:
    operator = here.person(Role.OPERATOR)

    for _ in range(3 * FEW):
        a_call(here.narrow, operator)


def test_an_author_has_so_many_sessions_at_a_time(here: Place) -> None:
    ann, bob = here.person(), here.person()
    mine = [submission(here, ann) for _ in range(FEW + 1)]

    with ExitStack() as sessions:
        for one in mine[:FEW]:
            sessions.enter_context(session(here, ann, one))
        code, info, retry = refusal(lambda: welcomed(here, ann, mine[FEW]))
        welcomed(here, bob, submission(here, bob))

    assert code is StatusCode.RESOURCE_EXHAUSTED
    assert (info.reason, info.metadata["limit"]) == ("TOO_MANY", "streams")
    assert retry.retry_delay.ToTimedelta().total_seconds() > 0
    eventually(lambda: refusal(lambda: welcomed(here, ann, mine[FEW]))[0] is None)


def test_strangers_at_one_address_follow_so_many_matches_at_a_time(here: Place) -> None:
    ann = here.person()
    lineup = [submission(here, ann) for _ in range(3)]
    ports = {"open_unit": here.wiring.open_unit, "now": here.wiring.now}
    match = create_match(ann.author, "scout", {}, lineup, games=here.wiring.games, **ports)
    request = matches.WatchMatchRequest(match_id=match.match_id)
    watch = MatchServiceStub(here.streams).WatchMatch

    def one_more() -> object:
        return list(watch(request, timeout=0.3))

    following = [watch(request) for _ in range(FEW)]
    try:
        eventually(lambda: refusal(one_more)[0] is StatusCode.RESOURCE_EXHAUSTED)
    finally:
        for each in following:
            each.cancel()
    eventually(lambda: refusal(one_more)[0] is StatusCode.DEADLINE_EXCEEDED)


def test_an_author_has_so_many_uploaded_versions(here: Place) -> None:
    ann = here.person()

    before = [refusal(lambda: uploaded(here.streams, packed(here), ann))[0] for _ in range(FEW)]
    with pytest.raises(grpc.RpcError, match="ARENA_AUTHOR_VERSIONS") as raised:
        uploaded(here.streams, packed(here), ann)

    assert before == [None] * FEW
    assert raised.value.code() is StatusCode.FAILED_PRECONDITION


def test_an_author_has_so_many_matches_that_are_not_over(here: Place) -> None:
    ann, olga = here.person(), here.person(Role.OPERATOR)
    lineup = [submission(here, ann) for _ in range(3)]
    request = matches.CreateMatchRequest(game_name="scout", submission_ids=lineup)
    create = MatchServiceStub(here.wide).CreateMatch
    pages = Reader(here.wide_pages)
    pages.submit("/sign-in", "/sign-in", key=ann.key)
    form = {"game": "scout", "submissions": " ".join(lineup)}

    before = [refusal(lambda: create(request, metadata=ann.metadata))[0] for _ in range(FEW)]
    with pytest.raises(grpc.RpcError, match="ARENA_AUTHOR_MATCHES") as raised:
        create(request, metadata=ann.metadata)
    page = pages.submit("/account", "/matches", **form)
    create(request, metadata=olga.metadata)

    assert before == [None] * FEW
    assert raised.value.code() is StatusCode.FAILED_PRECONDITION
    assert page.status == 409
    assert "ARENA_AUTHOR_MATCHES" in page.text


def test_an_author_has_room_for_so_many_bytes(here: Place) -> None:
    ann, most = here.person(), 1 << 20
    half = most // 2 - len(packed(here, noise=b""))

    uploaded(here.streams, packed(here, noise=bytes(half)), ann)
    with pytest.raises(grpc.RpcError, match="ARENA_AUTHOR_UPLOAD_MB") as raised:
        uploaded(here.streams, packed(here, noise=bytes(most // 2 + 1)), ann)
    uploaded(here.streams, packed(here, noise=bytes(half)), ann)

    assert raised.value.code() is StatusCode.FAILED_PRECONDITION


@pytest.mark.parametrize(("count", "drops"), [(NOISE // 2, False), (2 * NOISE + 1, True)])
def test_a_session_may_talk_so_much_nonsense_in_a_second(
    here: Place, count: int, drops: bool
) -> None:
    """A busy machine may take more than a second to send it, so there is room on both sides."""
    ann = here.person()
    hello = play.PlayRequest(hello=play.Hello(submission_id=submission(here, ann)))
    nonsense = [play.PlayRequest(choice=play.Choice(match_id="none"))] * count

    call = PlayServiceStub(here.wide).Play(
        iter([hello, *nonsense, play.PlayRequest(goodbye=play.Goodbye())]), metadata=ann.metadata
    )
    code = refusal(lambda: list(call))[0]

    assert code is (StatusCode.RESOURCE_EXHAUSTED if drops else None)


def test_a_form_that_comes_too_often_is_told_when_to_come_back(here: Place) -> None:
    reader = Reader(here.narrow_pages)
    assert reader.submit("/sign-in", "/sign-in", key=here.person().key).status == 200

    answers = [reader.submit("/account", "/keys", label="more") for _ in range(FEW + 1)]
    uploads = [reader.upload("/account", "/uploads", "archive", b"") for _ in range(FEW + 1)]

    for some in (answers, uploads):
        assert [answer.status == 429 for answer in some] == [False] * FEW + [True]
        assert int(some[-1].headers["retry-after"]) > 0


def refusal(call: Callable[[], object]) -> tuple[StatusCode | None, ErrorInfo, RetryInfo]:
    """Returns how a call was refused; without a code if it was not."""
    info, retry = ErrorInfo(), RetryInfo()
    try:
        call()
    except grpc.RpcError as error:
        status = rpc_status.from_call(error) or Status()
        for packed in status.details:
            packed.Unpack(info)
            packed.Unpack(retry)
        return error.code(), info, retry
    return None, info, retry


def submission(here: Place, person: Person) -> str:
    ports = {"open_unit": here.wiring.open_unit, "now": here.wiring.now}
    name = f"bot {here.number()}"
    bot = create_bot(person.author, name, "scout", games=here.wiring.games, **ports)
    return create_submission(person.author, bot.bot_id, **ports).submission_id


@contextmanager
def session(here: Place, person: Person, submission_id: str) -> Iterator[None]:
    """Holds a session open; raises `grpc.RpcError` if it is refused."""
    sent: Queue[play.PlayRequest | None] = Queue()
    sent.put(play.PlayRequest(hello=play.Hello(submission_id=submission_id)))
    call = PlayServiceStub(here.streams).Play(iter(sent.get, None), metadata=person.metadata)
    try:
        assert next(call).HasField("welcome")
        yield
    finally:
        sent.put(None)
        call.cancel()


def welcomed(here: Place, person: Person, submission_id: str) -> None:
    with session(here, person, submission_id):
        pass


def eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it does not come to that"
