"""Every call of the protocol has its right, and is refused to everybody below it."""

from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FileDescriptor, MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode

from arena.rpc.auth import RIGHTS, Right
from arena.rpc.services import SERVICE_NAMES
from botarena.v1 import (
    author_service_pb2,
    bot_service_pb2,
    comparison_service_pb2,
    game_service_pb2,
    ladder_service_pb2,
    match_service_pb2,
    play_service_pb2,
    submission_service_pb2,
    tournament_service_pb2,
)

from .world import Person, World, refused

_FILES: tuple[FileDescriptor, ...] = tuple(
    module.DESCRIPTOR
    for module in (
        author_service_pb2,
        bot_service_pb2,
        comparison_service_pb2,
        game_service_pb2,
        ladder_service_pb2,
        match_service_pb2,
        play_service_pb2,
        submission_service_pb2,
        tournament_service_pb2,
    )
)
_METHODS = {
    f"/{service.full_name}/{method.name}": method
    for file in _FILES
    for service in file.services_by_name.values()
    for method in service.methods
}


def _call(channel: grpc.Channel, method: MethodDescriptor, metadata: Any) -> None:
    """Sends an empty request, or none in a stream, and reads the whole answer."""
    request, response = map(GetMessageClass, (method.input_type, method.output_type))
    kinds = [
        "stream" if streams else "unary"
        for streams in (method.client_streaming, method.server_streaming)
    ]
    call = getattr(channel, "_".join(kinds))(
        f"/{method.containing_service.full_name}/{method.name}",
        request_serializer=request.SerializeToString,
        response_deserializer=response.FromString,
    )
    answer = call(iter(()) if method.client_streaming else request(), metadata=metadata, timeout=10)
    if method.server_streaming:
        list(answer)


def _bearer(value: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", value),)


def test_the_table_has_every_call_of_the_protocol_and_no_other() -> None:
    assert set(RIGHTS) == set(_METHODS)


def test_every_service_but_the_play_service_is_added() -> None:
    services = {method.containing_service.full_name for method in _METHODS.values()}

    assert services == {*SERVICE_NAMES, "botarena.v1.PlayService"}


def test_the_protocol_says_which_calls_are_for_operators() -> None:
    operators = {name for name, right in RIGHTS.items() if right is Right.OPERATOR}

    assert {name.rpartition("/")[2] for name in operators} == {
        "CancelTournament",
        "CreateAuthor",
        "CreateLadder",
        "CreateTournament",
        "LiftQuarantine",
        "PauseLadder",
        "PauseTournament",
        "PlayVoidAgain",
        "Quarantine",
        "SetAnchor",
        "StartTournament",
    }


def test_what_reads_is_for_anybody_and_what_writes_is_not() -> None:
    readers = ("Get", "List", "Watch", "Download", "Explain")
    own = {"GetSelf", "ListKeys", "DownloadBotLog", "DownloadArchive"}

    for name, right in RIGHTS.items():
        method = name.rpartition("/")[2]
        reads = method.startswith(readers) and method not in own
        assert (right is Right.ANYBODY) == reads, name


@pytest.mark.parametrize("name", [n for n in _METHODS if RIGHTS[n] > Right.ANYBODY])
def test_without_a_good_key_a_call_is_refused(arena: World, name: str) -> None:
    bad = [
        (),
        _bearer(""),
        _bearer("Bearer"),
        _bearer("Bearer "),
        _bearer("Bearer arena_unknown"),
        _bearer(arena.ann.secret),
        _bearer(f"Basic {arena.ann.secret}"),
        _bearer(f"Bearer {arena.ann.secret}x"),
        arena.ann.metadata * 2,
    ]
    for metadata in bad:
        with refused(StatusCode.UNAUTHENTICATED):
            _call(arena.channel, _METHODS[name], metadata)


@pytest.mark.parametrize("name", [n for n in _METHODS if RIGHTS[n] is Right.OPERATOR])
def test_an_author_is_refused_what_is_for_operators(arena: World, name: str) -> None:
    with refused(StatusCode.PERMISSION_DENIED):
        _call(arena.channel, _METHODS[name], arena.ann.metadata)


@pytest.mark.parametrize("name", sorted(_METHODS))
def test_with_its_right_a_call_is_let_through(arena: World, name: str) -> None:
    def outcome(metadata: Any) -> StatusCode:
        try:
            _call(arena.channel, _METHODS[name], metadata)
        except grpc.RpcError as error:
            return error.code()
        return StatusCode.OK

    let_through = {StatusCode.OK, StatusCode.INVALID_ARGUMENT}
    people: dict[Right, tuple[Person, ...]] = {
        Right.ANYBODY: (arena.ann, arena.operator),
        Right.AUTHOR: (arena.ann, arena.operator),
        Right.OPERATOR: (arena.operator,),
    }
    for person in people[RIGHTS[name]]:
        assert outcome(person.metadata) in let_through
    if RIGHTS[name] is Right.ANYBODY:
        assert outcome(()) in let_through
        assert outcome(_bearer("Bearer arena_unknown")) in let_through


def test_the_scheme_is_read_whatever_its_case(arena: World) -> None:
    method = _METHODS["/botarena.v1.AuthorService/GetSelf"]

    for scheme in ("bearer", "BEARER", "Bearer"):
        _call(arena.channel, method, _bearer(f"{scheme} {arena.ann.secret}"))


def test_a_call_that_is_not_there_is_unimplemented(arena: World) -> None:
    unknown: Any = arena.channel.unary_unary("/botarena.v1.AuthorService/Destroy")

    with pytest.raises(grpc.RpcError) as raised:
        unknown(b"", timeout=10)

    assert raised.value.code() is StatusCode.UNIMPLEMENTED
