"""The gate before handlers of every arity, served by a service of the test's own."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from grpc import StatusCode
from structlog.testing import capture_logs

from arena.rpc.auth import KNOWN_S, Doorkeeper, Right, caller
from arena.rpc.gate import Gate
from arena.service.authors import list_keys, revoke_key
from arena.service.errors import WrongState
from arena.storage import memory_database

from .world import Loop, World, refused

_RIGHTS = {
    "/test.Test/UnaryUnary": Right.AUTHOR,
    "/test.Test/UnaryStream": Right.AUTHOR,
    "/test.Test/StreamUnary": Right.AUTHOR,
    "/test.Test/StreamStream": Right.AUTHOR,
    "/test.Test/StreamWriter": Right.AUTHOR,
    "/test.Test/Open": Right.ANYBODY,
}
_KINDS = {
    "UnaryUnary": "unary_unary",
    "UnaryStream": "unary_stream",
    "StreamUnary": "stream_unary",
    "StreamStream": "stream_stream",
    "StreamWriter": "stream_stream",
    "Open": "unary_unary",
    "Forgotten": "unary_unary",
}
_SECRET = "the seed is 5eed"

Context = grpc.aio.ServicerContext[Any, Any]


async def _reply(request: StringValue, context: Context) -> StringValue:
    match request.value:
        case "wrong":
            raise WrongState("not now")
        case "bug":
            raise ZeroDivisionError(_SECRET)
        case "abort":
            await context.abort(StatusCode.DATA_LOSS, "said by the handler")
    return StringValue(value=f"{caller().name}: {request.value}")


async def _unary_stream(request: StringValue, context: Context) -> AsyncIterator[StringValue]:
    yield StringValue(value="first")
    yield await _reply(request, context)


async def _stream_unary(requests: AsyncIterator[StringValue], context: Context) -> StringValue:
    return await _reply([request async for request in requests][-1], context)


async def _stream_stream(
    requests: AsyncIterator[StringValue], context: Context
) -> AsyncIterator[StringValue]:
    async for request in requests:
        yield await _reply(request, context)


async def _stream_writer(requests: Any, context: Context) -> None:
    while (request := await context.read()) is not grpc.aio.EOF:
        await context.write(await asyncio.create_task(_reply(request, context)))


async def _open(request: StringValue, context: Context) -> StringValue:
    return request


def _handlers() -> "Mapping[str, grpc.RpcMethodHandler[Any, Any]]":
    handlers: dict[str, Any] = {
        "UnaryUnary": _reply,
        "UnaryStream": _unary_stream,
        "StreamUnary": _stream_unary,
        "StreamStream": _stream_stream,
        "StreamWriter": _stream_writer,
        "Open": _open,
        "Forgotten": _reply,
    }
    return {
        name: getattr(grpc, f"{_KINDS[name]}_rpc_method_handler")(
            handler, StringValue.FromString, StringValue.SerializeToString
        )
        for name, handler in handlers.items()
    }


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Gated:
    """A server with the test's service behind a gate."""

    def __init__(self, world: World, channel: grpc.Channel, clock: Clock) -> None:
        self.ann = world.ann
        self.clock = clock
        self.channel = channel
        self._world = world

    def revoke(self) -> None:
        """Revokes Ann's only key."""
        open_unit, author = self._world.open_unit, self.ann.author
        (key,) = list_keys(author, open_unit=open_unit)
        revoke_key(author, key.key_id, open_unit=open_unit, now=self._world.now)

    def call(self, method: str, text: str, metadata: Any = None) -> list[str]:
        """Returns the texts that the call is answered with."""
        kind = _KINDS[method]
        stub = getattr(self.channel, kind)(
            f"/test.Test/{method}", StringValue.SerializeToString, StringValue.FromString
        )
        request = StringValue(value=text)
        answer = stub(
            iter([request]) if kind.startswith("stream") else request,
            metadata=self.ann.metadata if metadata is None else metadata,
            timeout=10,
        )
        return [r.value for r in answer] if kind.endswith("stream") else [answer.value]


