"""Real Redis servers for tests: import `redis_url` into a room's conftest."""

import asyncio
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from arena.relay.embedded import embedded_server, server_binary


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for the whole run; tests use ids of their own and never flush it."""
    with embedded_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


class MortalRedis:
    """A server that a test may kill and start again, empty, under the same URL."""

    def __init__(self, directory: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        self.url = f"redis://127.0.0.1:{port}/0"
        self._directory = directory
        self._command = [server_binary(), "--port", str(port), "--bind", "127.0.0.1"]
        self._command += ["--save", "", "--appendonly", "no"]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, cwd=self._directory, stdout=subprocess.DEVNULL
        )
        with redis.Redis.from_url(self.url) as client:
            deadline = time.monotonic() + 10
            while True:
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    assert time.monotonic() < deadline, "the server does not start"
                    time.sleep(0.01)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def restart(self, away_s: float = 0.0) -> None:
        """Kills it, and starts it again with nothing in it."""
        self.kill()
        await asyncio.sleep(away_s)
        await asyncio.to_thread(self.start)


@pytest.fixture
def mortal_redis(tmp_path: Path) -> Iterator[MortalRedis]:
    server = MortalRedis(tmp_path)
    server.start()
    yield server
    server.kill()


def drop_connections(url: str) -> None:
    """Closes every client's connection, as a network does."""
    with redis.Redis.from_url(url) as client:
        client.client_kill_filter(_type="normal", skipme=True)
