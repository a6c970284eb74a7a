"""Counts calls by how they ended, and measures what those with one answer took."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import grpc

from arena.metrics.catalogue import CALL_SECONDS, CALLS

Behavior = Callable[[Any, "grpc.aio.ServicerContext[Any, Any]"], Awaitable[Any]]

_NAMES = {code.value[0]: code.name for code in grpc.StatusCode}


def metered(method: str, behavior: Behavior, *, timed: bool) -> Behavior:
    """Returns a behavior of a handler that does the same and is counted."""
    name = method.removeprefix("/botarena.v1.")
    seconds = CALL_SECONDS.labels(name) if timed else None

    async def counted(request: Any, context: "grpc.aio.ServicerContext[Any, Any]") -> Any:
        begun_s, code = time.perf_counter(), "CANCELLED"
        try:
            answer = await behavior(request, context)
            code = "OK"
            return answer
        except grpc.aio.AbortError:
            code = _code(context)
            raise
        finally:
            CALLS.labels(name, code).inc()
            if seconds is not None:
                seconds.observe(time.perf_counter() - begun_s)

    return counted


def _code(context: Any) -> str:
    """Returns the name of the code that a call was aborted with."""
    code = context.code()
    return code.name if isinstance(code, grpc.StatusCode) else _NAMES.get(code, "UNKNOWN")
