"""Whatever is sent, the answer is an answer: no call breaks the server or finds a bug in it."""

from collections.abc import Iterator, Sequence
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.struct_pb2 import ListValue, Struct, Value
from grpc import StatusCode
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from arena.service.records import Ladder, Match
from botarena.v1 import (
    author_service_pb2,
    bot_service_pb2,
    game_service_pb2,
    ladder_service_pb2,
    match_service_pb2,
    submission_service_pb2,
    tournament_service_pb2,
)

from .play import finish, open_block, rate
from .world import Loop, World, world

METHODS = [
    method
    for module in (
        author_service_pb2,
        bot_service_pb2,
        game_service_pb2,
        ladder_service_pb2,
        match_service_pb2,
        submission_service_pb2,
        tournament_service_pb2,
    )
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
ANSWERS = {
    StatusCode.OK,
    StatusCode.INVALID_ARGUMENT,
    StatusCode.NOT_FOUND,
    StatusCode.ALREADY_EXISTS,
    StatusCode.FAILED_PRECONDITION,
    StatusCode.UNAUTHENTICATED,
    StatusCode.PERMISSION_DENIED,
}

_KNOWN: list[str] = ["odd-lots", "carrera", "Lots", "Ada", "Bee", "lots", "self", "seats", "Ann"]
"""Words that mean something; the arena of these tests adds its ids."""

_GOOD: dict[str, dict[str, Any]] = {
    "CreateBotRequest": {"name": "Dot", "game_name": "odd-lots"},
    "CreateLadderRequest": {"name": "More lots", "game_name": "odd-lots", "seat_count": 3},
    "CreateTournamentRequest": {
        "name": "More cups",
        "game_name": "odd-lots",
        "seat_count": 3,
        "format": tournament_service_pb2.Tournament.FORMAT_KNOCKOUT,
    },
}
"""Requests, by message, with which all is well; the arena of these tests adds those with ids."""

_TEXTS = st.deferred(lambda: st.sampled_from(_KNOWN)) | st.text(max_size=120)
_WHOLE = st.sampled_from([0, 1, 2, 3, 5, -1, 50, 999, 10**9, 2**31 - 1, -(2**31)])
_VALUES: SearchStrategy[Value] = st.deferred(
    lambda: st.one_of(
        st.builds(Value),
        st.builds(Value, number_value=st.floats() | _WHOLE),
        st.builds(Value, string_value=_TEXTS),
        st.builds(Value, bool_value=st.booleans()),
        st.builds(Value, list_value=st.builds(ListValue, values=st.lists(_VALUES, max_size=2))),
        st.builds(Value, struct_value=_STRUCTS),
    )
)
_NAMES = st.sampled_from(["lots", "currency", "open_bids", "max_rounds"]) | _TEXTS
_STRUCTS: SearchStrategy[Struct] = st.builds(
    Struct, fields=st.dictionaries(_NAMES, _VALUES, max_size=3)
)

_SCALARS: dict[int, SearchStrategy[Any]] = {
    FieldDescriptor.CPPTYPE_STRING: _TEXTS,
    FieldDescriptor.CPPTYPE_INT32: _WHOLE | st.integers(-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: _WHOLE | st.integers(-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_DOUBLE: _WHOLE.map(float) | st.floats(),
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
    FieldDescriptor.CPPTYPE_ENUM: st.integers(-1, 9),
}


def _field(field: Any) -> SearchStrategy[Any]:
    if field.type == FieldDescriptor.TYPE_BYTES:
        one = st.binary(max_size=120)
    elif field.message_type is None:
        one = _SCALARS[field.cpp_type]
    elif field.message_type.full_name == "google.protobuf.Struct":
        one = _STRUCTS
    else:
        one = _messages(GetMessageClass(field.message_type))
    return st.lists(one, max_size=5) if field.is_repeated else one


def _messages(kind: type[Message]) -> SearchStrategy[Message]:
    fields = {field.name: _field(field) for field in kind.DESCRIPTOR.fields}
    return st.fixed_dictionaries({}, optional=fields).map(lambda given: kind(**given))


@st.composite
def _requests(draw: st.DrawFn, kind: type[Message]) -> bytes:
    """Draws the bytes of a good request with a field or two changed, or of just any message.

    Now and then a bit of the bytes is turned.
    """
    message = kind(**_GOOD.get(kind.DESCRIPTOR.name, {}))
    fields = [field.name for field in kind.DESCRIPTOR.fields]
    few = st.sets(st.sampled_from(fields), max_size=2) if fields else st.just(set[str]())
    changed = draw(few | st.just(set(fields)))
    spoilt = draw(_messages(kind))
    for name in changed:
        message.ClearField(name)
    for field, _ in spoilt.ListFields():
        if field.name not in changed:
            spoilt.ClearField(field.name)
    message.MergeFrom(spoilt)
    sent = bytearray(message.SerializeToString())
    if sent and draw(st.integers(0, 4)) == 0:
        sent[draw(st.integers(0, len(sent) - 1))] ^= 1 << draw(st.integers(0, 7))
    return bytes(sent)


@pytest.fixture(scope="module")
def old_arena(loop: Loop) -> Iterator[World]:
    """An arena in which something has happened; all examples leave their traces in it."""
    with world(loop) as arena:
        ladder, block = open_block(arena, names=("Ada", "Bee", "Cid"))
        for match in block:
            finish(arena, match.match_id)
        rate(arena, block)
        _hold_cups(arena, block[0].lineup)
        ids = [ladder.ladder_id, block[0].match_id, *block[0].lineup, "Cup", "Open cup"]
        _KNOWN.extend(ids)
        _GOOD.update(_good_requests(ladder, block[0]))
        yield arena
        for known in ids:
            _KNOWN.remove(known)


def _good_requests(ladder: Ladder, match: Match) -> dict[str, dict[str, Any]]:
    submission_id, *_ = match.lineup
    on_ladder = {"ladder_id": ladder.ladder_id}
    return {
        "CreateSubmissionRequest": {"bot_id": "Ada"},
        "CreateMatchRequest": {"game_name": "odd-lots", "submission_ids": match.lineup},
        "ExplainScheduleRequest": {**on_ladder, "submission_id": submission_id},
        "GetBotRequest": {"bot_id": "Bee"},
        "GetLadderRequest": on_ladder,
        "GetSubmissionRequest": {"submission_id": submission_id},
        "JoinLadderRequest": {**on_ladder, "submission_id": submission_id},
        "LeaveLadderRequest": {**on_ladder, "submission_id": submission_id},
        "ListRatingChangesRequest": on_ladder,
        "ListStandingsRequest": on_ladder,
        "ListSubmissionsRequest": {"bot_id": "Ada"},
        "PauseLadderRequest": on_ladder,
        "GetMatchRequest": {"match_id": match.match_id},
        "WatchMatchRequest": {"match_id": match.match_id},
        "DownloadReplayRequest": {"match_id": match.match_id},
        **{
            f"{method}Request": {"tournament_id": "Cup"}
            for method in (
                "GetTournament",
                "PauseTournament",
                "PlayVoidAgain",
                "ListEntries",
                "ListRounds",
                "ListPlacings",
            )
        },
        **{
            f"{method}Request": {"tournament_id": "Open cup", "submission_id": submission_id}
            for method in ("EnterTournament", "WithdrawEntry")
        },
        "StartTournamentRequest": {
            "tournament_id": "Open cup",
            "seeding_ladder_id": ladder.ladder_id,
        },
        "CancelTournamentRequest": {"tournament_id": "Cup"},
    }


def _hold_cups(arena: World, entrants: Sequence[str]) -> None:
    """Starts one tournament of these submissions and leaves another one open."""
    pb, operator = tournament_service_pb2, arena.operator.metadata
    for name in ("Cup", "Open cup"):
        request = _GOOD["CreateTournamentRequest"] | {"name": name, "same_author_allowed": True}
        arena.tournaments.CreateTournament(pb.CreateTournamentRequest(**request), metadata=operator)
        for submission_id in entrants:
            entry = pb.EnterTournamentRequest(tournament_id=name, submission_id=submission_id)
            arena.tournaments.EnterTournament(entry, metadata=operator)
    start = pb.StartTournamentRequest(tournament_id="Cup")
    arena.tournaments.StartTournament(start, metadata=operator)


def _answer(arena: World, method: MethodDescriptor, request: bytes, metadata: Any) -> StatusCode:
    kind = "unary_stream" if method.server_streaming else "unary_unary"
    stub = getattr(arena.channel, kind)(f"/{method.containing_service.full_name}/{method.name}")
    try:
        answer = stub(request, metadata=metadata, timeout=20)
        if method.server_streaming:
            list(answer)
    except grpc.RpcError as error:
        return error.code()
    return StatusCode.OK


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_request_gets_an_answer(old_arena: World, method: MethodDescriptor) -> None:
    arena = old_arena
    people = [arena.operator.metadata, arena.ann.metadata, arena.bob.metadata, ()]

    @settings(max_examples=2 * settings().max_examples)
    @given(_requests(GetMessageClass(method.input_type)), st.sampled_from(people))
    def answered(request: bytes, metadata: Any) -> None:
        assert _answer(arena, method, request, metadata) in ANSWERS

    answered()
    assert arena.games_service.ListGames(game_service_pb2.ListGamesRequest()).games
