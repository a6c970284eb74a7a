"""The pages on a real port, and readers that fetch them with their cookies."""

import asyncio
import json
import threading
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import uvicorn
from starlette.types import ASGIApp

PATIENCE_S = 20.0


@dataclass(frozen=True, slots=True)
class Site:
    """A running server: its address, and the loop that it runs in."""

    url: str
    loop: asyncio.AbstractEventLoop

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Does something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)


@contextmanager
def served(app: ASGIApp) -> Iterator[Site]:
    """Serves an application on a free port."""
    config = uvicorn.Config(app, port=0, log_level="critical", timeout_graceful_shutdown=1)
    server, loop = uvicorn.Server(config), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(server.serve(),))
    thread.start()
    deadline = time.monotonic() + PATIENCE_S
    while not server.started:
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()[:2]
    try:
        yield Site(f"http://{host}:{port}", loop)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        loop.close()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Message
    text: str
    path: str
    """Where it came from, after redirects."""

    def json(self) -> Any:
        return json.loads(self.text)


class Reader:
    """Somebody with a browser that keeps cookies."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = CookieJar()

    def get(
        self,
        path: str,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        follow: bool = True,
    ) -> Answer:
        address = self.url + quote(path, safe="/?&=%#") + ("?" + urlencode(query) if query else "")
        return self._answer(Request(address, headers=dict(headers or {})), follow)

    def post(
        self,
        path: str,
        fields: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        follow: bool = True,
    ) -> Answer:
        data = urlencode(fields or {}).encode()
        return self._answer(Request(self.url + path, data, dict(headers or {})), follow)

    def submit(self, page: str, path: str, **fields: str) -> Answer:
        """Sends a form as it stands on a page."""
        return self.post(path, {"csrf": self.token(page), **fields})

    def upload(self, page: str, path: str, name: str, content: bytes) -> Answer:
        """Sends a form with a file."""
        edge, part = "edge-of-a-part", "content-disposition: form-data; name"
        head = (
            f'--{edge}\r\n{part}="csrf"\r\n\r\n{self.token(page)}\r\n'
            f'--{edge}\r\n{part}="{name}"; filename="bot.tar.gz"\r\n\r\n'
        )
        body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
        headers = {"content-type": f"multipart/form-data; boundary={edge}"}
        return self._answer(Request(self.url + path, body, headers), follow=True)

    def token(self, page: str) -> str:
        """The token of the forms on a page."""
        _, _, rest = self.get(page).text.partition('name="csrf" value="')
        return rest.partition('"')[0]

    def _answer(self, request: Request, follow: bool) -> Answer:
        handlers = [] if follow else [_Stay()]
        opener = build_opener(HTTPCookieProcessor(self.cookies), *handlers)
        try:
            with opener.open(request, timeout=PATIENCE_S) as got:
                return self._read(got)
        except HTTPError as got:
            with got:
                return self._read(got)

    def _read(self, got: Any) -> Answer:
        path = got.geturl().removeprefix(self.url)
        return Answer(got.status, got.headers, got.read().decode(), path)


class _Stay(HTTPRedirectHandler):
    """Shows redirects instead of following them."""

    def redirect_request(self, *args: Any, **keywords: Any) -> None:
        return None
