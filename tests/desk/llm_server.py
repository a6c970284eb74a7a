"""A small OpenAI-compatible server that answers as its script says."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeAlias

Reply: TypeAlias = "Callable[[Handler], None]"


class LlmServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: list[Reply]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        """One reply after the other; the last one is repeated."""
        self.requests: list[dict] = []
        self.keys: list[str | None] = []
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    server: LlmServer

    def do_POST(self) -> None:
        self.server.keys.append(self.headers["Authorization"])
        self.server.requests.append(
            json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        )
        script = self.server.script
        reply = script[min(len(self.server.requests), len(script)) - 1]
        reply(self)

    def send(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    @property
    def legal_actions(self) -> list[str]:
        """What the newest question offers."""
        question = self.server.requests[-1]["messages"][-1]["content"]
        return question.rpartition("one of these lines:\n")[2].split("\n")

    def log_message(self, *_: object) -> None:
        pass


def says(text: str) -> Reply:
    completion = {"choices": [{"message": {"role": "assistant", "content": text}}]}
    return sends(json.dumps(completion).encode())


def sends(body: bytes, status: int = 200, **headers: str) -> Reply:
    return lambda handler: handler.send(body, status, **headers)


def last(handler: Handler) -> None:
    """Chooses the last legal action, after some thoughts."""
    says(f"The others look strong.\n\n`{handler.legal_actions[-1]}`\n")(handler)


def hangs(handler: Handler) -> None:
    handler.server.closing.wait()


def drips(handler: Handler) -> None:
    """Sends a byte now and then, without an end."""
    handler.send_response(200)
    handler.end_headers()
    while not handler.server.closing.wait(0.02):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def hangs_up(handler: Handler) -> None:
    handler.wfile.write(b"nonsense\r\n\r\n")


@contextmanager
def llm_server(*script: Reply) -> Iterator[LlmServer]:
    server = LlmServer(list(script))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
