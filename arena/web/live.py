"""Live matches as server-sent events: every event of the log once, in order, by its number.

A browser that lost its connection says which event was its last, and goes on behind it.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arena.service.errors import InvalidArgument
from arena.service.matches import match_of
from arena.service.viewing import view_match
from arena.web.frames import FrameWriter
from arena.web.ports import Ports
from arena.web.sessions import ports_of

HEARTBEAT_S = 15.0
"""How long a stream is silent at most: proxies drop what looks dead."""
RETRY_MS = 1_000
_LONGEST_NUMBER = 9

T = TypeVar("T")


async def live(request: Request) -> Response:
    """Streams what a spectator may see of a match, as it comes, to its end."""
    ports, match_id = ports_of(request), request.path_params["match_id"]
    after = _number(request.headers.get("last-event-id") or request.query_params.get("after", "0"))
    await asyncio.to_thread(match_of, match_id, open_unit=ports.open_unit)
    return StreamingResponse(
        _stream(match_id, after, ports),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _LONGEST_NUMBER:
        raise InvalidArgument("last-event-id", f"the number of an event, not {text[:40]!r}")
    return int(text)


async def _stream(match_id: str, after: int, ports: Ports) -> AsyncGenerator[str, None]:
    """Runs through the log from its start, since each frame builds on the ones before it."""
    writer = FrameWriter()
    yield f"retry: {RETRY_MS}\n\n"
    views = view_match(match_id, open_unit=ports.open_unit, logs=ports.logs, games=ports.games)
    async with aclosing(paced(views, ports.spectator_delay_s, HEARTBEAT_S)) as coming:
        async for viewed in coming:
            if viewed is None:
                yield ": still here\n\n"
                continue
            written = writer.written(viewed)
            if viewed.number > after:
                data = json.dumps(written, separators=(",", ":"))
                yield f"id: {viewed.number}\nevent: ply\ndata: {data}\n\n"
    yield "event: over\ndata: {}\n\n"


async def paced(
    source: AsyncGenerator[T, None], delay_s: float, heartbeat_s: float
) -> AsyncGenerator[T | None, None]:
    """Yields what comes from `source`, each item `delay_s` later, and `None` when nothing comes."""
    clock = asyncio.get_running_loop().time
    waiting: asyncio.Queue[tuple[float, T] | None] = asyncio.Queue()

    async def listen() -> None:
        try:
            async with aclosing(source) as items:
                async for item in items:
                    waiting.put_nowait((clock() + delay_s, item))
        finally:
            waiting.put_nowait(None)

    listening = asyncio.create_task(listen())
    try:
        while True:
            try:
                async with asyncio.timeout(heartbeat_s):
                    due = await waiting.get()
            except TimeoutError:
                yield None
                continue
            if due is None:
                await listening  # raises what went wrong
                return
            async for _ in _beats(due[0] - clock(), heartbeat_s):
                yield None
            yield due[1]
    finally:
        listening.cancel()


async def _beats(left_s: float, heartbeat_s: float) -> AsyncIterator[None]:
    """Waits, and yields whenever a heartbeat is due meanwhile."""
    while left_s > heartbeat_s:
        await asyncio.sleep(heartbeat_s)
        left_s -= heartbeat_s
        yield
    if left_s > 0:
        await asyncio.sleep(left_s)
