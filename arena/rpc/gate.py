"""What every call of ours passes, whatever its arity: rights before it, the error table after."""

import inspect
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, aclosing, nullcontext
from typing import Any, TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError
from grpc_status import rpc_status

from arena.rpc.auth import Doorkeeper, caller_if_known, is_ours
from arena.rpc.errors import expected_status, unexpected_status
from arena.rpc.metered import metered
from arena.rpc.recorded import Recorder
from arena.rpc.turnstile import Turnstile
from arena.service.errors import ArenaError, InvalidArgument, Unauthenticated
from arena.service.relay_ports import RelayLost

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
"""Generic for the type checker only, hence the quotes, here and below."""

OPEN_SERVICES = (
    "/grpc.health.v1.Health/",
    "/grpc.reflection.v1.ServerReflection/",
    "/grpc.reflection.v1alpha.ServerReflection/",
)
"""Standard services that are not ours: open to anybody, and with errors of their own."""

_HANDLERS: Mapping[tuple[bool, bool], Callable[..., Handler]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}
"""Makers of handlers, by whether request and response are streams."""

_log = structlog.get_logger(__name__)


class Gate(grpc.aio.ServerInterceptor):
    """Stands before every handler of ours."""

    def __init__(
        self,
        doorkeeper: Doorkeeper,
        turnstile: Turnstile | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        """Without a turnstile everybody may come as often as they like."""
        self._doorkeeper = doorkeeper
        self._recorder = recorder
        self._turnstile = turnstile

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], "Awaitable[Handler | None]"],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> "Handler | None":
        method = handler_call_details.method
        handler = await continuation(handler_call_details)
        if handler is None or method.startswith(OPEN_SERVICES):
            return handler
        return self._guarded(handler, method)

    def _guarded(self, handler: Handler, method: str) -> Handler:
        inner: Any = (
            handler.unary_unary
            or handler.unary_stream
            or handler.stream_unary
            or handler.stream_stream
        )
        # A single request is read in here, so that bytes that are none end as any bad argument.
        read = None if handler.request_streaming else handler.request_deserializer
        streams = handler.request_streaming or handler.response_streaming

        async def outer(request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
            try:
                await self._admit(method, context)
                with self._counted(context) if streams else nullcontext():
                    return await self._done(method, inner, _read(read, request), context)
            except (ArenaError, RelayLost) as error:
                status = expected_status(error)
                _log.debug("call refused", method=method, why=str(error))
            except grpc.aio.AbortError:
                raise  # the handler has said all there is to say
            except Exception:  # the main loop of a call: whatever it is, it is ours
                incident = secrets.token_hex(4)
                _log.exception("call failed", method=method, incident=incident)
                status = unexpected_status(incident)
            return await context.abort_with_status(rpc_status.to_status(status))

        return _HANDLERS[handler.request_streaming, handler.response_streaming](
            metered(method, outer, timed=not handler.response_streaming),
            request_deserializer=handler.request_deserializer if read is None else None,
            response_serializer=handler.response_serializer,
        )

    async def _admit(self, method: str, context: Any) -> None:
        turnstile = self._turnstile
        try:
            await self._doorkeeper.admit(method, context.invocation_metadata() or ())
        except Unauthenticated:
            if turnstile is not None:
                turnstile.stranger(context.peer())
            raise
        if turnstile is not None and not is_ours():
            turnstile.admit(method, caller_if_known(), context.peer())

    def _counted(self, context: Any) -> AbstractContextManager[None]:
        if self._turnstile is None or is_ours():
            return nullcontext()
        return self._turnstile.stream(caller_if_known(), context.peer())

    async def _done(self, method: str, inner: Any, request: Any, context: Any) -> Any:
        """Lets the handler do it; an operator's doing is recorded."""
        recorder = self._recorder
        if recorder is None:
            return await _answered(inner, request, context)
        act_id = await recorder.begin(method, caller_if_known(), request)
        try:
            return await _answered(inner, request, context)
        except BaseException as error:
            await recorder.refuse(act_id, error)
            raise


async def _answered(inner: Any, request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
    """Runs a handler that returns its response, yields its responses, or writes them itself."""
    answer = inner(request, context)
    if not inspect.isasyncgen(answer):
        return await answer
    async with aclosing(answer) as responses:
        async for response in responses:
            await context.write(response)
    return None


def _read(read: Callable[[bytes], Any] | None, request: Any) -> Any:
    if read is None:
        return request
    try:
        return read(request)
    except DecodeError:
        raise InvalidArgument("request", "is not a message of the type that is due") from None
