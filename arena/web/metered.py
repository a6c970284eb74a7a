"""Counts the requests to the pages, and measures how long their readers waited."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.metrics.catalogue import PAGE_SECONDS, PAGES

_METHODS = ("GET", "HEAD", "POST")


class Metered:
    """Stands outermost; what is not HTTP passes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun_s = time.perf_counter()
        method = scope.get("method", "")

        async def measured(message: Message) -> None:
            if message["type"] == "http.response.start":
                PAGE_SECONDS.observe(time.perf_counter() - begun_s)
                PAGES.labels(method if method in _METHODS else "other", message["status"]).inc()
            await send(message)

        await self._app(scope, receive, measured if scope["type"] == "http" else send)