@pytest.fixture
def gated(loop: Loop) -> Iterator[Gated]:
    database, clock = memory_database(), Clock()
    keeper = Doorkeeper(open_unit=database.unit, rights=_RIGHTS, clock_s=clock)
    world = World(database, loop)

    async def start() -> tuple[grpc.aio.Server, int]:
        server = grpc.aio.server(interceptors=[Gate(keeper)])
        handler = grpc.method_handlers_generic_handler("test.Test", dict(_handlers()))
        server.add_generic_rpc_handlers((handler,))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        return server, port

    server, port = loop.run(start())
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield Gated(world, channel, clock)
    loop.run(server.stop(None))
    database.close()


_ALL = ["UnaryUnary", "UnaryStream", "StreamUnary", "StreamStream", "StreamWriter"]


@pytest.mark.parametrize("method", _ALL)
def test_a_handler_of_any_arity_knows_its_caller(gated: Gated, method: str) -> None:
    assert gated.call(method, "hello")[-1] == "Ann: hello"


@pytest.mark.parametrize("method", _ALL)
def test_a_handler_of_any_arity_is_guarded(gated: Gated, method: str) -> None:
    with refused(StatusCode.UNAUTHENTICATED):
        gated.call(method, "hello", metadata=())


@pytest.mark.parametrize("method", _ALL)
def test_errors_of_a_handler_of_any_arity_are_told(gated: Gated, method: str) -> None:
    with refused(StatusCode.FAILED_PRECONDITION) as refusal:
        gated.call(method, "wrong")

    assert refusal.status.message == "not now"


@pytest.mark.parametrize("method", _ALL)
def test_a_bug_is_logged_whole_and_told_as_nothing(gated: Gated, method: str) -> None:
    with capture_logs() as logs, refused(StatusCode.INTERNAL) as refusal:
        gated.call(method, "bug")

    assert _SECRET not in str(refusal.status)
    assert "ZeroDivision" not in str(refusal.status)
    (entry,) = [log for log in logs if log["event"] == "call failed"]
    assert entry["incident"] == refusal.info.metadata["incident"]
    assert entry["method"] == f"/test.Test/{method}"
    assert entry["exc_info"]


@pytest.mark.parametrize("method", _ALL)
def test_what_a_handler_says_itself_stands(gated: Gated, method: str) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        gated.call(method, "abort")

    assert raised.value.code() is StatusCode.DATA_LOSS
    assert raised.value.details() == "said by the handler"


def test_what_is_open_is_open_whatever_key_it_carries(gated: Gated) -> None:
    for metadata in ((), (("authorization", "Bearer wrong"),), gated.ann.metadata):
        assert gated.call("Open", "hello", metadata) == ["hello"]


def test_what_the_table_does_not_have_is_for_nobody(gated: Gated) -> None:
    with refused(StatusCode.PERMISSION_DENIED):
        gated.call("Forgotten", "hello")


def test_bytes_that_are_no_message_are_a_bad_argument(gated: Gated) -> None:
    for method, kind in (("UnaryUnary", "unary_unary"), ("UnaryStream", "unary_stream")):
        stub = getattr(gated.channel, kind)(f"/test.Test/{method}")

        with refused(StatusCode.INVALID_ARGUMENT, "request"):
            answer = stub(b"\xff\xff\xff", metadata=gated.ann.metadata, timeout=10)
            assert not list(answer)


def test_a_revoked_key_works_for_no_more_than_two_seconds(gated: Gated) -> None:
    assert KNOWN_S <= 2
    assert gated.call("UnaryUnary", "hello")
    gated.revoke()

    gated.clock.now_s += KNOWN_S / 2
    assert gated.call("UnaryUnary", "hello")
    gated.clock.now_s += KNOWN_S / 2
    with refused(StatusCode.UNAUTHENTICATED):
        gated.call("UnaryUnary", "hello")
