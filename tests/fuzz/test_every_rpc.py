"""Whatever is sent, the answer is an answer: no call breaks the server or finds a bug in it."""

import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)
from hypothesis import given, settings
from hypothesis import strategies as st

import botarena.v1
from arena.rpc.play import SERVICE as PLAY
from botarena.v1 import game_service_pb2
from tests.fuzz.drawing import SEEDS, requests, shuffled, spoilt
from tests.fuzz.old_arena import OldArena, old_arena
from tests.fuzz.tally import TALLIES
from tests.rpc.unary.world import Loop

PROTOS = Path(next(iter(botarena.v1.__path__)))
METHODS = [
    method
    for path in sorted(PROTOS.glob("*_service_pb2.py"))
    for service in import_module(f"botarena.v1.{path.stem}").DESCRIPTOR.services_by_name.values()
    for method in service.methods
    if service.full_name != PLAY  # it has tests of its own
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
PATIENCE_S = 20.0
TALLY = TALLIES["every RPC"]


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    running = Loop()
    yield running
    running.close()


@pytest.fixture(scope="module")
def arena(loop: Loop) -> Iterator[OldArena]:
    with old_arena(loop) as opened:
        yield opened


def _ended(method: MethodDescriptor, arena: OldArena, sent: Sequence[bytes], who: Any) -> None:
    """Makes one call, to its end, and checks how it ended."""
    arity = "_".join(
        "stream" if streams else "unary"
        for streams in (method.client_streaming, method.server_streaming)
    )
    stub = getattr(arena.world.channel, arity)(
        f"/{method.containing_service.full_name}/{method.name}"
    )
    request = iter(sent) if method.client_streaming else sent[0]
    TALLY.messages += len(sent)
    code = StatusCode.OK
    try:
        answer = stub(request, metadata=who, timeout=PATIENCE_S)
        if method.server_streaming:
            list(answer)
    except grpc.RpcError as error:
        code = error.code()
    TALLY.ended(code)
    assert code in ANSWERS


def _people(arena: OldArena) -> list[Any]:
    world = arena.world
    return [world.operator.metadata, world.ann.metadata, world.bob.metadata, ()]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_request_gets_an_answer(arena: OldArena, method: MethodDescriptor) -> None:
    kind = GetMessageClass(method.input_type)
    one = requests(kind, arena.good.get(kind.DESCRIPTOR.name, {}))
    several = st.lists(one, max_size=6) if method.client_streaming else st.tuples(one)

    @settings(max_examples=4 * settings().max_examples)
    @given(several, st.sampled_from(_people(arena)))
    def answered(sent: Sequence[bytes], who: Any) -> None:
        _ended(method, arena, sent, who)

    answered()
    assert arena.world.games_service.ListGames(game_service_pb2.ListGamesRequest()).games


def test_an_upload_in_any_disorder_gets_an_answer(arena: OldArena) -> None:
    (upload,) = (method for method in METHODS if method.client_streaming)

    @settings(max_examples=4 * settings().max_examples)
    @given(SEEDS, st.sampled_from(_people(arena)))
    def answered(seed: int, who: Any) -> None:
        chance = Random(seed)
        parts = [
            part if chance.random() < 0.8 else spoilt(part, chance)
            for part in shuffled(list(arena.upload), chance)
        ]
        _ended(upload, arena, parts, who)

    answered()


def test_uploads_that_break_off_hold_nobody_up(arena: OldArena) -> None:
    world = arena.world
    stub = world.channel.stream_unary("/botarena.v1.SubmissionService/UploadSubmission")

    def halting() -> Iterator[bytes]:
        yield from arena.upload[:2]
        time.sleep(0.2)

    for _ in range(20):
        stub.future(halting(), metadata=world.ann.metadata).cancel()
        TALLY.messages += 2

    (upload,) = (method for method in METHODS if method.client_streaming)
    _ended(upload, arena, arena.upload, world.ann.metadata)


def test_no_rpc_is_left_out(arena: OldArena) -> None:
    database = ProtoReflectionDescriptorDatabase(arena.world.channel)
    served = {name for name in database.get_services() if name.startswith("botarena.")}

    assert {method.containing_service.full_name for method in METHODS} == served
    assert len(METHODS) >= 40


def test_enough_was_sent() -> None:
    assert TALLY.enough
